// Reaction and diffusion after Gray and Scott. Two chemicals share a field of vec2: u feeds v, v decays, both spread. Feed and kill
// rates are uniforms that change between calls; the field itself never leaves the GPU. Draw on it to add some of v.
//
// Where they meet, one u and two v become three v. So v grows where there is some, eats what u is near, and starves: spots, worms or mazes
// are what is left, by how fast u is fed and v is taken away.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { show, duration, median, compare } from "./numbers.js";
import { colour, onTheme } from "./theme.js";

const SIZE = 256;
const PRESETS = {
  Spots: [0.0367, 0.0649],
  Coral: [0.0545, 0.062],
  Mazes: [0.029, 0.057],
  Drifting: [0.014, 0.054],
  Worms: [0.058, 0.065],
};
const ui = page(import.meta.url);
const [left, right] = ui.columns("Field", "Kernel");
const canvas = left.canvas(
  SIZE,
  SIZE,
  "Patterns of spots and stripes that grow",
  "Draw on it with mouse or finger.",
  false,
);
canvas.classList.add("grip");
await init();
const gpgpu = CreateGPGPU(canvas);

const STEP = `
  uniform sampler2D field;    // u in .x, v in .y
  uniform float feed, kill;
  uniform vec3 brush;         // where, and how wide
  out vec2 next;

  vec2 at(float x, float y) {
    vec2 p = gl_FragCoord.xy + vec2(x, y);
    return tex2D(field, p.x, p.y).xy;
  }

  void main() {
    vec2 own = at(0.0, 0.0);
    vec2 beside = at(-1.0, 0.0) + at(1.0, 0.0)
                + at(0.0, -1.0) + at(0.0, 1.0);
    vec2 across = at(-1.0, -1.0) + at(1.0, -1.0)
                + at(-1.0, 1.0) + at(1.0, 1.0);
    vec2 spread = 0.2 * beside + 0.05 * across - own;
    float reaction = own.x * own.y * own.y;
    next = own + vec2(1.0, 0.5) * spread
         + vec2(feed * (1.0 - own.x) - reaction,
                reaction - (feed + kill) * own.y);
    if (distance(gl_FragCoord.xy, brush.xy) < brush.z)
      next = vec2(0.5, 0.5);
  }`;

const field = gpgpu.makeArray("vec2", [SIZE, SIZE], drops(SIZE, 40), { addressMode: "wrap" });
const draw = {
  id: "DrawField",
  vertexShader: `
    in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
  fragmentShader: `
    uniform sampler2D field;
    uniform vec3 low, middle, high;
    out vec4 color;
    void main() {
      float v = texelFetch(field, ivec2(gl_FragCoord.xy), 0).y;
      color = vec4(mix(mix(low, middle, smoothstep(0.05, 0.22, v)), high, smoothstep(0.24, 0.4, v)), 1.0);
    }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1), field },
};
onTheme(() =>
  ["low", "middle", "high"].forEach((name, i) => {
    draw.args[name] = colour(`--texel-${i}`);
  }),
);

const brush = [0, 0, 0];
let tuned = false; // as many steps a frame as this device has time for
const editor = right.editor("Fragment shader", STEP, () => right.attempt(check));
const verdict = right.verdict();
right.button("Run and check", check);
let kernel = editor.value; // what runs; the editor's takes its place when it does, too
const step = (array, feed, kill, where = [0, 0, 0]) =>
  gpgpu.compute({
    id: "GrayScott",
    fragmentShader: kernel,
    args: { field: array, next: array, feed, kill, brush: where },
  });

const row = left.controls();
row.select("Pattern", Object.keys(PRESETS), "Spots", (name) => {
  for (const [slider, value] of [
    [feed, PRESETS[name][0]],
    [kill, PRESETS[name][1]],
  ]) {
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
  }
});
const feed = row.range("Feed", { min: 0.01, max: 0.08, step: 0.0001, value: 0.0367, digits: 4 });
const kill = row.range("Kill", { min: 0.045, max: 0.07, step: 0.0001, value: 0.0649, digits: 4 });
const every = row.range("Steps a frame", { min: 1, max: 32, step: 1, value: 8, digits: 0 });
const loop = left.loop(row, () => {
  for (let i = 0; i < Number(every.value); i++) step(field, Number(feed.value), Number(kill.value), brush);
  brush[2] = 0;
  gpgpu.compute(draw);
});
row.button(
  "Start again",
  () => {
    field.write(drops(SIZE, 40));
    gpgpu.compute(draw);
  },
  { class: "plain" },
);
row.button("Drop in the middle", () => touch(SIZE / 2, SIZE / 2, 12), { class: "plain" });
for (const kind of ["pointerdown", "pointermove"])
  canvas.addEventListener(kind, (event) => {
    if (!event.buttons) return;
    const box = canvas.getBoundingClientRect();
    touch(((event.clientX - box.left) / box.width) * SIZE, (1 - (event.clientY - box.top) / box.height) * SIZE, 5);
  });
right.attempt(check);

// The next frame adds some of v; where none is to come, one is made for it.
function touch(...where) {
  brush.splice(0, 3, ...where);
  if (!loop.running) return loop.once();
}

// Fifty steps of a small field, here and in plain JS with float64.
async function check() {
  const before = kernel;
  kernel = editor.value;
  editor.mark("");
  try {
    const n = 32;
    let numbers = Float64Array.from(drops(n, 2));
    const small = gpgpu.makeArray("vec2", [n, n], Float32Array.from(numbers), { addressMode: "wrap" });
    for (let i = 0; i < 50; i++) {
      step(small, 0.0367, 0.0649);
      numbers = stepInJS(numbers, n, 0.0367, 0.0649);
    }
    const { difference, ok } = compare(await small.read(), numbers, 5e-5);
    small.dispose();
    const copy = field.clone();
    const { ms } = await median(
      async () => {
        for (let i = 0; i < 50; i++) step(copy, 0.0367, 0.0649);
        await copy.read();
      },
      5,
      1500,
    );
    copy.dispose();
    if (!tuned) every.value = Math.min(8, Math.max(1, Math.round((16 * 50) / ms)));
    if (!tuned) every.dispatchEvent(new Event("input"));
    tuned = true;
    verdict(
      ok,
      `After 50 steps of 32 x 32 the largest difference from plain JS (float64) is ${show(difference)}.`,
      `${duration(ms / 50)} a step of ${SIZE} x ${SIZE} (50 of them, and one reading).`,
    );
  } catch (error) {
    kernel = before;
    editor.mark(error.message);
    throw error;
  }
}

function stepInJS(field, n, feed, kill) {
  const next = new Float64Array(field.length);
  const weights = [
    [-1, 0, 0.2],
    [1, 0, 0.2],
    [0, -1, 0.2],
    [0, 1, 0.2],
    [-1, -1, 0.05],
    [1, -1, 0.05],
    [-1, 1, 0.05],
    [1, 1, 0.05],
  ];
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const i = 2 * (y * n + x);
      const u = field[i];
      const v = field[i + 1];
      let du = -u;
      let dv = -v;
      for (const [dx, dy, w] of weights) {
        const j = 2 * (((y + dy + n) % n) * n + ((x + dx + n) % n));
        du += w * field[j];
        dv += w * field[j + 1];
      }
      const reaction = u * v * v;
      next[i] = u + du + feed * (1 - u) - reaction;
      next[i + 1] = v + 0.5 * dv + reaction - (feed + kill) * v;
    }
  return next;
}

function drops(n, count) {
  const field = new Float32Array(2 * n * n);
  for (let i = 0; i < n * n; i++) field[2 * i] = 1;
  for (let d = 0; d < count; d++) {
    const cx = Math.floor(Math.random() * n);
    const cy = Math.floor(Math.random() * n);
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const i = 2 * (((cy + y + n) % n) * n + ((cx + x + n) % n));
        field[i] = 0.5;
        field[i + 1] = 0.5;
      }
  }
  return field;
}
