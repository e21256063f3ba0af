// C = A · B, by the library's own matmul, by two kernels as a page would write them (a fragment of one number, a vertex that reads four),
// and in plain JS.
// The operands lie on the GPU before the clock starts, which stops when the GPU is done. Edit the kernel and see what it gains.
//
// A product takes m k n multiplications and as many additions; a GFLOP/s is a billion of these a second.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page, h, show, duration, median, wholeNumber } from "./page.js";
import { latest } from "./turns.js";
import { settle } from "./bench/measure.js";

const run = latest(compute);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Product", "A kernel of yours");
const row = left.controls();
row.errors = left;
const sizes = [["Rows of A", 256], ["Columns of A", 256], ["Columns of B", 256]].map(([label, value]) => row.number(label, { min: 1, max: 2048, value }));
const technique = row.select("Technique", { "": "all of them", library: "gpgpu.matmul", plain: "fragment kernel", own: "the kernel beside", js: "plain JS" }, "", () => left.attempt(run));
row.button("Run", run);
const bar = left.progress("Measuring");
const verdict = left.verdict();
const where = h("div");
left.add(where);
const editor = right.editor("Vertex shader (one vertex an element of C)", `
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
  }`, () => left.attempt(run));
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

async function compute() {
  editor.mark("");
  const [m, k, n] = sizes.map(wholeNumber);
  const A = Float32Array.from({ length: m * k }, () => 2 * Math.random() - 1);
  const B = Float32Array.from({ length: k * n }, () => 2 * Math.random() - 1);
  const a = gpgpu.makeArray("float", [m, k], A), b = gpgpu.makeArray("float", [k, n], B), c = gpgpu.makeArray("float", [m, n]);
  const made = [a, b, c];
  const ways = [
    { key: "library", name: "gpgpu.matmul", make: () => gpgpu.matmul(a, b) },
    { key: "plain", name: "fragment kernel", make: () => { gpgpu.compute({ id: "PlainProduct", fragmentShader: PLAIN, args: { A: a, B: b, C: c } }); return c; } },
  ];
  if (k % 4 === 0) {
    const turned = Float32Array.from(B, (_, i) => B[(i % k) * n + Math.floor(i / k)]);
    const a4 = gpgpu.makeArray("vec4", [m, k / 4], A), b4 = gpgpu.makeArray("vec4", [n, k / 4], turned);
    made.push(a4, b4);
    ways.push({ key: "own", name: "the kernel beside", make: () => { gpgpu.compute({ id: "OwnProduct", vertexShader: editor.value, args: { A: a4, BT: b4, columns: n, C: c } }); return c; } });
  }
  const lines = [];
  let left = "";
  const picked = ways.filter(({ key }) => !technique.value || technique.value === key);
  try {
    if (technique.value === "own" && !picked.length) throw new Error(`the kernel beside takes four numbers at once: A's columns are to be a multiple of 4, and are ${k}`);
    for (const [i, way] of picked.entries()) {
      // A kernel of many seconds blocks the page, and browsers may end it: only who asks for it has it.
      if (!technique.value && lines[0]?.ms > 500) { left = " The kernels are left out, since they would take long here; choose one to measure it."; break; }
      await bar(i / (picked.length + 1), way.name);
      const product = way.make();
      const error = errorOf(A, B, await product.read(), m, k, n);
      if (product !== c) product.dispose();
      const { ms } = await median(() => {
        const result = way.make();
        settle(gpgpu);
        if (result !== c) result.dispose();
      }, 7, 600);
      lines.push({ name: way.name, ms, error });
    }
    if (technique.value === "js" || (!technique.value && m * k * n <= 2 ** 25)) {
      await bar(0.9, "plain JS");
      let C;
      const { ms } = await median(() => { C = inJS(A, B, m, k, n); }, 3, 300);
      lines.push({ name: "plain JS", ms, error: errorOf(A, B, C, m, k, n) });
    }
  } catch (error) {
    editor.mark(error.kernel === "OwnProduct" ? error.message : "");
    throw error;
  } finally {
    await bar(1);
    for (const array of made) array.dispose();
  }
  const worst = Math.max(...lines.map((line) => line.error));
  verdict(worst < 1e-6 * Math.sqrt(k), `The largest error beside plain JS (float64) is ${show(worst)} of |A| |B|; float32 resolves 6e−8.${left}`);
  where.replaceChildren(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Times" }, h("table", {}, h("caption", {}, `${m} x ${k} times ${k} x ${n}`),
    h("thead", {}, h("tr", {}, ...["technique", "time", "GFLOP/s", "error"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...lines.map(({ name, ms, error }) => h("tr", {}, h("th", { scope: "row", class: "name" }, name), h("td", {}, duration(ms)), h("td", {}, ((2 * m * k * n) / ms / 1e6).toFixed(2)), h("td", {}, error > 1e-15 ? error.toExponential(1) : "–")))))));
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
    const at = Math.floor((pick * m * n) / count), row = Math.floor(at / n), column = at % n;
    let sum = 0, size = 1e-30;
    for (let i = 0; i < k; i++) {
      const term = A[row * k + i] * B[i * n + column];
      sum += term;
      size += Math.abs(term);
    }
    worst = Math.max(worst, Math.abs(C[at] - sum) / size);
  }
  return worst;
}
