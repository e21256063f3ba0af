// A turning earth. startDraw3D calls onDraw for every frame and gives the shaders a perspective (uPMVMatrix, uNMatrix); mouse and
// finger turn it, the wheel moves it nearer. Coasts and clouds are made here, on a 2-D canvas that becomes the texture.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { show } from "./numbers.js";
import { frameRate } from "./stage.js";

const ui = page(import.meta.url);
const [left, right] = ui.columns("Earth", "Shaders");
const canvas = left.canvas(
  640,
  640,
  "A globe that can be turned with the mouse or the buttons",
  "Drag to turn it, wheel to come nearer.",
);
canvas.classList.add("grip");
await init();
const gpgpu = CreateGPGPU(canvas);
const map = earth(1024, 512);
const ball = sphere(48, 96);

const vertex = right.editor(
  "Vertex shader",
  `
  in vec3 VertexPosition;
  in vec3 VertexNormal;
  in vec2 TextureCoord;
  uniform mat4 uPMVMatrix;
  uniform mat3 uNMatrix;
  out vec2 place;
  out float light;

  void main() {
    vec3 normal = uNMatrix * VertexNormal;
    light = 0.25 + 0.75 * max(0.0, normal.z);
    place = TextureCoord;
    vec4 position = vec4(VertexPosition, 1.0);
    gl_Position = uPMVMatrix * position;
  }`,
  begin,
);
const fragment = right.editor(
  "Fragment shader",
  `
  in vec2 place;
  in float light;
  uniform sampler2D map;
  out vec4 color;

  void main() {
    color = vec4(texture(map, place).rgb * light, 1.0);
  }`,
  begin,
);
right.button("Run", begin);
const verdict = right.verdict();

let turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
const row = left.controls();
row.checkbox("Turns by itself", turning, (on) => {
  turning = on;
});
for (const [words, act] of [
  [
    "Left",
    (p) => {
      p.yRot -= 0.2;
    },
  ],
  [
    "Right",
    (p) => {
      p.yRot += 0.2;
    },
  ],
  [
    "Up",
    (p) => {
      p.xRot -= 0.2;
    },
  ],
  [
    "Down",
    (p) => {
      p.xRot += 0.2;
    },
  ],
  [
    "Nearer",
    (p) => {
      p.z = Math.min(-2.5, p.z + 0.4);
    },
  ],
  [
    "Farther",
    (p) => {
      p.z -= 0.4;
    },
  ],
])
  row.button(words, () => act(gpgpu.drawParam), { class: "plain" });

const param = {
  id: "Earth",
  vertexShader: vertex.value,
  fragmentShader: fragment.value,
  VertexIndexBuffer: ball.triangles,
  args: {
    VertexPosition: ball.positions,
    VertexNormal: ball.positions,
    TextureCoord: ball.places,
    map: gpgpu.makeTextureInfo("vec4", null, map, { filterMode: "linear", addressMode: "wrap" }),
  },
};
const counted = frameRate(
  left.text("", { class: "timing" }),
  `, ${(ball.triangles.length / 3).toLocaleString("en")} triangles`,
);
const scene = {
  onDraw() {
    if (turning) gpgpu.drawParam.yRot += 0.004;
    counted();
    return param;
  },
};
await right.attempt(() => gpgpu.startDraw3D(scene));
gpgpu.drawParam.z = -3.4;
begin();

// What the editors hold is drawn once as a call of its own. Only if that goes well the scene goes on with it.
function begin() {
  return right.attempt(() => {
    const edited = { vertexShader: vertex.value, fragmentShader: fragment.value };
    check(edited);
    Object.assign(param, edited);
  });
}

// Seen straight on, the middle of the picture is where longitude and latitude are 0: the map's own middle, fully lit.
function check(shaders) {
  const [near, far, away, focus] = [0.1, 100, 3.4, 1 / Math.tan(Math.PI / 8)];
  const [a, b] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
  const views = {
    uPMVMatrix: [focus, 0, 0, 0, 0, focus, 0, 0, 0, 0, a, -1, 0, 0, b - a * away, away],
    uNMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  };
  const used = Object.entries(views).filter(([name]) => shaders.vertexShader.includes(name));
  gpgpu.compute({ ...param, ...shaders, args: { ...param.args, ...Object.fromEntries(used) } });
  const gl = gpgpu.getGL();
  const pixel = new Uint8Array(4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(canvas.width / 2, canvas.height / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const { data } = map.getContext("2d").getImageData(map.width / 2 - 1, map.height / 2 - 1, 2, 2);
  const want = [0, 1, 2].map((c) => (data[c] + data[c + 4] + data[c + 8] + data[c + 12]) / 4);
  const off = Math.max(...want.map((v, c) => Math.abs(v - pixel[c])));
  verdict(
    off <= 8,
    `The pixel in the middle is (${[...pixel.slice(0, 3)].join(", ")}); the map's middle in plain JS is (${want.map((v) => show(v)).join(", ")}), fully lit.`,
  );
}

function sphere(rows, columns) {
  const positions = [];
  const places = [];
  const triangles = [];
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c <= columns; c++) {
      const north = Math.PI * (0.5 - r / rows);
      const east = 2 * Math.PI * (c / columns - 0.5);
      positions.push(Math.cos(north) * Math.sin(east), Math.sin(north), Math.cos(north) * Math.cos(east));
      places.push(c / columns, r / rows);
      if (r < rows && c < columns) {
        const i = r * (columns + 1) + c;
        const below = i + columns + 1;
        triangles.push(i, below, i + 1, i + 1, below, below + 1);
      }
    }
  return {
    positions: Float32Array.from(positions),
    places: Float32Array.from(places),
    triangles: Uint16Array.from(triangles),
  };
}

// Land where smooth noise on the sphere is high; ice at the poles, some clouds.
function earth(width, height) {
  const made = Object.assign(document.createElement("canvas"), { width, height });
  const context = made.getContext("2d", { willReadFrequently: true });
  const image = context.createImageData(width, height);
  const waves = Array.from({ length: 28 }, (_, i) => {
    const size = 1.3 * 1.17 ** i;
    const a = 2.4 * i + 1;
    const b = 1.7 * i * i + 0.5;
    return [
      size * Math.sin(a) * Math.cos(b),
      size * Math.sin(b),
      size * Math.cos(a) * Math.cos(b),
      3.1 * i,
      1 / size ** 0.85,
    ];
  });
  for (let y = 0; y < height; y++) {
    const north = Math.PI * (0.5 - (y + 0.5) / height);
    const py = Math.sin(north);
    for (let x = 0; x < width; x++) {
      const east = 2 * Math.PI * ((x + 0.5) / width - 0.5);
      const px = Math.cos(north) * Math.sin(east);
      const pz = Math.cos(north) * Math.cos(east);
      let ground = 0;
      let cloud = 0;
      for (const [i, [kx, ky, kz, shift, weight]] of waves.entries()) {
        const wave = Math.sin(2 * (kx * px + ky * py + kz * pz) + shift) * weight;
        if (i % 2) ground += wave;
        else cloud += wave;
      }
      const depth = Math.min(1, Math.max(0, 0.5 + 0.9 * ground));
      const cold = Math.abs(py) + 0.06 * cloud;
      const colour =
        cold > 0.93
          ? [240, 244, 248]
          : ground < 0.12
            ? [14 + 20 * depth, 50 + 70 * depth, 110 + 80 * depth]
            : ground < 0.18
              ? [214, 196, 140]
              : [70 + 90 * (depth - 0.5) + 60 * (1 - cold), 110 + 30 * cold, 60 + 40 * (depth - 0.5)];
      const white = Math.min(0.75, Math.max(0, cloud - 0.9) * 0.9);
      for (let c = 0; c < 3; c++) image.data[4 * (y * width + x) + c] = colour[c] + white * (255 - colour[c]);
      image.data[4 * (y * width + x) + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return made;
}
