// Typed arrays as they are, whatever their owner has made of their properties and prototypes.

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name) => Object.getOwnPropertyDescriptor(typedArray, name).get;
const ask = Reflect.apply;
const [tag, length, buffer, byteOffset, byteLength] = [
  Symbol.toStringTag,
  "length",
  "buffer",
  "byteOffset",
  "byteLength",
].map(getter);

const kinds = new Map(
  [
    "Float32Array",
    "Int32Array",
    "Uint32Array",
    "Float64Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "Int8Array",
    "Uint16Array",
    "Int16Array",
    "Float16Array",
  ].map((name, index) => [name, index]),
);

/** The place of a typed array's kind in the list above; -1 for everything else. */
export const kindOf = (value) => kinds.get(ask(tag, value, [])) ?? -1;

export const lengthOf = (view) => ask(length, view, []);
export const bufferOf = (view) => ask(buffer, view, []);
export const offsetOf = (view) => ask(byteOffset, view, []);
export const sizeOf = (view) => ask(byteLength, view, []);

/** Whether the memory behind a view was given away, or shrank until nothing is left of it. */
export function isGone(view) {
  if (lengthOf(view) > 0) return false;
  try {
    return new Uint8Array(view).length > 0;
  } catch {
    return true;
  }
}

/** All bytes that a view shows. */
export const bytesOf = (view) => new Uint8Array(bufferOf(view), offsetOf(view), sizeOf(view));

/** The same memory as 32-bit integers. */
export const intsOf = (view) => new Int32Array(bufferOf(view), offsetOf(view), sizeOf(view) / 4);

/** The largest of an array's numbers but for one; -1 if there is none. */
export function largestIn(view, except) {
  let largest = -1;
  for (let at = lengthOf(view); at-- > 0;) if (view[at] > largest && view[at] !== except) largest = view[at];
  return largest;
}

/** Writes a zero into each page of new memory, so that the system provides it now and not while a result is copied. */
export function touch(view) {
  const bytes = bytesOf(view);
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 0;
}

/** The last four bytes that a view of 32-bit numbers shows, or null. */
export function lastOf(view) {
  const size = sizeOf(view);
  return size < 4 ? null : new Uint32Array(bufferOf(view), offsetOf(view) + size - 4, 1);
}

/** Numbers of 32 bits, floats, ints or uints: as many zeros, or those of a view by value; as parts of `most` unless that is 0. */
export function numbersFrom(kind, from, most) {
  const made = new [Float32Array, Int32Array, Uint32Array][kind](from);
  if (most > 0) for (let at = 0; at < made.length; at++) made[at] = Math.max(made[at] / most, -1);
  return made;
}

/** The same numbers in memory that is neither shared nor resizable. */
export function plainCopy(view) {
  const copy = new Uint8Array(sizeOf(view));
  copy.set(bytesOf(view));
  return new globalThis[ask(tag, view, [])](copy.buffer);
}
