// As compute shaders have them: a grid of groups, each of a local size. Every invocation knows its own numbers
// (globalInvocationID, localInvocationID, workGroupID, localInvocationIndex) and the sizes; here each writes its global index, its
// group and its place in the group. Results come in global order, x fastest.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { duration, median, wholeNumber } from "./numbers.js";
import { table } from "./table.js";
import { latest } from "./turns.js";

const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const [left, right] = ui.columns("Who am I?", "Kernel");
const row = left.controls();
const sizes = Object.fromEntries(
  [
    ["groups, x", 3],
    ["groups, y", 3],
    ["local size, x", 4],
    ["local size, y", 2],
  ].map(([label, value]) => [
    label,
    row.number(`${label[0].toUpperCase()}${label.slice(1)}`, { min: 1, max: 64, value }, () => right.attempt(run)),
  ]),
);
const shown = row.select("Show", { index: "global index", group: "group", place: "place in its group" }, "index", () =>
  right.attempt(run),
);
const where = h("div");
left.add(where);
const editor = right.editor(
  "Vertex shader (one vertex an invocation)",
  `
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
  }`,
  () => right.attempt(run),
);
right.button("Run", run);
const verdict = right.verdict();
await right.attempt(run);

async function compute(vertexShader) {
  editor.mark("");
  try {
    const [gx, gy, lx, ly] = Object.values(sizes).map(wholeNumber);
    const count = gx * gy * lx * ly;
    const outputs = { index: new Float32Array(count), group: new Float32Array(count), place: new Float32Array(count) };
    const call = () =>
      gpgpu.compute({
        id: "WhoAmI",
        vertexShader,
        workgroups: [gx, gy, 1],
        localSize: [lx, ly, 1],
        args: outputs,
      });
    call();
    const width = gx * lx;
    const height = gy * ly;
    let ok = true;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        ok &&=
          outputs.index[i] === i &&
          outputs.group[i] === Math.floor(y / ly) * gx + Math.floor(x / lx) &&
          outputs.place[i] === (y % ly) * lx + (x % lx);
      }
    show(outputs, width, height);
    const { ms } = await median(call);
    verdict(
      ok,
      ok
        ? `All ${count} invocations wrote what plain JS counts.`
        : "Some invocations wrote other numbers than plain JS counts.",
      `${duration(ms)} a call.`,
    );
  } catch (error) {
    editor.mark(error.message);
    where.replaceChildren();
    throw error;
  }
}

function show(outputs, width, height) {
  const columns = Math.min(width, 32);
  const rows = Math.min(height, 32);
  const localHeight = Number(sizes["local size, y"].value);
  const groupsAcross = Number(sizes["groups, x"].value);
  // Neighbouring groups differ in colour: their numbers alternate, and where a row has an even number of groups the rows do, too.
  const shade = (group, y) => (group + (groupsAcross % 2 === 0 ? Math.floor(y / localHeight) : 0)) % 2;
  const body = Array.from({ length: rows }, (_, y) => {
    const cells = Array.from({ length: columns }, (_, x) => {
      const i = y * width + x;
      return h("td", { class: `group-${shade(outputs.group[i], y)}` }, String(outputs[shown.value][i]));
    });
    return [String(y), ...cells];
  });
  const part = columns < width || rows < height ? ` (the first ${columns} x ${rows})` : "";
  const caption = `${shown.selectedOptions[0].textContent}, ${width} x ${height} invocations${part}`;
  where.replaceChildren(table(caption, ["y \\ x", ...Array.from({ length: columns }, (_, x) => String(x))], body));
}
