// What the caller hands over may be anything: a proxy, an object with getters, a class of its own.
// What can throw here is caught where it is called.

export function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

/** The names of an object's own properties. */
export const keysOf = (object) => Object.keys(object);

/** The items of an array that has at most so many. */
export function itemsOf(list, most) {
  const { length } = list;
  if (!(length <= most)) return null;
  return Array.from({ length }, (_, index) => list[index]);
}

/** An array's numbers, or the place of the first item that is none. */
export function numbersOf(list) {
  const { length } = list;
  if (length > 0 && typeof list[0] !== "number") return 0; // before memory is taken for what may be holes
  const copy = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    const item = list[index];
    if (typeof item !== "number") return index;
    copy[index] = item;
  }
  return copy;
}

/** What a thrown value says of itself. */
export function textOf(thrown) {
  try {
    const text = thrown?.message ?? thrown;
    return typeof text === "string" && text ? text : "it was refused without a reason";
  } catch {
    return "it was refused without a reason";
  }
}
