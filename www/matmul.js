// C = A · B, by the library's own matmul, by two kernels as a page would write them (a fragment of one number, a vertex that reads four),
// and in plain JS.
// The operands lie on the GPU before the clock starts, which stops when the GPU is done. Edit the kernel and see what it gains.
//
// A product takes m k n multiplications and as many additions; a GFLOP/s is a billion of these a second.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, wholeNumber } from "./numbers.js";
import { nameHead, table } from "./table.js";
import { latest } from "./turns.js";
import { settle } from "./bench/measure.js";

const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Product", "A kernel of yours");
const row = left.controls();
row.errors = left;
const sizes = [
  ["Rows of A", 256],
  ["Columns of A", 256],
  ["Columns of B", 256],
].map(([label, value]) => row.number(label, { min: 1, max: 2048, value }));
const technique = row.select(
  "Technique",
  { "": "all of them", library: "gpgpu.matmul", plain: "fragment kernel", own: "the kernel beside", js: "plain JS" },
  "",
  () => left.attempt(run),
);
row.button("Run", run);
const bar = left.progress("Measuring");
const verdict = left.verdict();
const where = h("div");
left.add(where);
const editor = right.editor(
  "Vertex shader (one vertex an element of C)",
  `
  uniform sampler2D A;    // four numbers a texel
  uniform sampler2D BT;   // B turned
  uniform int columns;    // of C
  out float C;

  void main() {
    int row = gl_VertexID / columns;
    int column = gl_VertexID % columns;
    float sum = 0.0;
    for (int i = 0; i < textureSize(A, 0).x; i++)
      sum += dot(texelFetch(A, ivec2(i, row), 0),
                 texelFetch(BT, ivec2(i, column), 0));
    C = sum;
  }`,
  () => left.attempt(run),
);
right.text("It runs where A's columns are a multiple of 4.", { class: "hint" });

const PLAIN = `
  uniform sampler2D A;
  uniform sampler2D B;
  out float C;
  void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float sum = 0.0;
    for (int i = 0; i < textureSize(A, 0).x; i++) sum += texelFetch(A, ivec2(i, at.y), 0).r * texelFetch(B, ivec2(at.x, i), 0).r;
    C = sum;
  }`;
await left.attempt(run);

async function compute(vertexShader) {
  editor.mark("");
  const [m, k, n] = sizes.map(wholeNumber);
  if (technique.value === "own" && k % 4)
    throw new Error(
      `the kernel beside takes four numbers at once: A's columns are to be a multiple of 4, and are ${k}`,
    );
  const A = Float32Array.from({ length: m * k }, () => 2 * Math.random() - 1);
  const B = Float32Array.from({ length: k * n }, () => 2 * Math.random() - 1);
  const arrays = [];
  try {
    report(await measure(vertexShader, A, B, [m, k, n], arrays), [m, k, n]);
  } catch (error) {
    editor.mark(error.kernel === "OwnProduct" ? error.message : "");
    throw error;
  } finally {
    await bar(1);
    for (const array of arrays) array.dispose();
  }
}

/** The ways to have C on the GPU; what they keep there is added to `arrays`. */
function waysOnGpu(vertexShader, A, B, [m, k, n], arrays) {
  const keep = (...made) => {
    arrays.push(gpgpu.makeArray(...made));
    return arrays.at(-1);
  };
  const [a, b, c] = [keep("float", [m, k], A), keep("float", [k, n], B), keep("float", [m, n])];
  const kernel = (param) => {
    gpgpu.compute(param);
    return c;
  };
  const plain = { id: "PlainProduct", fragmentShader: PLAIN, args: { A: a, B: b, C: c } };
  const ways = [{ key: "library", name: "gpgpu.matmul", make: () => gpgpu.matmul(a, b) }];
  // Where floats cannot be rendered to, it is left out, unless it is asked for: then the message says why.
  if (gpgpu.capabilities().floatTargets === "full" || technique.value)
    ways.push({ key: "plain", name: "fragment kernel", make: () => kernel(plain) });
  if (k % 4 === 0) {
    const turned = Float32Array.from(B, (_, i) => B[(i % k) * n + Math.floor(i / k)]);
    const args = { A: keep("vec4", [m, k / 4], A), BT: keep("vec4", [n, k / 4], turned), columns: n, C: c };
    const own = { id: "OwnProduct", vertexShader, args };
    ways.push({ key: "own", name: "the kernel beside", make: () => kernel(own) });
  }
  const kept = new Set(arrays);
  const drop = (product) => kept.has(product) || product.dispose();
  return ways.map((way) => ({ ...way, drop })).filter(({ key }) => !technique.value || technique.value === key);
}

/** The name, time and error of each way that was asked for, and a remark on what was left out. */
async function measure(vertexShader, A, B, [m, k, n], arrays) {
  const lines = [];
  let remark = "";
  const ways = waysOnGpu(vertexShader, A, B, [m, k, n], arrays);
  for (const [i, { name, make, drop }] of ways.entries()) {
    // A kernel of many seconds blocks the page, and browsers may end it: only who asks for it has it.
    if (!technique.value && lines[0]?.ms > 500) {
      remark = " The kernels are left out, since they would take long here; choose one to measure it.";
      break;
    }
    await bar(i / (ways.length + 1), name);
    const product = make();
    const error = errorOf(A, B, await product.read(), m, k, n);
    drop(product);
    const run = () => {
      const result = make();
      settle(gpgpu);
      drop(result);
    };
    lines.push({ name, error, ...(await median(run, 7, 600)) });
  }
  if (technique.value === "js" || (!technique.value && m * k * n <= 2 ** 25)) {
    await bar(0.9, "plain JS");
    let C;
    const run = () => {
      C = inJS(A, B, m, k, n);
    };
    const { ms } = await median(run, 3, 300);
    lines.push({ name: "plain JS", ms, error: errorOf(A, B, C, m, k, n) });
  }
  return { lines, remark };
}

function report({ lines, remark }, [m, k, n]) {
  const worst = Math.max(...lines.map((line) => line.error));
  verdict(
    worst < 1e-6 * Math.sqrt(k),
    `The largest error beside plain JS (float64) is ${show(worst)} of |A| |B|; float32 resolves 6e−8.${remark}`,
  );
  const rows = lines.map(({ name, ms, error }) => [
    nameHead(name),
    duration(ms),
    ((2 * m * k * n) / ms / 1e6).toFixed(2),
    error > 1e-15 ? error.toExponential(1) : "–",
  ]);
  const caption = `${m} x ${k} times ${k} x ${n}`;
  where.replaceChildren(table(caption, ["technique", "time", "GFLOP/s", "error"], rows));
}

function inJS(A, B, m, k, n) {
  const C = new Float64Array(m * n);
  for (let r = 0; r < m; r++)
    for (let i = 0; i < k; i++) {
      const x = A[r * k + i];
      for (let c = 0; c < n; c++) C[r * n + c] += x * B[i * n + c];
    }
  return C;
}

// Of a large product some elements are enough.
function errorOf(A, B, C, m, k, n) {
  let worst = 0;
  const count = Math.min(m * n, 4096);
  for (let pick = 0; pick < count; pick++) {
    const at = Math.floor((pick * m * n) / count);
    const row = Math.floor(at / n);
    const column = at % n;
    let sum = 0;
    let size = 1e-30;
    for (let i = 0; i < k; i++) {
      const term = A[row * k + i] * B[i * n + column];
      sum += term;
      size += Math.abs(term);
    }
    worst = Math.max(worst, Math.abs(C[at] - sum) / size);
  }
  return worst;
}
