// A matrix is inverted: elimination with pivoting, one column a step, by two small kernels that a page could write. L fills the lower
// triangle, U (its diagonal is 1) the upper. Then the library's lu, inverse and matmul on the same matrix, and inverse on a large random
// one.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, numbersIn } from "./numbers.js";
import { table } from "./table.js";
import { inTurn } from "./turns.js";

const turn = inTurn();
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("The matrix", "Step by step");
const area = left.numbers("A, one row a line", "2 5 7 8\n4 13 20 25\n8 29 50 71\n10 34 78 98", "Two to twelve rows.");
area.addEventListener("change", () => left.attempt(turn(begin)));
const row = left.controls();
row.errors = left;
row.button(
  "One step",
  turn(() => step(typed())),
);
row.button(
  "All steps",
  turn(async () => {
    const kernels = typed();
    do await step(kernels);
    while (at < n);
  }),
  { class: "plain" },
);
row.button("Start again", turn(begin), { class: "plain" });
const state = left.status();
const verdict = left.verdict();
const where = h("div");
right.add(where);
const factors = right.verdict();
const results = h("div", { class: "matrices" });
right.add(results);
const [first, second] = ui.columns("Kernel: the pivot", "Kernel: a step of elimination");

const findPivot = first.editor(
  "Vertex shader (one vertex in all)",
  `
  uniform sampler2D A;
  uniform int k;
  flat out int pivot;

  // The row with the largest number of column k.
  void main() {
    float best = -1.0;
    pivot = k;
    for (int row = k; row < textureSize(A, 0).y; row++) {
      float size = abs(texelFetch(A, ivec2(k, row), 0).r);
      if (size > best) { best = size; pivot = row; }
    }
  }`,
  () => left.attempt(turn(again)),
);
const eliminate = second.editor(
  "Fragment shader (one fragment an element)",
  `
  uniform sampler2D A;
  uniform isampler2D pivot;
  uniform int k;
  out float next;

  float at(int row, int column) {
    return texelFetch(A, ivec2(column, row), 0).r;
  }

  // Rows k and pivot change places. Row k becomes U's;
  // what is below and right of it loses its share.
  void main() {
    int row = int(gl_FragCoord.y);
    int column = int(gl_FragCoord.x);
    int p = texelFetch(pivot, ivec2(0), 0).r;
    int from = row == k ? p : row == p ? k : row;
    float own = at(from, column);
    if (column > k && row >= k) {
      float u = at(p, column) / at(p, k);
      own = row == k ? u : own - at(from, k) * u;
    }
    next = own;
  }`,
  () => left.attempt(turn(again)),
);

let A; // the matrix, n rows of n
let n = 0;
let at = 0; // the column that comes next
let work; // A, on its way to L and U
let pivot;
let order; // which row of A each row was
let zero; // the first column whose pivot is 0, if any
await left.attempt(turn(again));

async function again() {
  const kernels = typed();
  await begin();
  while (at < n) await step(kernels);
}

/** Both kernels as they are now: people may type on while the steps run. */
function typed() {
  return [findPivot.value, eliminate.value];
}

async function begin() {
  const rows = area.value
    .split("\n")
    .map((line) => numbersIn("A", line))
    .filter((line) => line.length);
  n = rows.length;
  if (n < 2 || n > 12) throw new Error(`A: two to twelve rows are needed, not ${n}`);
  for (const [i, line] of rows.entries())
    if (line.length !== n || !line.every((v) => Number.isFinite(Math.fround(v))))
      throw new Error(`row ${i}: ${n} finite numbers are needed, as many as there are rows`);
  A = Float32Array.from(rows.flat());
  if (work) verdict(null, "Not inverted yet."); // before the first time both verdicts say so themselves
  if (work) factors(null, "L · U is compared with A when all steps are done.");
  work?.dispose();
  pivot?.dispose();
  work = gpgpu.makeArray("float", [n, n], A);
  pivot = gpgpu.makeArray("int", [1]);
  order = Array.from({ length: n }, (_, i) => i);
  [at, zero] = [0, undefined];
  results.replaceChildren();
  state.textContent = `Step 0 of ${n}.`;
  showWork(await work.read(), null);
  await finish();
}

function run(editor, kernel) {
  editor.mark("");
  try {
    gpgpu.compute(kernel);
  } catch (error) {
    editor.mark(error.message);
    throw error;
  }
}

async function step([vertexShader, fragmentShader]) {
  if (at >= n) await begin();
  run(findPivot, { id: "Pivot", vertexShader, elementCount: 1, args: { A: work, k: at, pivot } });
  run(eliminate, { id: "Eliminate", fragmentShader, args: { A: work, pivot, k: at, next: work } });
  const [p] = await pivot.read();
  if (!(p >= at && p < n))
    throw new Error(`the pivot of column ${at} is said to be in row ${p}; rows ${at} to ${n - 1} are left`);
  [order[at], order[p]] = [order[p], order[at]];
  const numbers = await work.read();
  const exchanged = p === at ? "" : `, which changes places with row ${at}`;
  const found = `the pivot of column ${at} is ${show(numbers[at * n + at])}, found in row ${p}${exchanged}`;
  state.textContent = `Step ${at + 1} of ${n}: ${found}.`;
  if (numbers[at * n + at] === 0) zero ??= at;
  at++;
  showWork(numbers, at - 1);
  if (at === n) await compareFactors();
}

/** Says how the finished factors compare with A, and with those of gpgpu.lu. */
async function compareFactors() {
  if (zero < n - 1) {
    const why = `The pivot of column ${zero} is 0, and row ${zero} of U would be divided by it`;
    return factors(null, `${why}: A is singular, and these are no factors of it.`);
  }
  const own = gpgpu.lu(gpgpu.makeTextureInfo("float", [n, n], A));
  const rows = await own.order.read();
  const apart = off(await work.read(), order);
  const theirs = off(await own.LU.read(), rows);
  const most = 1e-4 * Math.max(...A.map(Math.abs));
  factors(
    apart < most && theirs < most,
    `L · U with its rows put back, in plain JS (float64), differs from A by at most ${show(apart)}. ` +
      `gpgpu.lu takes the rows in the order ${Array.from(rows).join(", ")}; there it is ${show(theirs)}.`,
  );
  for (const array of [own.LU, own.order]) array.dispose();
}

/** How far the product of L and U is from A: its row i is row `places[i]` of A. */
function off(LU, places) {
  let most = 0;
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++) {
      let sum = 0;
      for (let i = 0; i <= Math.min(r, c); i++) sum += LU[r * n + i] * (i === c ? 1 : LU[i * n + c]);
      most = Math.max(most, Math.abs(sum - A[places[r] * n + c])); // a NaN stays
    }
  return most;
}

/** The matrix in work, of which column `done` was the last to be eliminated (null: none was). */
function showWork(numbers, done) {
  const kindOf = (r, c) => {
    if (done === null) return "";
    const kind = c <= done && r >= c ? "lower" : r <= done && c > r ? "upper" : "";
    return r === done && c === done ? `${kind} pivot` : kind;
  };
  const body = Array.from({ length: n }, (_, r) => {
    const cells = Array.from({ length: n }, (_, c) =>
      h("td", { class: kindOf(r, c) }, show(Number(numbers[r * n + c].toPrecision(4)))),
    );
    return [String(order[r]), ...cells];
  });
  const legend = "Teal is L; orange is U, whose diagonal is 1; the rest is still A. Rows are named by where they were.";
  where.replaceChildren(table("L and U in one matrix", columnNames(), body), h("p", { class: "legend" }, legend));
}

// The library's inverse of the same matrix, A · A⁻¹, and the check against Gauss and Jordan in plain JS.
async function finish() {
  const a = gpgpu.makeArray("float", [n, n], A);
  let inverse;
  try {
    inverse = gpgpu.inverse(a);
  } catch (error) {
    a.dispose();
    if (error.code !== "SINGULAR_MATRIX") throw error;
    return verdict(null, `A has no inverse. gpgpu.inverse says so: ${error.message}.`);
  }
  const X = await inverse.read();
  const product = gpgpu.matmul(a, inverse);
  const I = await product.read();
  const want = inJS(A, n);
  const size = Math.max(...want.map(Math.abs));
  const apart = Math.max(...X.map((v, i) => Math.abs(v - want[i]))) / size;
  const residual = Math.max(...I.map((v, i) => Math.abs(v - (i % (n + 1) === 0 ? 1 : 0))));
  const { ms } = await median(
    () => {
      const made = gpgpu.inverse(a);
      made.readSync();
      made.dispose();
    },
    7,
    200,
  );
  for (const array of [a, inverse, product]) array.dispose();
  verdict(
    apart < 1e-3,
    `The inverse differs by ${show(apart)} of its largest element from plain JS (float64); ` +
      `max |A · A⁻¹ − 1| is ${show(residual)}.`,
    `${duration(ms)} with reading.`,
  );
  results.replaceChildren(squareTable("A⁻¹", X), squareTable("A · A⁻¹", I));
}

function squareTable(caption, numbers) {
  const rows = Array.from({ length: n }, (_, r) => [
    String(r),
    ...Array.from({ length: n }, (_, c) => brief(numbers[r * n + c])),
  ]);
  return table(caption, columnNames(), rows);
}

function columnNames() {
  return ["", ...Array.from({ length: n }, (_, c) => String(c))];
}

// What rounding leaves where a zero should be is shown by its size alone.
function brief(v) {
  return v !== 0 && Math.abs(v) < 1e-3 ? v.toExponential(0).replaceAll("-", "−") : show(Number(v.toPrecision(4)));
}

function inJS(list, size) {
  const M = Float64Array.from(list);
  const X = Float64Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 1 : 0));
  for (let k = 0; k < size; k++) {
    let p = k;
    for (let r = k + 1; r < size; r++) if (Math.abs(M[r * size + k]) > Math.abs(M[p * size + k])) p = r;
    for (const m of [M, X])
      for (let c = 0; c < size; c++) [m[k * size + c], m[p * size + c]] = [m[p * size + c], m[k * size + c]];
    const head = M[k * size + k];
    for (const m of [M, X]) for (let c = 0; c < size; c++) m[k * size + c] /= head;
    for (let r = 0; r < size; r++) {
      const factor = M[r * size + k];
      if (r === k || factor === 0) continue;
      for (const m of [M, X]) for (let c = 0; c < size; c++) m[r * size + c] -= factor * m[k * size + c];
    }
  }
  return X;
}

const large = ui.panel("A large random matrix");
const more = large.controls();
more.errors = large;
const rows = more.select("Rows", [64, 128, 256, 512, 1024], 128);
more.button("Invert", random);
const bar = large.progress("Inverting");
const found = large.verdict();
await large.attempt(random);

async function random() {
  const size = Number(rows.value);
  const numbers = Float32Array.from({ length: size * size }, () => 2 * Math.random() - 1);
  await bar(0.1, "on the GPU");
  const arrays = [gpgpu.makeArray("float", [size, size], numbers)];
  try {
    found(...(await invert(size, numbers, arrays)));
  } finally {
    await bar(1);
    for (const array of arrays) array.dispose();
  }
}

/** The verdict on one of them; what it keeps on the GPU is added to `arrays`. */
async function invert(size, numbers, arrays) {
  const [a] = arrays;
  const { ms } = await median(
    () => {
      const made = gpgpu.inverse(a);
      made.readSync();
      made.dispose();
    },
    3,
    1500,
  );
  arrays.push(gpgpu.inverse(a));
  const X = await arrays[1].read();
  await bar(0.5, "A · A⁻¹ in plain JS");
  const { residual, relative } = compareRows(numbers, X, size);
  const condition = norm(numbers, size) * norm(X, size);
  let plain = "";
  if (size <= 512) {
    await bar(0.6, "in plain JS");
    const start = performance.now();
    inJS(numbers, size);
    plain = ` Gauss and Jordan in plain JS: ${duration(performance.now() - start)}.`;
  }
  return [
    relative < 1e-6 * Math.sqrt(size),
    `${size} x ${size}: max |A · A⁻¹ − 1| in plain JS (float64) is ${show(residual)}, ${show(relative)} of |A| |A⁻¹|. ` +
      `Rounding grows with the condition number, which is ${show(Math.round(condition))} here.`,
    `${duration(ms)} with reading.${plain}`,
  ];
}

/** The largest element of A · X − 1, and the largest beside that of |A| |X|; of a large matrix some rows are enough. */
function compareRows(A, X, size) {
  let [residual, relative] = [0, 0];
  const count = Math.min(size, 64);
  for (let pick = 0; pick < count; pick++) {
    const row = Math.floor((pick * size) / count);
    const [sums, sizes] = [new Float64Array(size), new Float64Array(size)];
    sums[row] = -1;
    for (let i = 0; i < size; i++)
      for (let c = 0; c < size; c++) {
        const term = A[row * size + i] * X[i * size + c];
        sums[c] += term;
        sizes[c] += Math.abs(term);
      }
    for (let c = 0; c < size; c++) {
      residual = Math.max(residual, Math.abs(sums[c])); // a NaN stays
      relative = Math.max(relative, Math.abs(sums[c]) / sizes[c]);
    }
  }
  return { residual, relative };
}

/** The largest sum of a column, signs left out: the 1-norm. */
function norm(M, size) {
  const sums = new Float64Array(size);
  M.forEach((v, i) => {
    sums[i % size] += Math.abs(v);
  });
  return Math.max(...sums);
}
