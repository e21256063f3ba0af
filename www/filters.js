// Each pixel becomes a weighted sum of its nine neighbours. The picture goes up as it is, every further pass reads
// the array that the last one wrote, and the end is drawn to the canvas from the GPU. Drop a picture of yours on it.
//
// Weights that sum to 1 keep the brightness; weights that sum to 0 are blind to even areas, and leave the edges.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, compare, numbersIn } from "./numbers.js";
import { latest } from "./turns.js";
import { evening, fromFile, acceptPicture } from "./picture.js";

const FILTERS = {
  Blur: "0.0625 0.125 0.0625\n0.125 0.25 0.125\n0.0625 0.125 0.0625",
  Sharpen: "0 -1 0\n-1 5 -1\n0 -1 0",
  Edges: "-1 -1 -1\n-1 8 -1\n-1 -1 -1",
  Emboss: "-2 -1 0\n-1 1 1\n0 1 2",
  "Edges from left to right": "-1 0 1\n-2 0 2\n-1 0 1",
  "As it is": "0 0 0\n0 1 0\n0 0 0",
};
const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
const [left, right] = ui.columns("Picture", "Filter");
let picture = evening(480, 320);
const canvas = left.canvas(
  picture.width,
  picture.height,
  "The filtered picture",
  "Drop a picture here, or choose one below.",
);
await init();
const gpgpu = CreateGPGPU(canvas);

const KERNEL = `
  uniform sampler2D picture;
  uniform float weights[9];
  out vec4 color;

  void main() {
    ivec2 last = textureSize(picture, 0) - 1;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 9; i++) {
      ivec2 at = ivec2(gl_FragCoord.xy);
      at += ivec2(i % 3, i / 3) - 1;
      at = clamp(at, ivec2(0), last);
      vec3 near = texelFetch(picture, at, 0).rgb;
      sum += weights[i] * near;
    }
    color = vec4(clamp(sum, 0.0, 1.0), 1.0);
  }`;

const draw = {
  id: "DrawPicture",
  vertexShader: `
    in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
  fragmentShader: `
    uniform sampler2D picture;
    out vec4 color;
    void main() {          // row 0 is the picture's top
      ivec2 at = ivec2(gl_FragCoord.xy);
      color = texelFetch(picture, ivec2(at.x, textureSize(picture, 0).y - 1 - at.y), 0);
    }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1) },
};

const choice = right.select("Filter", Object.keys(FILTERS), "Edges", (name) => {
  weights.value = FILTERS[name];
  right.attempt(run);
});
const weights = right.numbers("Weights of the nine neighbours", FILTERS.Edges, "Row by row, the upper row first.");
weights.addEventListener("change", () => right.attempt(run));
const editor = right.editor("Fragment shader (one fragment a pixel)", KERNEL, () => right.attempt(run));
const row = left.controls();
row.errors = right;
const passes = row.range("Passes", { min: 1, max: 30, step: 1, value: 1, digits: 0 }, () => right.attempt(run));
row.button("Run", run);
row.button("The evening again", () => change(evening(480, 320)), { class: "plain" });
const input = h("input", { type: "file", accept: "image/*" });
left.add(h("label", {}, "A picture of yours (it stays in this page) ", input));
const bar = right.progress("Filtering", true);
const verdict = right.verdict();
acceptPicture(canvas.parentElement, input, (file) => right.attempt(async () => change(await fromFile(file, 960))));
await right.attempt(run);

function change(made) {
  picture = made;
  canvas.width = picture.width;
  canvas.height = picture.height;
  return run();
}

async function compute(fragmentShader) {
  editor.mark("");
  try {
    const numbers = numbersIn("weights", weights.value);
    if (numbers.length !== 9 || !numbers.every((v) => Number.isFinite(Math.fround(v))))
      throw new Error("weights: nine finite numbers are needed");
    // All of these may be changed meanwhile.
    const [source, name, count] = [picture, choice.value, Number(passes.value)];
    const { width, height } = source;
    const result = gpgpu.makeArray("vec4", [height, width]);
    const filter = (from) =>
      gpgpu.compute({
        id: "Filter",
        fragmentShader,
        args: { picture: from, weights: numbers, color: result },
      });
    await bar(0, "The first pass");
    filter(source);
    const first = await result.read();
    for (let i = 1; i < count; i++) {
      filter(result);
      if (i % 5 === 0) await bar((0.6 * i) / count, `Pass ${i} of ${count}`);
    }
    draw.args.picture = result;
    gpgpu.compute(draw);
    await bar(0.7, "The same in plain JS");
    const { difference, ok } = compare(first, inJS(source, numbers), 1e-5);
    await bar(0.8, "Measuring");
    const { ms } = await median(
      async () => {
        for (let i = 0; i < 20; i++) filter(result);
        await result.read();
      },
      5,
      800,
    );
    result.dispose();
    verdict(
      ok,
      `Over ${width} x ${height} pixels the first pass differs by at most ${show(difference)} from the weighted sums of plain JS.`,
      `${duration(ms / 20)} a pass (20 of them, and one reading).`,
    );
    canvas.setAttribute("aria-label", `The picture after ${count} passes of the filter ${name}`);
  } catch (error) {
    editor.mark(error.message);
    throw error;
  } finally {
    await bar(1);
  }
}

function inJS(picture, numbers) {
  const { width, height } = picture;
  const { data } = picture.getContext("2d").getImageData(0, 0, width, height);
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let i = 0; i < 9; i++) {
          const px = Math.min(width - 1, Math.max(0, x + (i % 3) - 1));
          const py = Math.min(height - 1, Math.max(0, y + Math.floor(i / 3) - 1));
          sum += numbers[i] * (data[4 * (py * width + px) + c] / 255);
        }
        out[at + c] = Math.min(1, Math.max(0, sum));
      }
      out[at + 3] = 1;
    }
  return out;
}
