// Each group adds up 64 numbers of a long list, and the list of sums is 64 times shorter. Two ways to share the work:
// a group takes 64 neighbours, or every group takes one of each stretch. The library's own sum does the same with groupSize.
//
// The list is three waves with some noise. Sums of neighbours follow the waves; sums that take one of each stretch see a little of
// everything, and are all alike.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page, h, show, duration, median, compare } from "./page.js";
import { latest } from "./turns.js";
import { chart } from "./chart.js";

const PART = 64;
const run = latest(compute);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Sums", "Kernel");
const row = left.controls();
row.errors = right;
const size = row.select("Numbers", { 4096: "4,096", 65536: "65,536", 262144: "262,144", 1048576: "1,048,576" }, 65536, () => right.attempt(run));
row.button("Run", run);
const verdict = left.verdict();
const where = h("div");
left.add(where);
const editor = right.editor("Vertex shader (one vertex a group)", `
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
  }`, () => right.attempt(run));
await right.attempt(run);

async function compute() {
  editor.mark("");
  try {
    const n = Number(size.value);
    const numbers = Float32Array.from({ length: n }, (_, i) => 0.5 + 0.4 * Math.sin((6.28 * 3 * i) / n) + 0.1 * Math.random());
    const list = gpgpu.makeArray("float", [n], numbers);
    const sums = gpgpu.makeArray("float", [n / PART]);
    const call = (neighbours) => gpgpu.compute({
      id: "PartialSums", vertexShader: editor.value, workgroups: [n / PART, 1, 1], localSize: [1, 1, 1], args: { list, part: PART, neighbours, sum: sums },
    });
    const lines = [];
    const take = async (name, made, wanted, again) => {
      const got = await made.read();
      const { relative, ok } = compare(got, wanted, 4e-6);
      const { ms } = await median(again, 7, 300);
      lines.push({ name, got, relative, ok, ms });
    };
    const near = inJS(numbers, true);
    call(true);
    await take("neighbours", sums, near, () => { call(true); sums.readSync(); });
    call(false);
    await take("one of each stretch", sums, inJS(numbers, false), () => { call(false); sums.readSync(); });
    const own = gpgpu.sum(list, { groupSize: PART });
    await take("gpgpu.sum(list, { groupSize: 64 })", own, near, () => { const made = gpgpu.sum(list, { groupSize: PART }); made.readSync(); made.dispose(); });
    const whole = gpgpu.sum(list);
    await take("gpgpu.sum(list)", whole, [near.reduce((a, b) => a + b, 0)], () => { const made = gpgpu.sum(list); made.readSync(); made.dispose(); });
    const { ms } = await median(() => inJS(numbers, true), 7, 300);
    for (const array of [list, sums, own, whole]) array.dispose();

    verdict(lines.every((line) => line.ok), `The largest difference from plain JS (float64) is ${show(Math.max(...lines.map((line) => line.relative)))} of the largest sum.`);
    where.replaceChildren(
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Times" }, h("table", {}, h("caption", {}, "Times, with reading the sums"),
        h("thead", {}, h("tr", {}, ...["way", "sums", "time"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...[...lines, { name: "plain JS", got: near, ms }].map((line) => h("tr", {}, h("th", { scope: "row", class: "name" }, line.name), h("td", {}, line.got.length.toLocaleString("en")), h("td", {}, duration(line.ms))))))),
      chart({ title: "The sums, group by group", x: "group", y: "sum of 64", logX: false, logY: false, series: lines.slice(0, 2).map(({ name, got }) => ({ name, points: thin(got) })) }));
  } catch (error) {
    editor.mark(error.message);
    verdict(null, "There is no result: see the message.");
    where.replaceChildren();
    throw error;
  }
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
