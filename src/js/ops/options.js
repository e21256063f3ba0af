// The options of an operation. One of another name would go unseen, so it is refused.

import { isArray } from "../params/objects.js";
import { describe, show } from "../params/show.js";

const whole = { words: "a whole number", holds: (value) => typeof value === "number" && value === (value | 0) };
const flag = { words: "a boolean", holds: (value) => typeof value === "boolean" };
const method = {
  words: '"texture" or "uniformBlock"',
  holds: (value) => value === "texture" || value === "uniformBlock",
};
const kinds = {
  axis: whole,
  groupSize: whole,
  by: whole,
  refine: whole,
  descending: flag,
  transposeA: flag,
  transposeB: flag,
  method,
};

/** Their values, in the order of the names; or why they are refused. */
export function optionsOf(given, list) {
  const names = list.split(" ");
  // Most often an operand too many.
  if (typeof given !== "object" || isArray(given) || ArrayBuffer.isView(given) || "__wbg_ptr" in given)
    return `options is ${describe(given)}; it must be an object`;
  const stranger = Object.keys(given).find((key) => !names.includes(key));
  if (stranger !== undefined)
    return `there is no option ${stranger}; there ${names.length > 1 ? "are" : "is"} ${names.join(", ") || "none"}`;
  const values = names.map((name) => given[name]);
  const wrong = values.findIndex((value, at) => value !== undefined && !kinds[names[at]].holds(value));
  return wrong < 0
    ? values
    : `option ${names[wrong]} is ${show(values[wrong])}; it must be ${kinds[names[wrong]].words}`;
}
