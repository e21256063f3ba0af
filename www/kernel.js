// A page for one kernel: the editor and the inputs on the left, the result, its check and its time on the right.
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median, compare, numbersIn } from "./numbers.js";
import { table } from "./table.js";

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
export function kernel(source, { glsl: first, inputs, types = {}, hints = {}, run, check }) {
  const ui = page(source);
  const [left, right] = ui.columns("Kernel", "Result");
  const editor = left.editor("Vertex shader (GLSL ES 3.00)", first, go);
  const areas = Object.fromEntries(
    Object.entries(inputs).map(([key, text]) => [key, left.numbers(label(key, types[key]), text, hints[key])]),
  );
  for (const area of Object.values(areas))
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        go();
      }
    });
  const controls = left.controls();
  controls.errors = right;
  controls.button("Run", () => attempt());
  controls.button(
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
  const compiled = new Set(); // the texts that the library knows
  go();

  function go() {
    right.attempt(attempt);
  }

  async function attempt() {
    editor.mark("");
    try {
      const values = Object.fromEntries(
        Object.entries(areas).map(([key, area]) => [key, parse(key, area.value, types[key])]),
      );
      const glsl = editor.value; // people may type on meanwhile
      const call = () => run({ glsl, ...values });
      const before = performance.now();
      const outputs = await call();
      const took = duration(performance.now() - before);
      const fresh = compiled.has(glsl) ? "" : ` The first took ${took}: it compiles.`;
      compiled.add(glsl);
      const { ms, runs } = await median(call);
      const wanted = check(values);
      report(values, outputs, wanted, `${duration(ms)} a call (median of ${runs}).${fresh}`);
    } catch (error) {
      editor.mark(error.message);
      tables.replaceChildren();
      verdict(null, "There is no result: see the message.");
      throw error;
    }
  }

  function report(values, outputs, wanted, timing) {
    verdict(...compared(outputs, wanted), timing);
    tables.replaceChildren();
    // What stands in a table: its name, its numbers, and for an output those that plain JS has.
    const shown = Object.entries({ ...values, ...outputs })
      .map(([key, value]) => ({ key, value, type: types[key] ?? "float", want: key in outputs ? wanted[key] : null }))
      .filter(({ type }) => type !== "scalar");
    const matrices = shown.filter(({ type }) => type === "matrix");
    if (matrices.length) tables.append(h("div", { class: "matrices" }, ...matrices.map(matrixTable)));
    const lists = shown.filter(({ type }) => type !== "matrix");
    if (lists.length) tables.append(elementsTable(lists));
  }
}

const list = (value) => Array.from(value?.data ?? value ?? []);
const numbersTo = (count) => Array.from({ length: count }, (_, i) => String(i));

function label(key, type = "float") {
  const words = { scalar: "a number", matrix: "a matrix, one row a line" }[type] ?? `${type}, one after the other`;
  return h("span", {}, key, " ", h("small", {}, words));
}

/** Whether the outputs are what plain JS has, and the words for that. */
function compared(outputs, wanted) {
  const names = Object.keys(wanted);
  const found = names.map((key) => compare(list(outputs[key]), list(wanted[key]).map(Math.fround)));
  const worst = Math.max(...found.map(({ difference }) => difference));
  const words =
    worst === 0
      ? `${names.join(" and ")} ${names.length > 1 ? "equal" : "equals"} what plain JS computes, bit for bit.`
      : `The largest difference from plain JS is ${show(worst)}.`;
  return [found.every(({ ok }) => ok), words];
}

/** A cell with these numbers one above the other, marked if they are others than those of plain JS. */
function cell(numbers, want) {
  const off = want && numbers.some((x, i) => !compare([x], [Math.fround(want[i])]).ok);
  const shown = numbers.length > 1 ? numbers.map((x) => h("div", {}, show(x))) : numbers.map(show);
  return h("td", off ? { class: "off" } : {}, ...shown);
}

/** A row of cells; those of an output look otherwise. */
function row(head, cells, isOutput) {
  return Object.assign([head, ...cells], isOutput ? { attributes: { class: "result" } } : {});
}

/** One column an element: a vec3 stands in its cell as a column vector. */
function elementsTable(lists) {
  const count = Math.max(...lists.map(({ value, type }) => list(value).length / WIDTHS[type]));
  const shown = Math.min(count, MOST_COLUMNS);
  const rows = lists.map(({ key, value, type, want }) => {
    const width = WIDTHS[type];
    const part = (numbers, i) => list(numbers).slice(i * width, (i + 1) * width);
    const cells = Array.from({ length: shown }, (_, i) => cell(part(value, i), want && part(want, i)));
    return row(key, cells, Boolean(want));
  });
  const caption = count > shown ? `Elements 0 to ${shown - 1} of ${count}` : "Elements";
  return table(caption, ["", ...numbersTo(shown)], rows);
}

function matrixTable({ key, value: { rows, cols, data }, want }) {
  const columns = Math.min(cols, MOST_COLUMNS);
  const body = numbersTo(Math.min(rows, MOST_COLUMNS)).map((head, r) => {
    const from = r * cols;
    const cells = Array.from({ length: columns }, (_, c) => cell([data[from + c]], want && [want.data[from + c]]));
    return row(head, cells, Boolean(want));
  });
  return table(h("span", {}, key, " ", h("small", {}, `${rows} x ${cols}`)), ["", ...numbersTo(columns)], body);
}

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
