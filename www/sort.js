// Bitonic sort at work. One texture holds numbers from 0 (dark) to 1 (light); every call compares each number with its partner at one
// distance and keeps the smaller or the larger. After all steps the smallest is at the lower left, the largest at the upper right.
// Beside it the library's own sort, which does several such steps in one draw.
//
// The pattern of comparisons does not depend on the numbers, so all of them can be done at once, which is what a GPU wants. n numbers take
// k (k + 1) / 2 steps, k being the logarithm of n to base 2: 78 for 64 x 64.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { duration, median } from "./numbers.js";
import { colour, onTheme } from "./theme.js";
import { settle } from "./bench/measure.js";

const ui = page(import.meta.url);
const [left, right] = ui.columns("Step by step", "The library's sort");
const canvas = left.canvas(64, 64, "The numbers as they lie, dark to light", null, true);
const twin = right.canvas(64, 64, "The numbers sorted by the library, dark to light", null, true);
await init();
const gpgpu = CreateGPGPU(canvas);

const row = left.controls();
row.errors = left;
const size = row.select(
  "Numbers",
  { 16: "16 x 16", 32: "32 x 32", 64: "64 x 64", 128: "128 x 128", 256: "256 x 256", 512: "512 x 512" },
  64,
  () => left.attempt(begin),
);
let running = 0;
let runs = 0; // which run it is, if any: who pauses and goes on at once shall not have two
const toggle = h("button", { type: "button", click: () => left.attempt(run) }, "Run");
row.add(toggle);
row.button(
  "One step",
  () => {
    running = 0;
    shader = editor.value;
    step();
    draw();
    report();
  },
  { class: "plain" },
);
row.button("Start again", begin, { class: "plain" });
row.button("Run and measure", measure, { class: "plain" });
const bar = left.progress("Sorting", true);
const state = left.status();
const verdict = left.verdict();
const own = right.verdict();
const kernel = ui.panel("Kernel");
const editor = kernel.editor(
  "Fragment shader (one fragment a number)",
  `
  uniform sampler2D keys;
  uniform int block;         // runs of this length become sorted,
  uniform int reach;         // comparing at this distance
  out float next;

  void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int width = textureSize(keys, 0).x;
    int i = at.y * width + at.x;
    int other = i ^ reach;
    float mine = texelFetch(keys, at, 0).r;
    float its = texelFetch(keys, ivec2(other % width, other / width), 0).r;
    bool rising = (i & block) == 0;
    next = rising == (i < other) ? min(mine, its) : max(mine, its);
  }`,
  () => left.attempt(fresh),
);

const show = {
  id: "DrawKeys",
  vertexShader: `
    in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
  fragmentShader: `
    uniform sampler2D keys;
    uniform vec3 dark, middle, light;
    out vec4 color;
    void main() {
      float v = texelFetch(keys, ivec2(gl_FragCoord.xy), 0).r;
      color = vec4(v < 0.5 ? mix(dark, middle, 2.0 * v) : mix(middle, light, 2.0 * v - 1.0), 1.0);
    }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1), dark: [0.03, 0.05, 0.09], light: [1, 0.97, 0.88] },
};

let numbers, keys, block, reach, calls;
let shader; // what runs: the editor's text when a button was pressed, since people may type on meanwhile
onTheme(() => {
  show.args.middle = colour("--texel-1");
  if (keys)
    left.attempt(async () => {
      await beside();
      draw();
    });
});
await left.attempt(fresh);

async function fresh() {
  if (size.disabled) return; // it measures
  await begin();
  await measure();
}

async function begin() {
  running = 0;
  shader = editor.value;
  editor.mark("");
  if (keys) verdict(null, "Not sorted yet.");
  const n = Number(size.value);
  numbers = Float32Array.from({ length: n * n }, Math.random);
  keys?.dispose();
  keys = gpgpu.makeArray("float", [n, n], numbers);
  for (const one of [canvas, twin]) one.width = one.height = n;
  [block, reach, calls] = [2, 1, 0];
  await beside();
  draw();
  report();
}

// One compare step; false when all is sorted.
function step() {
  if (block > numbers.length) return false;
  try {
    gpgpu.compute({ id: "Bitonic", fragmentShader: shader, args: { keys, next: keys, block, reach } });
  } catch (error) {
    editor.mark(error.message);
    running = 0;
    throw error;
  }
  calls++;
  reach /= 2;
  if (reach < 1) {
    block *= 2;
    reach = block / 2;
  }
  return true;
}

function draw(what = keys) {
  gpgpu.compute({ ...show, args: { ...show.args, keys: what } });
}

function steps() {
  const stages = Math.log2(numbers.length);
  return (stages * (stages + 1)) / 2;
}

function report() {
  const all = steps();
  toggle.textContent = running ? "Pause" : "Run";
  state.textContent =
    block > numbers.length
      ? `All ${all} steps are done.`
      : `${calls} of ${all} steps. Next: runs of ${block}, at distance ${reach}.`;
  if (block > numbers.length) verdict(...check(keys.readSync()));
}

function check(list) {
  const want = numbers.slice().sort();
  const wrong = list.findIndex((v, i) => !Object.is(v, want[i]));
  return [
    wrong < 0,
    wrong < 0
      ? `${list.length.toLocaleString("en")} numbers stand where Float32Array.sort puts them, bit for bit.`
      : `Number ${wrong} is ${list[wrong]}; Float32Array.sort has ${want[wrong]}.`,
  ];
}

async function run() {
  if (running) {
    running = 0;
    return report();
  }
  if (block > numbers.length) await begin();
  shader = editor.value;
  const own = (running = ++runs);
  let last = 0;
  for (;;) {
    const now = await new Promise(requestAnimationFrame);
    if (running !== own) return;
    if (now - last < 60) continue;
    last = now;
    if (!step()) running = 0;
    draw();
    report();
  }
}

/** Nothing else is begun while it measures. */
function occupied(on) {
  for (const control of row.root.querySelectorAll("button, select")) control.disabled = on;
}

// All steps without drawing, on a copy; the clock stops when the result has been read, or where that takes long, when the GPU is done.
async function measure() {
  running = 0;
  shader = editor.value;
  occupied(true);
  const kept = { keys, block, reach, calls };
  let copy;
  try {
    copy = keys = gpgpu.makeArray("float", keys.shape, numbers);
    [block, reach, calls] = [2, 1, 0];
    let ms = 0;
    let how = "without writing and reading";
    for (let more = true; more;) {
      const start = performance.now();
      for (let i = 0; i < 6 && more; i++) more = step();
      settle(gpgpu);
      ms += performance.now() - start;
      await bar(Math.min(0.99, calls / steps()), `${calls} of ${steps()} steps`);
    }
    // Where that was quick, it is done again without pauses.
    if (ms < 700) {
      how = "with writing and reading";
      ({ ms } = await median(
        () => {
          keys.write(numbers);
          [block, reach, calls] = [2, 1, 0];
          while (step());
          keys.readSync();
        },
        5,
        700,
      ));
    }
    const [ok, words] = check(keys.readSync());
    verdict(ok, `All steps on a copy: ${words}`, `${calls} calls, ${duration(ms)} ${how}.`);
  } finally {
    await bar(1);
    copy?.dispose();
    ({ keys, block, reach, calls } = kept);
    occupied(false);
    report();
  }
}

// The same numbers by gpgpu.sort, drawn with the same shader and copied to the other canvas.
async function beside() {
  const list = gpgpu.makeArray("float", [numbers.length], numbers);
  let draws = 0,
    sorted;
  const taken = ["drawArrays", "drawArraysInstanced", "drawElements"].map((name) => [
    name,
    WebGL2RenderingContext.prototype[name],
  ]);
  for (const [name, draw] of taken)
    WebGL2RenderingContext.prototype[name] = function (...values) {
      draws++;
      return draw.apply(this, values);
    };
  try {
    sorted = gpgpu.sort(list);
  } finally {
    for (const [name, draw] of taken) WebGL2RenderingContext.prototype[name] = draw;
  }
  const square = sorted.reshape(keys.shape);
  draw(square);
  square.dispose();
  twin.getContext("2d").drawImage(canvas, 0, 0);
  const [ok, words] = check(sorted.readSync());
  const { ms } = await median(
    () => {
      const made = gpgpu.sort(list);
      made.readSync();
      made.dispose();
    },
    7,
    400,
  );
  own(ok, words, `${draws} draws, ${duration(ms)} with reading.`);
  list.dispose();
  sorted.dispose();
}
