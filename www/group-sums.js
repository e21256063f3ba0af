// Each group adds up 64 numbers of a long list, and the list of sums is 64 times shorter. Two ways to share the work:
// a group takes 64 neighbours, or every group takes one of each stretch. The library's own sum does the same with groupSize.
//
// The list is three waves with some noise. Sums of neighbours follow the waves; sums that take one of each stretch see a little of
// everything, and are all alike.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, compare } from "./numbers.js";
import { nameHead, table } from "./table.js";
import { latest } from "./turns.js";
import { chart } from "./chart.js";

const PART = 64;
const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Sums", "Kernel");
const row = left.controls();
row.errors = right;
const size = row.select(
  "Numbers",
  { 4096: "4,096", 65536: "65,536", 262144: "262,144", 1048576: "1,048,576" },
  65536,
  () => right.attempt(run),
);
row.button("Run", run);
const verdict = left.verdict();
const where = h("div");
left.add(where);
const editor = right.editor(
  "Vertex shader (one vertex a group)",
  `
  uniform sampler2D list;
  uniform int part;
  uniform bool neighbours;
  out float sum;

  void main() {
    int group = int(workGroupID.x);
    int groups = int(numWorkGroups.x);
    float total = 0.0;
    for (int k = 0; k < part; k++) {
      int i = neighbours ? group * part + k
                         : k * groups + group;
      total += tex1Dfetch(list, i).x;
    }
    sum = total;
  }`,
  () => right.attempt(run),
);
await right.attempt(run);

async function compute(vertexShader) {
  editor.mark("");
  try {
    report(await measure(vertexShader));
  } catch (error) {
    editor.mark(error.message);
    verdict(null, "There is no result: see the message.");
    where.replaceChildren();
    throw error;
  }
}

/** Each way's name, sums, difference from plain JS and time; plain JS comes last. */
async function measure(vertexShader) {
  const n = Number(size.value);
  const wave = (i) => 0.5 + 0.4 * Math.sin((6.28 * 3 * i) / n) + 0.1 * Math.random();
  const numbers = Float32Array.from({ length: n }, (_, i) => wave(i));
  const list = gpgpu.makeArray("float", [n], numbers);
  const sums = gpgpu.makeArray("float", [n / PART]);
  const kernel = (neighbours) => {
    gpgpu.compute({
      id: "PartialSums",
      vertexShader,
      workgroups: [n / PART, 1, 1],
      localSize: [1, 1, 1],
      args: { list, part: PART, neighbours, sum: sums },
    });
    return sums;
  };
  const near = inJS(numbers, true);
  const ways = [
    { name: "neighbours", want: near, make: () => kernel(true) },
    { name: "one of each stretch", want: inJS(numbers, false), make: () => kernel(false) },
    { name: "gpgpu.sum(list, { groupSize: 64 })", want: near, make: () => gpgpu.sum(list, { groupSize: PART }) },
    { name: "gpgpu.sum(list)", want: [near.reduce((a, b) => a + b, 0)], make: () => gpgpu.sum(list) },
  ];
  const lines = [];
  for (const { name, want, make } of ways) {
    const read = async () => {
      const made = make();
      const got = made.readSync();
      if (made !== sums) made.dispose();
      return got;
    };
    const got = await read();
    const { ms } = await median(read, 7, 300);
    lines.push({ name, got, ms, ...compare(got, want, 4e-6) });
  }
  for (const array of [list, sums]) array.dispose();
  const { ms } = await median(() => inJS(numbers, true), 7, 300);
  return [...lines, { name: "plain JS", got: near, ms, ...compare(near, near) }];
}

function report(lines) {
  const worst = Math.max(...lines.map((line) => line.relative));
  verdict(
    lines.every((line) => line.ok),
    `The largest difference from plain JS (float64) is ${show(worst)} of the largest sum.`,
  );
  const rows = lines.map(({ name, got, ms }) => [nameHead(name), got.length.toLocaleString("en"), duration(ms)]);
  const sums = chart({
    title: "The sums, group by group",
    x: "group",
    y: "sum of 64",
    logX: false,
    logY: false,
    series: lines.slice(0, 2).map(({ name, got }) => ({ name, points: thin(got) })),
  });
  where.replaceChildren(table("Times, with reading the sums", ["way", "sums", "time"], rows), sums);
}

/** At most some hundred points of a long list, for the chart. */
function thin(list) {
  const step = Math.max(1, Math.floor(list.length / 256));
  return Array.from({ length: Math.floor(list.length / step) }, (_, i) => [i * step, list[i * step]]);
}

function inJS(numbers, neighbours) {
  const groups = numbers.length / PART;
  const sums = new Float64Array(groups);
  for (let i = 0; i < numbers.length; i++) sums[neighbours ? Math.floor(i / PART) : i % groups] += numbers[i];
  return sums;
}
