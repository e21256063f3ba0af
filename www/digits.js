// A network learns to read handwritten digits, in the page: 784 pixels, 64 hidden units of relu, ten classes. Everything but the
// numbers shown stays on the GPU: matmul, transpose, relu, reluGrad, hadamard and map do the layers and their gradients, and the kernel
// below does softmax and cross-entropy. The digits are ten thousand of MNIST's; the last thousand are held out.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, compare } from "./numbers.js";
import { onTheme } from "./theme.js";
import { chart } from "./chart.js";
import { load, CLASSES, PIXELS } from "./digits-data.js";
import { paintMistakes, paintUnits } from "./digits-paint.js";
import { Pad } from "./digits-pad.js";
import { firstWeights, HIDDEN, slopesInJS } from "./digits-plain.js";

const BATCH = 150;
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const training = ui.panel("Training");
const bar = training.progress("Fetching the digits");
const row = training.controls();
const rate = row.range("Learning rate", { min: 0.01, max: 0.3, step: 0.01, value: 0.08, digits: 2 });
const figures = Object.fromEntries(
  ["Steps", "Loss", "Right, of the thousand held out"].map((words) => [words, h("dd", {}, "–")]),
);
training.add(
  h(
    "dl",
    { class: "figures" },
    ...Object.entries(figures).map(([words, figure]) => h("div", {}, h("dt", {}, words), figure)),
  ),
);
const curves = h("div", { class: "charts" });
training.add(curves);
const verdict = training.verdict();
const [own, wrong] = ui.columns("A digit of yours", "What it still gets wrong");
const pad = new Pad(own, guess);
const mistakes = wrong.canvas(
  480,
  384,
  "Held-out digits that are read wrongly",
  "The first of the held-out digits that it misreads: what it takes them for, and what they are.",
);
const [units, code] = ui.columns("What the first layer looks for", "Kernel");
const picture = units.canvas(
  239,
  239,
  "The weights of the 64 hidden units, each as a picture of 28 x 28",
  "One picture a hidden unit. Teal: ink here speaks for it; orange: against it.",
  true,
);
const editor = code.editor(
  "Softmax and cross-entropy (one fragment a score)",
  `
  uniform sampler2D scores; // a digit a row
  uniform sampler2D wanted; // 1 at what it is
  out float slope;          // of the loss
  out float loss;

  float score(int kind, int digit) {
    return texelFetch(scores, ivec2(kind, digit), 0).r;
  }

  void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float digits = float(textureSize(scores, 0).y);
    float target = texelFetch(wanted, at, 0).r;
    float top = -1e30, sum = 0.0;
    for (int c = 0; c < 10; c++)
      top = max(top, score(c, at.y));
    for (int c = 0; c < 10; c++)
      sum += exp(score(c, at.y) - top);
    float own = score(at.x, at.y) - top;
    slope = (exp(own) / sum - target) / digits;
    loss = target * (log(sum) - own) / digits;
  }`,
  () => code.attempt(check),
);
let kernel = editor.value; // what runs; the editor's takes its place when it does, too
code.button("Check and start again", async () => {
  await check();
  await loop?.between(begin);
});
let weights,
  moves,
  steps,
  losses,
  hits,
  pace = 2,
  drawn = 0,
  looked = 0;
let data, batches, held, loop;

await training.attempt(async () => {
  data = await load((part, words) => bar(part * 0.8, words));
  await bar(0.85, "To the GPU");
  batches = data.batches(BATCH).map(({ inputs, wanted }) => ({
    inputs: gpgpu.makeArray("float", [BATCH, PIXELS + 1], inputs),
    wanted: gpgpu.makeArray("float", [BATCH, CLASSES], wanted),
  }));
  held = gpgpu.makeArray("float", [data.held.count, PIXELS + 1], data.held.inputs);
  await bar(0.95, "The same step in plain JS");
  await check();
  begin();
  await pad.take(data.held.pixels(0));
  loop = training.loop(row, frame);
  row.button(
    "Start again",
    async () => {
      await loop.between(begin);
      await loop.once();
    },
    { class: "plain" },
  );
  own.button("A held-out digit", () => pad.take(data.held.pixels(Math.floor(Math.random() * data.held.count))), {
    class: "plain",
  });
  onTheme(() => {
    pad.colour();
    if (steps !== undefined) training.attempt(look);
  });
});
await bar(1);

// Arrays made in `work` are given back when it ends, but for those that it returns.
function tidy(work) {
  const made = [];
  const kept = [
    work((array) => {
      made.push(array);
      return array;
    }),
  ].flat();
  for (const array of made) if (!kept.includes(array)) array.dispose();
  return kept;
}

function forward(inputs, keep, layers = weights) {
  const sums = keep(gpgpu.matmul(inputs, layers[0]));
  const hidden = keep(gpgpu.relu(sums));
  return { sums, hidden, scores: keep(gpgpu.matmul(hidden, layers[1])) };
}

/** The loss over a batch, and its slopes by the weights of both layers: `[loss, slope, slope]`, all on the GPU. */
function slopes({ inputs, wanted }, layers = weights) {
  return tidy((keep) => {
    const { sums, hidden, scores } = forward(inputs, keep, layers);
    const [slope, loss] = [0, 1].map(() => keep(gpgpu.makeArray("float", scores.shape)));
    gpgpu.compute({ id: "CrossEntropy", fragmentShader: kernel, args: { scores, wanted, slope, loss } });
    const back = keep(
      gpgpu.hadamard(keep(gpgpu.matmul(slope, layers[1], { transposeB: true })), keep(gpgpu.reluGrad(sums))),
    );
    return [
      keep(gpgpu.sum(loss)),
      keep(gpgpu.matmul(inputs, back, { transposeA: true })),
      keep(gpgpu.matmul(keep(gpgpu.transpose(hidden)), slope)),
    ];
  });
}

/** One step down the slopes, with momentum. Gives the loss, as an array on the GPU. */
function train(batch) {
  const [loss, ...down] = slopes(batch);
  down.forEach((slope, i) => {
    const move = gpgpu.map("0.9 * move - rate * slope", { move: moves[i], slope, rate: Number(rate.value) });
    const weight = gpgpu.add(weights[i], move);
    for (const old of [slope, moves[i], weights[i]]) old.dispose();
    [moves[i], weights[i]] = [move, weight];
  });
  steps++;
  return loss;
}

function fresh() {
  return firstWeights().map(({ shape, data: numbers }) => gpgpu.makeArray("float", shape, numbers));
}

function begin() {
  for (const array of [...(weights ?? []), ...(moves ?? [])]) array.dispose();
  weights = fresh();
  moves = weights.map(({ shape }) => gpgpu.makeArray("float", shape));
  [steps, losses, hits] = [0, [], []];
}

async function frame() {
  const start = performance.now();
  for (let i = 1; i < pace; i++) train(batches[steps % batches.length]).dispose();
  const array = train(batches[steps % batches.length]);
  const [loss] = await array.read();
  array.dispose();
  losses.push([steps, loss]);
  // As many steps a frame as leave the page free: the last one's reading waits for all of them.
  const took = performance.now() - start;
  pace = took < 20 ? Math.min(24, pace + 1) : took > 50 ? Math.max(1, pace - 1) : pace;
  if (!hits.length || (steps - hits.at(-1)[0] >= 20 && performance.now() - looked > 500)) await look();
  else if (performance.now() - drawn > 250) report();
}

/** Reads the thousand held-out digits, and shows how well. */
async function look() {
  const [classes] = tidy((keep) => gpgpu.argmax(forward(held, keep).scores, { axis: 1 }));
  const read = await classes.read();
  classes.dispose();
  const missed = data.held.labels
    .map((label, i) => ({ i, label, read: read[i] }))
    .filter((one) => one.label !== one.read);
  const part = 1 - missed.length / data.held.count;
  if (hits.at(-1)?.[0] !== steps) hits.push([steps, 100 * part]);
  mistakes.setAttribute("aria-label", `Held-out digits that are read wrongly, ${missed.length} in all`);
  paintMistakes(mistakes, missed, data.held);
  paintUnits(picture, await weights[0].read());
  await guess();
  report();
  looked = performance.now();
}

function report() {
  drawn = performance.now();
  const [count, loss, right] = Object.values(figures);
  count.textContent = steps.toLocaleString("en");
  loss.textContent = losses.length ? show(Number(losses.at(-1)[1].toPrecision(3))) : "–";
  right.textContent = hits.length ? `${(10 * hits.at(-1)[1]).toFixed(0)} (${hits.at(-1)[1].toFixed(1)} %)` : "–";
  curves.replaceChildren(
    chart({
      title: "Loss",
      x: "steps",
      y: "cross-entropy of a batch",
      logX: false,
      logY: false,
      series: [{ name: "loss", points: thin(losses) }],
    }),
    chart({
      title: "Held out",
      x: "steps",
      y: "% read rightly",
      logX: false,
      logY: false,
      series: [{ name: "of 1,000 digits", tone: 1, points: thin(hits) }],
    }),
  );
}

function thin(list) {
  const step = Math.ceil(list.length / 200);
  return list.filter((_, i) => i % step === 0 || i === list.length - 1);
}

/** What the network takes the drawn digit for. */
async function guess() {
  const pixels = pad.pixels();
  if (!pixels || !weights) return pad.answer(null);
  const [scores] = tidy(
    (keep) => forward(keep(gpgpu.makeArray("float", [1, PIXELS + 1], Float32Array.of(...pixels, 1))), keep).scores,
  );
  const list = Array.from(await scores.read());
  const top = Math.max(...list);
  scores.dispose();
  const parts = list.map((score) => Math.exp(score - top));
  const all = parts.reduce((a, b) => a + b);
  pad.answer(parts.map((p) => p / all));
}

// The first step of a fresh network: its loss and both its slopes, here and in plain JS with float64.
async function check() {
  if (!data) throw new Error("there are no digits to check it with yet");
  const before = kernel;
  kernel = editor.value;
  editor.mark("");
  try {
    const [batch] = data.batches(BATCH);
    const layers = fresh();
    const made = slopes(batches[0], layers);
    const [[loss], ...down] = await Promise.all(made.map((array) => array.read()));
    for (const array of [...layers, ...made]) array.dispose();
    const plain = slopesInJS(batch, BATCH);
    const found = plain.slopes.map((want, i) => compare(down[i], want, 2e-5));
    const off = Math.abs(loss - plain.loss) / plain.loss;
    const weightCount = (HIDDEN * (PIXELS + 1 + CLASSES)).toLocaleString("en");
    const worst = Math.max(...found.map(({ relative }) => relative));
    verdict(
      off < 1e-5 && found.every(({ ok }) => ok),
      `The first step's loss is ${show(loss)}, ${show(off)} of it from plain JS (float64); ` +
        `the slopes of ${weightCount} weights differ by at most ${show(worst)} of the largest.`,
    );
  } catch (error) {
    kernel = before;
    verdict(null, "There is no result: see the message.");
    editor.mark(error.message);
    throw error;
  }
}
