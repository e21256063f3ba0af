// A small network learns to tell two spirals apart, in the page: two layers of relu, trained on all points at once with Adam. Every
// number stays on the GPU; matmul, relu, reluGrad, transpose, hadamard and map do all of it, and only the loss and the picture are read,
// once for some steps.
//
// The colour of the plane is what the network answers there, paler where it is not sure. It begins with a straight border; watch how it
// bends around the points.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show } from "./numbers.js";
import { colour, onTheme } from "./theme.js";
import { chart } from "./chart.js";

const POINTS = 384;
const HIDDEN = 32;
const GRID = 64;
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("What it has learned", "How far it is");
const canvas = left.canvas(
  GRID * 8,
  GRID * 8,
  "The plane, coloured by the network's answer, with the points of both spirals",
);
const row = left.controls();
const rate = row.range("Learning rate", { min: 0.001, max: 0.03, step: 0.001, value: 0.01, digits: 3 });
const state = right.text("", { class: "timing" });
const curve = h("div");
right.add(curve);
const verdict = right.verdict();

const small = Object.assign(document.createElement("canvas"), { width: GRID, height: GRID }).getContext("2d");

const { points, side } = spirals(POINTS);
const X = gpgpu.makeArray("float", [POINTS, 3], points);
const target = gpgpu.makeArray("float", [POINTS, 1], side);
const plane = gpgpu.makeArray(
  "float",
  [GRID * GRID, 3],
  Float32Array.from({ length: 3 * GRID * GRID }, (_, i) => {
    const cell = Math.floor(i / 3);
    return [(((cell % GRID) + 0.5) / GRID) * 2.4 - 1.2, 1.2 - ((Math.floor(cell / GRID) + 0.5) / GRID) * 2.4, 1][i % 3];
  }),
);
let weights,
  moments,
  steps,
  losses,
  spent,
  pace = 4,
  drawn = 0;

// Arrays made in `work` are given back when it ends, but for the one that it returns.
function tidy(work) {
  const made = [];
  const kept = work((array) => {
    made.push(array);
    return array;
  });
  for (const array of made) if (array !== kept) array.dispose();
  return kept;
}

function forward(input, keep) {
  const Z1 = keep(gpgpu.matmul(input, weights[0]));
  const H1 = keep(gpgpu.relu(Z1));
  const Z2 = keep(gpgpu.matmul(H1, weights[1]));
  const H2 = keep(gpgpu.relu(Z2));
  return { Z1, H1, Z2, H2, answer: keep(gpgpu.matmul(H2, weights[2])) };
}

function train() {
  steps++;
  tidy((keep) => {
    const { Z1, H1, Z2, H2, answer } = forward(X, keep);
    // d loss / d answer, the loss being the mean of log(1 + exp(-side * answer))
    const d3 = keep(gpgpu.map("-side / (1.0 + exp(side * answer)) / count", { side: target, answer, count: POINTS }));
    const d2 = keep(gpgpu.hadamard(keep(gpgpu.matmul(d3, weights[2], { transposeB: true })), keep(gpgpu.reluGrad(Z2))));
    const d1 = keep(gpgpu.hadamard(keep(gpgpu.matmul(d2, weights[1], { transposeB: true })), keep(gpgpu.reluGrad(Z1))));
    const slopes = [
      keep(gpgpu.matmul(keep(gpgpu.transpose(X)), d1)),
      keep(gpgpu.matmul(H1, d2, { transposeA: true })),
      keep(gpgpu.matmul(H2, d3, { transposeA: true })),
    ];
    slopes.forEach((slope, i) => {
      const [mean, square] = moments[i];
      moments[i] = [
        gpgpu.map("0.9 * mean + 0.1 * slope", { mean, slope }),
        gpgpu.map("0.99 * square + 0.01 * slope * slope", { square, slope }),
      ];
      const next = gpgpu.map("weight - rate * mean / (sqrt(square) + 1e-7)", {
        weight: weights[i],
        mean: moments[i][0],
        square: moments[i][1],
        rate: (Number(rate.value) * Math.sqrt(1 - 0.99 ** steps)) / (1 - 0.9 ** steps),
      });
      for (const old of [mean, square, weights[i]]) old.dispose();
      weights[i] = next;
    });
  });
}

async function lossNow() {
  const mean = tidy((keep) =>
    gpgpu.mean(keep(gpgpu.map("log(1.0 + exp(-side * answer))", { side: target, answer: forward(X, keep).answer }))),
  );
  const [loss] = await mean.read();
  mean.dispose();
  return loss;
}

function begin() {
  for (const array of [...(weights ?? []), ...(moments ?? []).flat()]) array.dispose();
  weights = firstWeights().map(({ shape, data }) => gpgpu.makeArray("float", shape, data));
  moments = weights.map(({ shape }) => [gpgpu.makeArray("float", shape), gpgpu.makeArray("float", shape)]);
  [steps, losses, spent] = [0, [], 0];
}

async function frame() {
  const start = performance.now();
  for (let i = 0; i < pace; i++) train();
  const loss = await lossNow();
  const took = performance.now() - start;
  spent += took;
  // As many steps a frame as leave the page free: the loss waits for all of them.
  pace = took < 20 ? Math.min(20, pace + 1) : took > 50 ? Math.max(1, pace - 1) : pace;
  losses.push([steps, loss]);
  const seen = tidy((keep) => forward(plane, keep).answer.clone());
  paint(await seen.read());
  seen.dispose();
  state.textContent = `${steps} steps, loss ${show(Number(loss.toPrecision(3)))}, ${((steps / spent) * 1000).toFixed(0)} steps a second`;
  if (performance.now() - drawn < 250) return;
  drawn = performance.now();
  curve.replaceChildren(
    chart({
      title: "Loss",
      x: "step",
      y: "loss",
      logX: false,
      logY: true,
      series: [{ name: "mean of log(1 + exp(−side · answer))", points: thin(losses) }],
    }),
  );
}

await right.attempt(async () => {
  await check();
  begin();
});
const loop = left.loop(row, frame);
onTheme(loop.once);
row.button(
  "Start again",
  async () => {
    await loop.between(begin);
    await loop.once();
  },
  { class: "plain" },
);

// The first ten steps, here and in plain JS with float64.
async function check() {
  begin();
  const plain = networkInJS();
  let off = 0;
  for (let i = 0; i < 10; i++) {
    train();
    plain.train(Number(rate.value));
    off = Math.max(off, Math.abs((await lossNow()) - plain.loss()));
  }
  verdict(
    off < 1e-3,
    `Over the first ten steps the loss differs by at most ${show(off)} from the same network in plain JS (float64).`,
  );
}

function paint(answers) {
  const context = canvas.getContext("2d");
  const [ground, first, second] = [0, 1, 2].map((i) => colour(`--texel-${i}`));
  const field = small.createImageData(GRID, GRID);
  for (let i = 0; i < GRID * GRID; i++) {
    const sure = 0.75 * Math.tanh(Math.abs(answers[i]) / 2);
    const tone = answers[i] > 0 ? first : second;
    for (let c = 0; c < 3; c++) field.data[4 * i + c] = 255 * (ground[c] + sure * (tone[c] - ground[c]));
    field.data[4 * i + 3] = 255;
  }
  small.putImageData(field, 0, 0);
  context.drawImage(small.canvas, 0, 0, canvas.width, canvas.height);
  context.lineWidth = 1.5;
  for (let i = 0; i < POINTS; i++) {
    const x = ((points[3 * i] + 1.2) / 2.4) * canvas.width;
    const y = ((1.2 - points[3 * i + 1]) / 2.4) * canvas.height;
    context.fillStyle = `rgb(${(side[i] > 0 ? first : second).map((v) => Math.round(255 * v)).join(" ")})`;
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
    context.beginPath();
    if (side[i] > 0) context.arc(x, y, 4.6, 0, 7);
    else context.rect(x - 4, y - 4, 8, 8);
    context.fill();
    context.stroke();
  }
}

function thin(list) {
  const step = Math.ceil(list.length / 200);
  return list.filter((_, i) => i % step === 0);
}

function random(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

// Points (x, y, 1) and their side, +1 or -1. The third number lets a layer have a constant.
function spirals(count) {
  const next = random(4);
  const list = new Float32Array(3 * count);
  const sides = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const second = i % 2;
    const t = Math.floor(i / 2) / (count / 2);
    const r = 0.08 + 0.95 * t;
    const angle = 2.2 * 2 * Math.PI * Math.sqrt(t) * 0.8 + second * Math.PI;
    list.set([r * Math.cos(angle) + 0.02 * (next() - 0.5), r * Math.sin(angle) + 0.02 * (next() - 0.5), 1], 3 * i);
    sides[i] = second ? -1 : 1;
  }
  return { points: list, side: sides };
}

function firstWeights() {
  const next = random(9);
  const normal = () => Math.sqrt(-2 * Math.log(next() + 1e-9)) * Math.cos(2 * Math.PI * next());
  return [
    [3, HIDDEN],
    [HIDDEN, HIDDEN],
    [HIDDEN, 1],
  ].map((shape) => ({
    shape,
    data: Float32Array.from({ length: shape[0] * shape[1] }, () => normal() * Math.sqrt(2 / shape[0])),
  }));
}

function networkInJS() {
  const W = firstWeights().map(({ data }) => Float64Array.from(data));
  const M = W.map((w) => [new Float64Array(w.length), new Float64Array(w.length)]);
  const product = (A, B, m, k, n) => {
    const C = new Float64Array(m * n);
    for (let r = 0; r < m; r++)
      for (let i = 0; i < k; i++) for (let c = 0; c < n; c++) C[r * n + c] += A[r * k + i] * B[i * n + c];
    return C;
  };
  const turn = (A, m, n) => Float64Array.from(A, (_, i) => A[(i % m) * n + Math.floor(i / m)]);
  const relu = (Z) => Z.map((v) => Math.max(0, v));
  const run = () => {
    const Z1 = product(points, W[0], POINTS, 3, HIDDEN);
    const H1 = relu(Z1);
    const Z2 = product(H1, W[1], POINTS, HIDDEN, HIDDEN);
    const H2 = relu(Z2);
    return { Z1, H1, Z2, H2, Y: product(H2, W[2], POINTS, HIDDEN, 1) };
  };
  let count = 0;
  return {
    loss: () => run().Y.reduce((sum, y, i) => sum + Math.log(1 + Math.exp(-side[i] * y)), 0) / POINTS,
    train(rateNow) {
      count++;
      const { Z1, H1, Z2, H2, Y } = run();
      const d3 = Y.map((y, i) => -side[i] / (1 + Math.exp(side[i] * y)) / POINTS);
      const d2 = product(d3, W[2], POINTS, 1, HIDDEN).map((v, i) => (Z2[i] >= 0 ? v : 0));
      const d1 = product(d2, turn(W[1], HIDDEN, HIDDEN), POINTS, HIDDEN, HIDDEN).map((v, i) => (Z1[i] >= 0 ? v : 0));
      const slopes = [
        product(turn(points, POINTS, 3), d1, 3, POINTS, HIDDEN),
        product(turn(H1, POINTS, HIDDEN), d2, HIDDEN, POINTS, HIDDEN),
        product(turn(H2, POINTS, HIDDEN), d3, HIDDEN, POINTS, 1),
      ];
      slopes.forEach((slope, i) =>
        slope.forEach((s, j) => {
          const [mean, square] = M[i];
          mean[j] = 0.9 * mean[j] + 0.1 * s;
          square[j] = 0.99 * square[j] + 0.01 * s * s;
          W[i][j] -=
            ((rateNow * Math.sqrt(1 - 0.99 ** count)) / (1 - 0.9 ** count)) * (mean[j] / (Math.sqrt(square[j]) + 1e-7));
        }),
      );
    },
  };
}
