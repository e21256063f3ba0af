// What the caller hands over may be anything: a proxy, an object with getters, a class of its own.
// What can throw here is caught where it is called.

export function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

/** The name of a call of `compute`. */
export const idOf = (param) => param.id;

/** What such a call has besides. */
const members = [
  "vertexShader",
  "fragmentShader",
  "args",
  "elementCount",
  "workgroups",
  "localSize",
  "clear",
  "VertexIndexBuffer",
  "mode",
];
const known = ["id", ...members];

/**
 * Their values. Other members are the caller's own, unless only the capitals of a missing one are wrong: such a slip would go
 * unseen, so it is given instead, and what was meant.
 */
export function requestOf(param) {
  for (const key of Object.keys(param)) {
    if (known.includes(key)) continue;
    const meant = known.find((name) => name.toLowerCase() === key.toLowerCase());
    if (meant && !(meant in param)) return [key, meant];
  }
  return members.map((name) => param[name]);
}

/** The modes of a texture. */
export const modesOf = ({ addressMode, filterMode, readMode, flipY }) => [addressMode, filterMode, readMode, flipY];

/** The names of an object's own properties. */
export const keysOf = (object) => Object.keys(object);

/** The first of them that is not among those declared. */
export const strangerIn = (object, declared) => Object.keys(object).find((key) => !declared.includes(key));

/** A property, but none of the functions that every object inherits: `constructor`, `toString` and their like. */
export function propertyOf(object, name) {
  const value = object[name];
  return typeof value === "function" && !Object.prototype.hasOwnProperty.call(object, name) ? undefined : value;
}

/** Whether a property can be set, as far as that can be told without setting it. */
export function isSettable(object, name) {
  let at = object,
    found;
  while (at && !(found = Object.getOwnPropertyDescriptor(at, name))) at = Object.getPrototypeOf(at);
  if (found && !found.writable) return Boolean(found.set);
  return at === object || Object.isExtensible(object);
}

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
