// What takes double precision to tell, by A, the inverse of A as its columns and rows were scaled, and the status that says
// by which powers of two (shaders/lu/status.frag).

/** 2^-exponent for the exponents in a part of the status. */
function powers(status, part, n) {
  const padded = (n + 3) & ~3;
  return Float64Array.from({ length: n }, (_, k) => 2 ** -status[part * padded + k]);
}

/** The inverse X of A itself. */
function unscaled(scaled, status) {
  const n = Math.sqrt(scaled.length);
  const [columns, rows] = [powers(status, 2, n), powers(status, 3, n)];
  const x = new Float64Array(n * n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < n; j++, at++) x[at] = scaled[at] * columns[i] * rows[j];
  }
  return x;
}

/** The largest sum of magnitudes in a column. */
function norm(matrix) {
  const n = Math.sqrt(matrix.length);
  const sums = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < n; j++, at++) sums[j] += Math.abs(matrix[at]);
  }
  return sums.reduce((most, sum) => Math.max(most, sum), 0);
}

/** 1 / (‖A‖₁ ‖A⁻¹‖₁) */
export const reciprocal = (a, scaled, status) => 1 / norm(a) / norm(unscaled(scaled, status));

// Whether a matrix that looks singular is regular for certain.
//
// Column j of X is its largest. Where A is singular, that column is nearly all of the vector that A takes to zero: then
// X·A, which should leave it as it is, takes it to zero. Where X is an inverse, X·A changes it by X's error.
//
// A may also be regular only because its elements are rounded. Then a change of each by 2^-24 of itself makes it singular,
// and the largest eigenvalue of |X||A|, which is about the sum of its diagonal, is 2^24 at least (Demmel, The componentwise
// distance to the nearest singular matrix, SIAM J. Matrix Anal. Appl. 13, 1992). But many roundings do not all go in the
// worst direction: of a large matrix the largest element of the diagonal says more.
//
// If A is the product of its factors, elements that should be 0 are rounded, too: by 2^-23 of their row's and column's size.

/** Of A, the inverse of the scaled A (both row by row) and its status; `product`: A is the product of its factors. */
export function regular(a, scaled, status, product) {
  const x = unscaled(scaled, status),
    n = Math.sqrt(a.length),
    { abs, max } = Math,
    all = [...Array(n).keys()];
  const sum = (term) => all.reduce((sum, k) => sum + term(k), 0),
    most = (size) => all.reduce((most, k) => max(most, size(k)), 0);
  const columns = all.map((j) => most((i) => abs(a[i * n + j])));
  const rows = all.map((i) => most((j) => abs(a[i * n + j]) / columns[j]));
  let largest = 0,
    j = 0;
  x.forEach((value, at) => {
    const size = abs(value) * columns[(at / n) | 0] * rows[at % n];
    if (size > largest) [largest, j] = [size, at % n];
  });
  const residual = all.map((i) => (i === j) - sum((k) => a[i * n + k] * x[k * n + j]));
  const change = most((i) => abs(sum((k) => x[i * n + k] * residual[k])) * columns[i]);
  const error = change / most((i) => abs(x[i * n + j]) * columns[i]);
  const rounded = (k, i) => (product ? 2 * rows[k] * columns[i] : abs(a[k * n + i]));
  const diagonal = all.map((i) => sum((k) => abs(x[i * n + k]) * rounded(k, i)));
  return (
    error < 0.5 &&
    Math.min(sum((i) => diagonal[i]) * (1 + 2 * error), most((i) => diagonal[i]) * 8 * Math.sqrt(n)) < 2 ** 24
  );
}
