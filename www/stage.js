// The parts of a demo's page: panels, controls, the check against plain JS, errors in full.
import { Editor } from "./code.js";
import { h, unique } from "./element.js";
import { table } from "./table.js";

const wait = () => new Promise((resolve) => setTimeout(resolve));

// What can be done about errors that are nobody's fault on this page.
const ADVICE = {
  NO_WEBGL2:
    "This page computes with WebGL2, which this browser does not give. Most often graphics acceleration is switched off in its settings, or the graphics driver is too old; chrome://gpu (Chrome, Edge) and about:support (Firefox) tell which. On a remote or virtual machine there may be no GPU at all.",
  CONTEXT_LOST:
    "The browser took the GPU away: the work took too long, or the device slept. Reload the page to begin anew.",
  GPU_RESET: "The GPU gave the work up. Reload the page to begin anew.",
  UNSUPPORTED:
    "This demo needs more than this device or browser offers. What every device with WebGL2 can do is in the demos of kernels, of drawing, and in the Game of Life.",
};

/** What can be done, if that is known. What is not supported anywhere says itself what is. */
export function advice(error) {
  if (error?.code === "UNSUPPORTED" && !/this device (cannot|lacks)/.test(error.message)) return "";
  return ADVICE[error?.code] ?? "";
}

/** An error in full: what it is called, what it says, and what can be done where that is known. */
export function told(error) {
  if (!(error instanceof Error)) return String(error);
  const code = typeof error.code === "string" ? ` ${error.code}` : "";
  return `${error.name}${code}\n${error.message}${advice(error) && `\n\n${advice(error)}`}`;
}

/** Gives a function to call in each frame; `place` then says how many there are in a second. */
export function frameRate(place, more = "") {
  let frames = 0;
  let since = performance.now();
  return () => {
    const now = performance.now();
    frames++;
    if (now - since > 2000)
      [frames, since] = [0, now]; // it stood still
    else if (now - since > 500) {
      const rate = Math.round((frames * 1000) / (now - since));
      place.textContent = `${rate} frame${rate === 1 ? "" : "s"} a second${more}`;
      [frames, since] = [0, now];
    }
  };
}

/** Takes the word "Loading" away: the demo stands, or has failed. */
export function loaded() {
  document.querySelector("#loading")?.remove();
}

/** A place on the page that things are added to: the whole of main, or one panel of it. */
export class Stage {
  constructor(root) {
    this.root = root;
    this.verdicts = [];
  }

  add(...elements) {
    this.root.append(...elements);
    return elements[0];
  }

  /** Panels side by side where there is room: `const [left, right] = ui.columns("Kernel", "Result")`. */
  columns(...titles) {
    const panels = titles.map((title) => this.#panel(title));
    this.add(h("div", { class: "columns" }, ...panels.map((panel) => panel.root)));
    return panels;
  }

  /** One panel over the full width. */
  panel(title) {
    const panel = this.#panel(title);
    this.add(panel.root);
    return panel;
  }

  #panel(title) {
    const heading = h("h2", { id: unique("heading") }, title);
    return new Stage(h("section", { class: "panel", "aria-labelledby": heading.id }, heading));
  }

  text(words, attributes = {}) {
    return this.add(h("p", attributes, words));
  }

  /** A place for controls, with a row of buttons below them. */
  controls() {
    const row = h("div", { class: "controls" });
    this.add(row);
    return new Controls(row, this);
  }

  /** A grid of check boxes. */
  choices() {
    const grid = h("div", { class: "choices" });
    this.add(grid);
    return new Stage(grid);
  }

  /** A button. While `act` (which may be async) runs the button is off; what it throws is shown in full. */
  button(label, act, attributes = {}) {
    const button = h(
      "button",
      {
        type: "button",
        ...attributes,
        click: async () => {
          const held = document.activeElement === button;
          button.disabled = true;
          await (this.errors ?? this).attempt(act);
          button.disabled = false;
          if (held && document.activeElement === document.body) button.focus({ preventScroll: true }); // it lost the keyboard meanwhile
        },
      },
      label,
    );
    return this.add(button);
  }

  /** Runs `act`; shows what it throws, else takes the error of before away, not one that came meanwhile. Says whether it went well. */
  async attempt(act) {
    const before = this.box;
    try {
      await act();
      if (this.box === before) this.error(null);
      return true;
    } catch (error) {
      this.error(error);
      return false;
    }
  }

  /** Shows an error's text in full, or takes it away. */
  error(error) {
    this.box?.remove();
    if (error) loaded();
    if (error) for (const say of this.verdicts) say(null, "There is no result: see the message.");
    this.box = error ? h("pre", { class: "error", role: "alert" }, told(error)) : null;
    if (this.box) this.add(this.box);
  }

  #field(label, control, hint) {
    control.id = unique("field");
    return this.add(
      h(
        "div",
        { class: "field" },
        h("label", { for: control.id }, label),
        control,
        hint ? h("p", { class: "hint" }, hint) : null,
      ),
    );
  }

  /** A choice: `choices` maps values to their words. */
  select(label, choices, value, change) {
    const entries = Array.isArray(choices) ? choices.map((choice) => [choice, choice]) : Object.entries(choices);
    const select = h(
      "select",
      { change: () => change?.(select.value) },
      ...entries.map(([key, words]) =>
        h("option", { value: key, selected: String(key) === String(value) }, String(words)),
      ),
    );
    this.#field(label, select);
    return select;
  }

  /** A slider that shows its value. */
  range(label, { min, max, step, value, digits = 3 }, change) {
    const output = h("output");
    const range = h("input", {
      type: "range",
      min,
      max,
      step,
      value,
      input: () => {
        output.textContent = Number(range.value).toFixed(digits);
        change?.(Number(range.value));
      },
    });
    this.#field(label, range).querySelector("label").append(" ", output);
    output.htmlFor = range.id;
    output.textContent = Number(value).toFixed(digits);
    return range;
  }

  number(label, { min, max, step = 1, value }, change) {
    const input = h("input", { type: "number", min, max, step, value, change: () => change?.(Number(input.value)) });
    this.#field(label, input);
    return input;
  }

  checkbox(label, checked, change) {
    const box = h("input", { type: "checkbox", checked, change: () => change?.(box.checked) });
    this.add(h("div", { class: "field check" }, h("label", {}, box, label)));
    return box;
  }

  /** Numbers that may be edited. Lines are rows. */
  numbers(label, text, hint) {
    const rows = Math.min(10, text.split("\n").length);
    const area = h("textarea", {
      rows,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      inputmode: "text",
    });
    area.value = text;
    this.#field(label, area, hint);
    return area;
  }

  /** An editor for GLSL; see code.js. */
  editor(label, glsl, run) {
    const editor = new Editor(label, glsl, run);
    this.add(editor.element);
    return editor;
  }

  /** A canvas in a figure. `words` describe it to people who do not see it. */
  canvas(width, height, words, caption, texels = false) {
    const canvas = h("canvas", { width, height, role: "img", "aria-label": words, class: texels ? "texels" : null });
    this.add(h("figure", {}, canvas, caption ? h("figcaption", {}, caption) : null));
    return canvas;
  }

  /** A line that screen readers speak when it changes. */
  status(words = "") {
    return this.add(h("p", { class: "status", role: "status" }, words));
  }

  /** What the comparison with plain JS found. Give it `(ok, words, timing)`; `null` for ok: not compared yet. */
  verdict() {
    loaded();
    const box = h("div", { class: "verdict", role: "status" }, h("p", {}, "Not run yet."));
    this.add(box);
    const say = (ok, words, timing) => {
      box.className = ok === null ? "remark" : `verdict ${ok ? "good" : "bad"}`;
      if (ok === null) box.replaceChildren(h("p", {}, words));
      else
        box.replaceChildren(
          h(
            "p",
            {},
            h("b", {}, "Check"),
            " ",
            h("span", {}, h("strong", {}, ok ? "Right. " : "Not the same. "), words),
          ),
          ...(timing ? [h("p", { class: "timing" }, h("b", {}, "Time"), " ", h("span", {}, timing))] : []),
        );
    };
    this.verdicts.push(say);
    return say;
  }

  /**
   * A bar for what takes longer than a second: `await bar(0.3, "words")`; `bar(1)` takes it away. With `late` it is not shown
   * before 300 ms have passed, for what is quick on most devices.
   */
  progress(label, late = false) {
    let timer = null;
    const words = h("p", { class: "hint", role: "status" });
    const bar = h("progress", { max: 1, value: 0, "aria-label": label });
    const box = h("div", { hidden: true }, bar, words);
    this.add(box);
    return async (fraction, text = label) => {
      if (fraction >= 1) {
        clearTimeout(timer);
        timer = null;
        box.hidden = true;
      } else if (late)
        timer ??= setTimeout(() => {
          box.hidden = false;
        }, 300);
      else box.hidden = false;
      bar.value = fraction;
      words.textContent = text;
      await wait();
    };
  }

  /** A table: `heads` (first is the corner), then rows whose first cell is their head. */
  table(caption, heads, rows) {
    return this.add(table(caption, heads, rows));
  }

  clear() {
    this.root.querySelectorAll(":scope > :not(h2)").forEach((element) => element.remove());
  }

  /**
   * Calls `frame` again and again, with buttons to stop, go on and take one step, and says how often. Stops on an error.
   * Gives `once()`, which takes a step unless one is under way, and `between(act)`, which waits until none is.
   */
  loop(row, frame) {
    let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    let ticking = true; // a tick is to come: who pauses and goes on before it shall not have two
    let busy = null;
    const owner = this;
    const toggle = h("button", { type: "button", click: () => set(!running) });
    const rate = h("span", { class: "timing" });
    const count = frameRate(rate);
    const once = () => {
      busy ??= owner.attempt(frame).then((well) => {
        busy = null;
        if (!well) set(false);
      });
      return busy;
    };
    const tick = async () => {
      ticking = running;
      if (!running) return;
      if (!document.hidden) await once();
      count();
      requestAnimationFrame(tick);
    };
    const set = (on) => {
      running = on;
      toggle.textContent = on ? "Pause" : "Run";
      if (!on) rate.textContent = "";
      if (!on || ticking) return;
      ticking = true;
      requestAnimationFrame(tick);
    };
    row.add(
      toggle,
      h(
        "button",
        {
          type: "button",
          class: "plain",
          click: () => {
            set(false);
            once();
          },
        },
        "One step",
      ),
    );
    row.remark(rate);
    toggle.textContent = running ? "Pause" : "Run";
    once().then(tick);
    return {
      once,
      between: async (act) => {
        await busy;
        return act();
      },
      get running() {
        return running;
      },
    };
  }
}

/** Controls in a grid, their buttons in a row below, and a remark after those. What a button throws is shown by `errors`. */
class Controls extends Stage {
  constructor(root, errors) {
    super(root);
    this.errors = errors;
    this.fields = h("div", { class: "fields" });
    this.buttons = h("div", { class: "buttons" });
    root.append(this.fields, this.buttons);
  }

  add(...elements) {
    for (const element of elements) {
      if (element.localName !== "button") this.fields.append(element);
      else if (this.last) this.last.before(element);
      else this.buttons.append(element);
    }
    return elements[0];
  }

  /** Stands after the buttons. */
  remark(element) {
    this.buttons.append(element);
    this.last = element;
  }
}
