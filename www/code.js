// Code as people read it: GLSL and JavaScript with their words in colour, and the editor for a kernel.
import { h, unique } from "./element.js";

const KINDS = [
  ["comment", /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  [
    "value",
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`\n]*`|\b(?:0x[0-9a-fA-F]+|\d+\.?\d*(?:e[+-]?\d+)?)[uf]?\b|(?<![\w.])\.\d+\b/,
  ],
  ["type", /\b(?:void|bool|float|int|uint|[biu]?vec[234]|mat[234](?:x[234])?|[iu]?sampler(?:2D|3D|2DArray|Cube))\b/],
  [
    "word",
    /\b(?:in|out|uniform|flat|const|struct|if|else|for|while|do|return|break|continue|discard|switch|case|default|true|false|null|undefined|precision|highp|import|export|await|async|function|new|let|class|extends|throw|try|catch|finally|typeof|this|static)\b|#\w+/,
  ],
];
const TOKENS = new RegExp(KINDS.map(([kind, { source }]) => `(?<${kind}>${source})`).join("|"), "g");

/** The text with spans about what the eye looks for. */
export function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    parts.push(text.slice(end, match.index), h("span", { class: `code-${kind}` }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

/** GLSL as it stands in a demo's template string, moved to the margin: line 1 is the first line with text. */
export function dedent(text) {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.match(/^ */)[0].length));
  return lines.map((line) => line.slice(margin)).join("\n");
}

/**
 * An editor: line numbers, colours, Tab indents, Escape and then Tab leaves, Ctrl+Enter calls `run`. What is typed into is a
 * textarea with invisible letters; the coloured ones lie beneath it.
 */
export class Editor {
  constructor(label, text, run) {
    this.first = dedent(text);
    this.run = run;
    this.wrong = 0;
    this.area = h("textarea", {
      id: unique("editor"),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
    });
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.paint = h("code");
    this.area.value = this.first;
    const hint = h(
      "p",
      { class: "hint", id: unique("hint") },
      h("kbd", {}, "Ctrl"),
      "+",
      h("kbd", {}, "Enter"),
      " runs it. ",
      h("kbd", {}, "Tab"),
      " indents; ",
      h("kbd", {}, "Esc"),
      " then ",
      h("kbd", {}, "Tab"),
      " leaves the editor.",
    );
    this.area.setAttribute("aria-describedby", hint.id);
    this.element = h(
      "div",
      { class: "field" },
      h("label", { for: this.area.id }, label),
      h(
        "div",
        { class: "editor" },
        this.gutter,
        h("div", { class: "lines" }, h("pre", { "aria-hidden": "true" }, this.paint), this.area),
      ),
      hint,
    );
    this.area.addEventListener("input", () => {
      this.wrong = 0;
      this.#draw();
    });
    this.area.addEventListener("scroll", () => this.#follow());
    this.area.addEventListener("keydown", (event) => this.#key(event));
    this.#draw();
  }

  get value() {
    return this.area.value;
  }

  reset() {
    this.area.value = this.first;
    this.#draw();
  }

  /** Marks the line that a message names. */
  mark(message) {
    this.wrong = Number(message?.match(/line (\d+)/)?.[1] ?? 0);
    this.#draw();
  }

  #draw() {
    const lines = this.value.split("\n").length;
    this.area.rows = Math.min(24, Math.max(4, lines + 1));
    this.gutter.replaceChildren(
      h(
        "div",
        {},
        ...Array.from({ length: lines }, (_, i) =>
          h("div", i + 1 === this.wrong ? { class: "wrong" } : {}, String(i + 1)),
        ),
      ),
    );
    this.paint.replaceChildren(...coloured(this.value));
    this.#follow();
  }

  #follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.gutter.firstChild.style.translate = `0 ${-scrollTop}px`;
    this.paint.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
  }

  #key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.run?.();
    } else if (event.key === "Tab" && !event.shiftKey && !this.leaving) {
      event.preventDefault();
      // As if typed, so that it can be taken back; in this way alone browsers remember it.
      if (!document.execCommand("insertText", false, "  ")) {
        this.area.setRangeText("  ", this.area.selectionStart, this.area.selectionEnd, "end");
        this.#draw();
      }
    }
    this.leaving = event.key === "Escape";
  }
}
