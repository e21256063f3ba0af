// Every body pulls at every other. Positions and velocities are two arrays on the GPU; one call of transform feedback
// reads them as attributes, reads all positions again as a texture, and writes both anew. The same array is then the vertices of
// the drawing.
//
// A pull goes with the other's mass, and with one over the square of the distance. To the square a little is added, so that two
// bodies that nearly meet do not throw each other out of the picture. With n bodies a step takes n times n pulls.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { show, duration, median, compare } from "./numbers.js";

const ui = page(import.meta.url);
const [left, right] = ui.columns("Bodies", "Kernel");
const canvas = left.canvas(720, 540, "Two clouds of bodies that turn around each other");
await init();
const gpgpu = CreateGPGPU(canvas);

const STEP = `
  in vec4 position;     // x, y, z and the mass
  in vec4 velocity;
  uniform sampler2D all;
  uniform int count;
  uniform float dt;
  out vec4 newPosition;
  out vec4 newVelocity;

  void main() {
    vec3 pull = vec3(0.0);
    for (int i = 0; i < count; i++) {
      vec4 other = tex1Dfetch(all, i);
      vec3 way = other.xyz - position.xyz;
      float d2 = dot(way, way) + 0.0025;
      pull += other.w * inversesqrt(d2 * d2 * d2) * way;
    }
    newVelocity = vec4(velocity.xyz + dt * pull, 0.0);
    newPosition = position + dt * newVelocity;
  }`;

let state;
const editor = right.editor("Vertex shader (one vertex a body)", STEP, () => right.attempt(check));
let kernel = editor.value; // what runs; the editor's takes its place when it does, too
const step = ({ positions, velocities }, dt = 0.004) =>
  gpgpu.compute({
    id: "Gravity",
    vertexShader: kernel,
    args: {
      position: positions,
      velocity: velocities,
      all: positions,
      count: positions.length,
      dt,
      newPosition: positions,
      newVelocity: velocities,
    },
  });
const verdict = right.verdict();
right.button("Run and check", check);

const draw = {
  id: "DrawBodies",
  mode: "points",
  vertexShader: `
    in vec4 position;
    in float side;
    uniform float aspect, angle, size;
    out float which;
    out float depth;
    void main() {
      float c = cos(angle), s = sin(angle);
      vec3 p = vec3(position.x, c * position.y - s * position.z, s * position.y + c * position.z);
      float far = 3.0 - p.z;
      gl_Position = vec4(p.x * 2.9 / far / aspect, p.y * 2.9 / far, 0.0, 1.0);
      gl_PointSize = size * 3.0 / far;
      which = side;
      depth = clamp(far / 3.0 - 0.6, 0.0, 0.7);
    }`,
  fragmentShader: `
    in float which;
    in float depth;
    uniform vec3 ground, first, second;
    out vec4 color;
    void main() {
      if (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
      color = vec4(mix(which < 0.5 ? first : second, ground, depth), 1.0);
    }`,
  args: {
    aspect: 4 / 3,
    angle: 1.1,
    size: 3.6,
    ground: [0, 0, 0],
    first: [0.35, 0.76, 0.81],
    second: [0.97, 0.62, 0.33],
  },
};

const row = left.controls();
const size = row.select("How many", [512, 1024, 2048, 4096], 1024, () => left.attempt(begin));
row.range("Seen from", { min: 0, max: 1.57, step: 0.01, value: 1.1, digits: 2 }, (angle) => {
  draw.args.angle = angle;
});
begin();
left.loop(row, () => {
  step(state);
  gpgpu.compute(draw);
});
row.button("Start again", begin, { class: "plain" });
right.attempt(check);

function begin() {
  state?.positions.dispose();
  state?.velocities.dispose();
  const { positions, velocities, side } = clouds(Number(size.value));
  state = {
    positions: gpgpu.makeArray("vec4", [side.length], positions),
    velocities: gpgpu.makeArray("vec4", [side.length], velocities),
  };
  draw.args.position = state.positions;
  draw.args.side = side;
  draw.VertexIndexBuffer = Uint16Array.from(side, (_, i) => i);
}

// Ten steps of 128 bodies, here and in plain JS with float64.
async function check() {
  const before = kernel;
  kernel = editor.value;
  editor.mark("");
  try {
    const { positions, velocities } = clouds(128);
    const small = {
      positions: gpgpu.makeArray("vec4", [128], positions),
      velocities: gpgpu.makeArray("vec4", [128], velocities),
    };
    const p = Float64Array.from(positions);
    const v = Float64Array.from(velocities);
    for (let i = 0; i < 10; i++) {
      step(small);
      stepInJS(p, v, 0.004);
    }
    const { difference, ok } = compare(await small.positions.read(), p, 1e-5);
    small.positions.dispose();
    small.velocities.dispose();
    const copy = { positions: state.positions.clone(), velocities: state.velocities.clone() };
    const n = copy.positions.length;
    const { ms } = await median(
      async () => {
        for (let i = 0; i < 10; i++) step(copy);
        await copy.positions.read();
      },
      5,
      1500,
    );
    copy.positions.dispose();
    copy.velocities.dispose();
    verdict(
      ok,
      `After ten steps of 128 bodies the largest difference from plain JS (float64) is ${show(difference)}.`,
      `${duration(ms / 10)} a step of ${n} bodies: ${((n * n * 10) / ms / 1000).toFixed(0)} million pulls a second.`,
    );
  } catch (error) {
    kernel = before;
    editor.mark(error.message);
    throw error;
  }
}

function stepInJS(p, v, dt) {
  const n = p.length / 4;
  const before = p.slice();
  for (let i = 0; i < n; i++) {
    const pull = [0, 0, 0];
    for (let j = 0; j < n; j++) {
      const way = [0, 1, 2].map((c) => before[4 * j + c] - before[4 * i + c]);
      const d2 = way[0] ** 2 + way[1] ** 2 + way[2] ** 2 + 0.0025;
      for (let c = 0; c < 3; c++) pull[c] += (way[c] * before[4 * j + 3]) / (d2 * Math.sqrt(d2));
    }
    for (let c = 0; c < 3; c++) {
      v[4 * i + c] += dt * pull[c];
      p[4 * i + c] += dt * v[4 * i + c];
    }
  }
}

// Two discs that turn in themselves and about each other.
function clouds(n) {
  const positions = new Float32Array(4 * n);
  const velocities = new Float32Array(4 * n);
  const side = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const second = i % 2;
    const s = second ? -1 : 1;
    const r = 0.06 + 0.42 * Math.sqrt(Math.random());
    const angle = 2 * Math.PI * Math.random();
    const speed = 1.4 * Math.sqrt(r);
    positions.set(
      [0.62 * s + r * Math.cos(angle), 0.16 * s + r * Math.sin(angle), 0.06 * (Math.random() - 0.5), 1.1 / n],
      4 * i,
    );
    velocities.set(
      [-speed * Math.sin(angle), speed * Math.cos(angle) + 0.36 * s, 0.02 * (Math.random() - 0.5), 0],
      4 * i,
    );
    side[i] = second;
  }
  return { positions, velocities, side };
}
