// The same network in plain JS, with float64.
import { CLASSES, PIXELS } from "./digits-data.js";

export const HIDDEN = 64;

/** Random numbers that are the same each time, smaller where a layer sums more. */
export function firstWeights() {
  let state = 9;
  const next = () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  return [
    [PIXELS + 1, HIDDEN],
    [HIDDEN, CLASSES],
  ].map(([rows, cols]) => ({
    shape: [rows, cols],
    data: Float32Array.from({ length: rows * cols }, () => normal() * Math.sqrt(1 / rows)),
  }));
}

/** The loss of a batch under the first weights, and its slopes by them. */
export function slopesInJS({ inputs, wanted }, count) {
  const [first, second] = firstWeights().map(({ data }) => data);
  const width = PIXELS + 1;
  const slopes = [new Float64Array(first.length), new Float64Array(second.length)];
  let loss = 0;
  for (let digit = 0; digit < count; digit++) {
    const sums = new Float64Array(HIDDEN);
    const scores = new Float64Array(CLASSES);
    const back = new Float64Array(HIDDEN);
    for (let i = 0; i < width; i++) {
      const ink = inputs[digit * width + i];
      if (ink !== 0) for (let u = 0; u < HIDDEN; u++) sums[u] += ink * first[i * HIDDEN + u];
    }
    for (let u = 0; u < HIDDEN; u++)
      for (let c = 0; c < CLASSES; c++) scores[c] += Math.max(0, sums[u]) * second[u * CLASSES + c];
    const top = Math.max(...scores);
    const all = scores.reduce((sum, score) => sum + Math.exp(score - top), 0);
    scores.forEach((score, c) => {
      const target = wanted[digit * CLASSES + c];
      const slope = (Math.exp(score - top) / all - target) / count;
      loss += (target * (Math.log(all) + top - score)) / count;
      for (let u = 0; u < HIDDEN; u++) {
        slopes[1][u * CLASSES + c] += Math.max(0, sums[u]) * slope;
        if (sums[u] >= 0) back[u] += second[u * CLASSES + c] * slope;
      }
    });
    for (let i = 0; i < width; i++) {
      const ink = inputs[digit * width + i];
      if (ink !== 0) for (let u = 0; u < HIDDEN; u++) slopes[0][i * HIDDEN + u] += ink * back[u];
    }
  }
  return { loss, slopes };
}
