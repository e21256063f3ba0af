// The height of the water is an array on the GPU that each call moves on (vec2: height and speed), and the drawing's
// vertex shader lifts a grid of triangles to it. Drag to turn, wheel to come nearer.
//
// That is the wave equation, step by step: the speed grows by how much higher the four neighbours stand, and shrinks by half a percent;
// the height grows by the speed. At the edges the water has itself as a neighbour, so waves come back.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { show, duration, median, compare } from "./numbers.js";
import { frameRate } from "./stage.js";
import { colour, onTheme } from "./theme.js";

const N = 128;
const ui = page(import.meta.url);
const [left, right] = ui.columns("Water", "Kernel");
const canvas = left.canvas(
  720,
  540,
  "A plane of water with waves, seen from above",
  "Drag to turn it, wheel to come nearer.",
);
canvas.classList.add("grip");
await init();
const gpgpu = CreateGPGPU(canvas);
const water = gpgpu.makeArray("vec2", [N, N]);

const editor = right.editor(
  "Fragment shader (one fragment a place of the water)",
  `
  uniform sampler2D water;    // height, speed
  uniform vec3 drop;          // where, and how deep
  out vec2 next;

  float height(ivec2 at) {
    ivec2 last = textureSize(water, 0) - 1;
    at = clamp(at, ivec2(0), last);
    return texelFetch(water, at, 0).x;
  }

  void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 own = texelFetch(water, at, 0).xy;
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    float pull = height(at + x) + height(at - x)
               + height(at + y) + height(at - y)
               - 4.0 * own.x;
    float speed = 0.995 * (own.y + 0.2 * pull);
    vec2 way = (gl_FragCoord.xy - drop.xy) / 5.0;
    float dent = drop.z * exp(-dot(way, way));
    next = vec2(own.x + speed - dent, speed);
  }`,
  () => right.attempt(check),
);
const drop = [0, 0, 0];
let kernel = editor.value; // what runs; the editor's takes its place when it does, too
const step = (array) =>
  gpgpu.compute({ id: "Waves", fragmentShader: kernel, args: { water: array, next: array, drop } });
const verdict = right.verdict();
right.button("Run and check", check);

const grid = mesh(N);
const draw = {
  id: "DrawWater",
  vertexShader: `
    in vec2 place;
    uniform sampler2D water;
    uniform mat4 uPMVMatrix;
    uniform mat3 uNMatrix;
    out vec3 normal;
    out float rise;

    float height(ivec2 at) {
      return texelFetch(water, clamp(at, ivec2(0), textureSize(water, 0) - 1), 0).x;
    }

    void main() {
      ivec2 at = ivec2(place);
      vec2 size = vec2(textureSize(water, 0) - 1);
      rise = height(at);
      vec2 slope = vec2(height(at + ivec2(1, 0)) - height(at - ivec2(1, 0)), height(at + ivec2(0, 1)) - height(at - ivec2(0, 1)));
      normal = uNMatrix * normalize(vec3(-slope.x * 60.0, 1.0, slope.y * 60.0));
      vec2 p = place / size * 2.0 - 1.0;
      gl_Position = uPMVMatrix * vec4(p.x * 1.6, 3.0 * rise, -p.y * 1.6, 1.0);
    }`,
  fragmentShader: `
    in vec3 normal;
    in float rise;
    uniform vec3 deep, bright;
    out vec4 color;
    void main() {
      float light = 0.35 + 0.65 * max(0.0, dot(normalize(normal), normalize(vec3(0.4, 0.7, 0.6))));
      color = vec4(mix(deep, bright, smoothstep(0.0, 0.08, rise)) * light, 1.0);
    }`,
  VertexIndexBuffer: grid.triangles,
  args: { place: grid.places, water },
  clear: false,
};
onTheme(() => {
  draw.args.deep = colour("--texel-1");
  draw.args.bright = colour("--texel-2");
});

// Drawn first, and far away: the library clears to black.
const backdrop = {
  id: "DrawBackdrop",
  vertexShader: `
    in vec2 corner;
    out float up;
    void main() {
      up = 0.5 + 0.5 * corner.y;
      gl_Position = vec4(corner, 0.9999, 1.0);
    }`,
  fragmentShader: `
    in float up;
    uniform vec3 low, high;
    out vec4 color;
    void main() { color = vec4(mix(low, high, up), 1.0); }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1) },
};
onTheme(() => {
  backdrop.args.low = colour("--sunk");
  backdrop.args.high = colour("--texel-0");
});

let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
const row = left.controls();
row.checkbox("The water moves", running, (on) => {
  running = on;
});
row.button("A drop", () => throwIn(), { class: "plain" });
row.button(
  "Turn",
  () => {
    gpgpu.drawParam.yRot += 0.3;
  },
  { class: "plain" },
);
row.button(
  "Tilt",
  () => {
    gpgpu.drawParam.xRot = gpgpu.drawParam.xRot > 1.3 ? 0.3 : gpgpu.drawParam.xRot + 0.2;
  },
  { class: "plain" },
);
row.button(
  "Nearer",
  () => {
    gpgpu.drawParam.z = gpgpu.drawParam.z > -3 ? -7 : gpgpu.drawParam.z + 0.6;
  },
  { class: "plain" },
);

const counted = frameRate(
  left.text("", { class: "timing" }),
  `, ${(grid.triangles.length / 3).toLocaleString("en")} triangles`,
);
let frames = 0;
await right.attempt(async () => {
  throwIn();
  for (let i = 0; i < 30; i++) {
    step(water);
    drop[2] = 0;
  }
  gpgpu.startDraw3D({
    onDraw() {
      if (running || drop[2]) {
        if (running && frames++ % 90 === 89) throwIn();
        for (let i = 0; i < 2; i++) {
          step(water);
          drop[2] = 0;
        }
      }
      counted();
      gpgpu.compute(backdrop);
      return draw;
    },
  });
  Object.assign(gpgpu.drawParam, { xRot: 0.6, yRot: 0.5, z: -5.2 });
  await check();
});

function throwIn() {
  drop.splice(0, 3, N * (0.2 + 0.6 * Math.random()), N * (0.2 + 0.6 * Math.random()), 0.5);
}

// Thirty steps of a small plane, here and in plain JS with float64.
async function check() {
  const before = kernel;
  kernel = editor.value;
  editor.mark("");
  try {
    const n = 24;
    const kept = drop.slice();
    const small = gpgpu.makeArray("vec2", [n, n]);
    let numbers = new Float64Array(2 * n * n);
    for (let i = 0; i < 30; i++) {
      drop.splice(0, 3, 9, 7, i === 0 ? 0.3 : 0);
      step(small);
      numbers = stepInJS(numbers, n, drop);
    }
    drop.splice(0, 3, ...kept);
    const { difference, ok } = compare(await small.read(), numbers, 2e-5);
    small.dispose();
    const copy = water.clone();
    const { ms } = await median(
      async () => {
        for (let i = 0; i < 50; i++) step(copy);
        await copy.read();
      },
      5,
      1000,
    );
    copy.dispose();
    verdict(
      ok,
      `After 30 steps of 24 x 24 the largest difference from plain JS (float64) is ${show(difference)}.`,
      `${duration(ms / 50)} a step of ${N} x ${N} (50 of them, and one reading).`,
    );
  } catch (error) {
    kernel = before;
    editor.mark(error.message);
    throw error;
  }
}

function stepInJS(water, n, [dropX, dropY, depth]) {
  const next = new Float64Array(water.length);
  const height = (x, y) => water[2 * (Math.min(n - 1, Math.max(0, y)) * n + Math.min(n - 1, Math.max(0, x)))];
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const i = 2 * (y * n + x);
      const pull = height(x + 1, y) + height(x - 1, y) + height(x, y + 1) + height(x, y - 1) - 4 * water[i];
      const speed = 0.995 * (water[i + 1] + 0.2 * pull);
      const d2 = ((x + 0.5 - dropX) / 5) ** 2 + ((y + 0.5 - dropY) / 5) ** 2;
      next[i] = water[i] + speed - depth * Math.exp(-d2);
      next[i + 1] = speed;
    }
  return next;
}

function mesh(n) {
  const places = new Float32Array(2 * n * n);
  const triangles = [];
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const i = y * n + x;
      places.set([x, y], 2 * i);
      if (x < n - 1 && y < n - 1) triangles.push(i, i + 1, i + n, i + n, i + 1, i + n + 1);
    }
  return { places, triangles: Uint16Array.from(triangles) };
}
