// As compute shaders have them: a grid of groups, each of a local size. Every invocation knows its own numbers
// (globalInvocationID, localInvocationID, workGroupID, localInvocationIndex) and the sizes; here each writes its global index, its
// group and its place in the group. Results come in global order, x fastest.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page, h, duration, median, wholeNumber } from "./page.js";
import { latest } from "./turns.js";

const run = latest(compute);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Who am I?", "Kernel");
const row = left.controls();
const sizes = Object.fromEntries([["groups, x", 3], ["groups, y", 3], ["local size, x", 4], ["local size, y", 2]].map(([label, value]) => [label, row.number(`${label[0].toUpperCase()}${label.slice(1)}`, { min: 1, max: 64, value }, () => right.attempt(run))]));
const shown = row.select("Show", { index: "global index", group: "group", place: "place in its group" }, "index", () => right.attempt(run));
const where = h("div");
left.add(where);
const editor = right.editor("Vertex shader (one vertex an invocation)", `
  out float index;
  out float group;
  out float place;

  void main() {
    uint width = numWorkGroups.x * workGroupSize.x;
    index = float(globalInvocationID.y * width
                + globalInvocationID.x);
    group = float(workGroupID.y * numWorkGroups.x
                + workGroupID.x);
    place = float(localInvocationIndex);
  }`, () => right.attempt(run));
right.button("Run", run);
const verdict = right.verdict();
await right.attempt(run);

async function compute() {
  editor.mark("");
  try {
    const [gx, gy, lx, ly] = Object.values(sizes).map(wholeNumber);
    const count = gx * gy * lx * ly;
    const outputs = { index: new Float32Array(count), group: new Float32Array(count), place: new Float32Array(count) };
    const call = () => gpgpu.compute({ id: "WhoAmI", vertexShader: editor.value, workgroups: [gx, gy, 1], localSize: [lx, ly, 1], args: outputs });
    call();
    const width = gx * lx, height = gy * ly;
    let ok = true;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        ok &&= outputs.index[i] === i && outputs.group[i] === Math.floor(y / ly) * gx + Math.floor(x / lx) && outputs.place[i] === (y % ly) * lx + (x % lx);
      }
    show(outputs, width, height);
    const { ms } = await median(call);
    verdict(ok, ok ? `All ${count} invocations wrote what plain JS counts.` : "Some invocations wrote other numbers than plain JS counts.", `${duration(ms)} a call.`);
  } catch (error) {
    editor.mark(error.message);
    where.replaceChildren();
    throw error;
  }
}

function show(outputs, width, height) {
  const columns = Math.min(width, 32), rows = Math.min(height, 32);
  const list = outputs[shown.value];
  const body = Array.from({ length: rows }, (_, y) => h("tr", {}, h("th", { scope: "row" }, String(y)), ...Array.from({ length: columns }, (_, x) => {
    const i = y * width + x;
    return h("td", { class: `group-${outputs.group[i] % 2 ^ (Math.floor(y / Number(sizes["local size, y"].value)) % 2 && Number(sizes["groups, x"].value) % 2 === 0 ? 1 : 0)}` }, String(list[i]));
  })));
  const caption = `${shown.selectedOptions[0].textContent}, ${width} x ${height} invocations${columns < width || rows < height ? ` (the first ${columns} x ${rows})` : ""}`;
  where.replaceChildren(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "y \\ x"), ...Array.from({ length: columns }, (_, x) => h("th", { scope: "col" }, String(x))))), h("tbody", {}, ...body))));
}
