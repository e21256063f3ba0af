// A page for one kernel: the editor and the inputs on the left, the result, its check and its time on the right.
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, compare, numbersIn } from "./numbers.js";
import { Stage } from "./stage.js";

const WIDTHS = { float: 1, vec2: 2, vec3: 3, vec4: 4 };
const MOST_COLUMNS = 32;

/**
 * kernel(import.meta.url, { glsl, inputs, types, hints, run, check })
 *
 * `inputs` maps names to text; one number makes a scalar. `types` says what each name is: "float" (default), "vec2" …
 * "vec4" (one element after the other), "matrix" (lines are rows) or "scalar"; `hints` what stands below a field.
 * `run({ glsl, …inputs })` returns the outputs by name, `check(inputs)` the same in plain JS. A matrix is given and taken as
 * `{ rows, cols, data }`.
 */
export function kernel(source, { glsl, inputs, types = {}, hints = {}, run, check }) {
  const ui = page(source);
  const [left, right] = ui.columns("Kernel", "Result");
  const editor = left.editor("Vertex shader (GLSL ES 3.00)", glsl, go);
  const areas = Object.fromEntries(
    Object.entries(inputs).map(([key, text]) => [key, left.numbers(label(key), text, hints[key])]),
  );
  for (const area of Object.values(areas))
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        go();
      }
    });
  const row = left.controls();
  row.errors = right;
  row.button("Run", () => attempt());
  row.button(
    "Start again",
    () => {
      for (const [key, text] of Object.entries(inputs)) areas[key].value = text;
      editor.reset();
      return attempt();
    },
    { class: "plain" },
  );
  const verdict = right.verdict();
  const tables = h("div");
  right.add(tables);
  go();

  function label(key) {
    const type = types[key] ?? "float";
    const words = { scalar: "a number", matrix: "a matrix, one row a line" }[type] ?? `${type}, one after the other`;
    return h("span", {}, key, " ", h("small", {}, words));
  }

  function go() {
    right.attempt(attempt);
  }

  async function attempt() {
    editor.mark("");
    try {
      const values = Object.fromEntries(
        Object.entries(areas).map(([key, area]) => [key, parse(key, area.value, types[key])]),
      );
      const call = () => run({ glsl: editor.value, ...values });
      const before = performance.now();
      const outputs = await call();
      const first = performance.now() - before;
      const { ms, runs } = await median(call);
      const wanted = check(values);
      report(
        values,
        outputs,
        wanted,
        `${duration(ms)} a call (median of ${runs}). The first took ${duration(first)}: it compiles.`,
      );
    } catch (error) {
      editor.mark(error.message);
      tables.replaceChildren();
      verdict(null, "There is no result: see the message.");
      throw error;
    }
  }

  function report(values, outputs, wanted, timing) {
    const found = Object.entries(wanted).map(([key, want]) => [
      key,
      compare(list(outputs[key]), list(want).map(Math.fround)),
    ]);
    const worst = Math.max(...found.map(([, result]) => result.difference));
    const ok = found.every(([, result]) => result.ok);
    const words =
      worst === 0
        ? `${found.map(([key]) => key).join(" and ")} ${found.length > 1 ? "equal" : "equals"} what plain JS computes, bit for bit.`
        : `The largest difference from plain JS is ${show(worst)}.`;
    verdict(ok, words, timing);
    const place = new Stage(tables);
    tables.replaceChildren();
    const all = { ...values, ...outputs };
    const grids = Object.keys(all).filter((key) => types[key] === "matrix");
    if (grids.length) {
      const side = h("div", { class: "matrices" });
      for (const key of grids) grid(side, key, all[key], key in outputs ? wanted[key] : null);
      tables.append(side);
    }
    const keys = Object.keys(all).filter((key) => types[key] !== "matrix" && types[key] !== "scalar");
    if (keys.length) elements(place, keys, all, outputs, wanted);
  }

  // One column an element: a vec3 stands in its cell as a column vector.
  function elements(place, keys, all, outputs, wanted) {
    const count = Math.max(...keys.map((key) => list(all[key]).length / WIDTHS[types[key] ?? "float"]));
    const shown = Math.min(count, MOST_COLUMNS);
    const cells = (key, data, want) =>
      Array.from({ length: shown }, (_, i) => {
        const width = WIDTHS[types[key] ?? "float"];
        const part = Array.from(data.slice(i * width, (i + 1) * width));
        const off = want && part.some((x, c) => !compare([x], [Math.fround(want[i * width + c])]).ok);
        return h("td", off ? { class: "off" } : {}, ...part.map((x) => h("div", {}, show(x))));
      });
    const rows = [];
    for (const key of keys) {
      const line = [key, ...cells(key, list(all[key]), key in outputs ? list(wanted[key]) : null)];
      if (key in outputs) line.attributes = { class: "result" };
      rows.push(line);
    }
    place.table(
      count > shown ? `Elements 0 to ${shown - 1} of ${count}` : "Elements",
      ["", ...Array.from({ length: shown }, (_, i) => String(i))],
      rows,
    );
  }

  function grid(side, key, { rows, cols, data }, want) {
    const body = Array.from({ length: Math.min(rows, MOST_COLUMNS) }, (_, r) => {
      const line = [
        String(r),
        ...Array.from({ length: Math.min(cols, MOST_COLUMNS) }, (_, c) => {
          const i = r * cols + c;
          const off = want && !compare([data[i]], [Math.fround(want.data[i])]).ok;
          return h("td", off ? { class: "off" } : {}, show(data[i]));
        }),
      ];
      if (want) line.attributes = { class: "result" };
      return line;
    });
    new Stage(side).table(
      h("span", {}, key, " ", h("small", {}, `${rows} x ${cols}`)),
      ["", ...Array.from({ length: Math.min(cols, MOST_COLUMNS) }, (_, c) => String(c))],
      body,
    );
  }
}

const list = (value) => Array.from(value?.data ?? value ?? []);

/** Text to what the kernel is given. What is no number is refused by its name and place. */
function parse(key, text, type = "float") {
  const numbers = numbersIn(key, text);
  if (type === "scalar") {
    if (numbers.length !== 1) throw new Error(`${key}: one number is needed, not ${numbers.length}`);
    return numbers[0];
  }
  const data = Float32Array.from(numbers);
  if (type !== "matrix") {
    if (data.length % WIDTHS[type])
      throw new Error(`${key}: each ${type} takes ${WIDTHS[type]} numbers, and there are ${data.length}`);
    return data;
  }
  const rows = text
    .split("\n")
    .map((line) => numbersIn(key, line))
    .filter((line) => line.length);
  const cols = rows[0]?.length ?? 0;
  const uneven = rows.findIndex((line) => line.length !== cols);
  if (uneven >= 0) throw new Error(`${key}: row ${uneven} has ${rows[uneven].length} numbers, row 0 has ${cols}`);
  return { rows: rows.length, cols, data };
}
