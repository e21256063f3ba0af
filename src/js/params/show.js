// How messages call and show the caller's values. Nothing here throws.

import { kindOf } from "../../gl/views.js";
import { isArray, itemsOf } from "./objects.js";

function classOf(value) {
  try {
    if (value.texelType !== undefined) return "TextureInfo";
    const { name } = value.constructor;
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}

/** How a message calls a value. */
export function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "bigint") return "a BigInt";
  if (isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  const name = classOf(value);
  if (name === "" || name === "Object") return "an object";
  return /^(?!Ui)[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** A value as a message shows it: numbers, strings and short arrays themselves. */
export function show(value) {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${value}"`;
  try {
    const items = isArray(value) || kindOf(value) >= 0 ? itemsOf(value, 8) : null;
    if (items) return `[${items.map((item) => (isArray(item) ? describe(item) : show(item))).join(", ")}]`;
  } catch {
    // It shows nothing of itself.
  }
  return describe(value);
}
