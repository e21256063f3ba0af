// Tables, each in a frame that scrolls where the page is too narrow for it, and that the keyboard reaches.
import { h } from "./element.js";

/** The frame. `label` is what screen readers call it. */
export function scrolling(label, element) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, element);
}

const cell = (content) => (content instanceof Element ? content : h("td", {}, String(content)));
const columnHead = (content) => (content === "" ? h("td") : h("th", { scope: "col" }, content));
const rowHead = (content) => (content instanceof Element ? content : h("th", { scope: "row" }, content));

/**
 * A table in a frame. `heads` are those of the columns ("" for an empty corner), `rows` are lists of cells,
 * the first of which is the row's head. Elements stand as they are. A list's `attributes` become those of its row.
 */
export function table(caption, heads, rows) {
  const head = h("thead", {}, h("tr", {}, ...heads.map(columnHead)));
  const body = rows.map((row) => h("tr", row.attributes ?? {}, rowHead(row[0]), ...row.slice(1).map(cell)));
  const label = typeof caption === "string" ? caption : caption.textContent;
  return scrolling(label, h("table", {}, h("caption", {}, caption), head, h("tbody", {}, ...body)));
}

/** The head of a row that is named by words, not by a number. */
export const nameHead = (words) => h("th", { scope: "row", class: "name" }, words);
