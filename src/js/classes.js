// What the exported classes are to JavaScript beyond what wasm-bindgen writes.

import { Factors, GPGPU, GpuArray, operations } from "../../target/wasm-pack/gpgpu_wasm.js";
import { entered, GPGPUError } from "./error.js";

// Getters, setters and onDraw may call the library again. Where they go round in circles, wasm's stack would end, and with it
// the library.
const DEEPEST = 32;
let depth = 0;

// Room on JavaScript's stack. Where the stack ends within a call, wasm is left in the middle, so there must be room before.
// A call needs some 5 kB; one that runs what is not compiled yet 45 kB in Chrome, whose compiler wants 40 of them; the most
// tangled shader 35 kB.
const USUAL = 80; // frames of `descend`, most of which have 160 bytes
// As many frames as are 64 kB in Chrome, and in Firefox where arguments are kept elsewhere; and as many bytes of arguments, since
// Safari's compiler makes frames smaller. Microseconds to look for, so only where code may be new.
const AMPLE = [400, ...new Array(8000).fill(0)];
// Calls that look for more because a stack has just ended: what follows is often the way back up.
let wary = 0;

/** The parameters take their place on the stack, given or not; what is added is what makes each call one of its own. */
function descend(frames, _a, _b, _c, _d, _e, _f, _g, _h, _i, _j, _k) {
  return frames > 0 ? descend(frames - 1) + 1 : 0;
}

/** Refuses a call if the stack may end in it. `known`: it was made before. */
export function refuseWithoutRoom(name, known) {
  try {
    if (known && !wary) descend(USUAL);
    else descend.apply(null, AMPLE);
  } catch {
    wary = 1000;
    const what = "there is too little room left on JavaScript's stack";
    throw new GPGPUError("LIMIT_EXCEEDED", `kernel "${name}": ${what}`, name);
  }
  if (wary) wary--;
}

/** Operations share one entry to wasm; here each gets a method. `using array = …` is to end with dispose(), which later calls can name. */
export function completeClasses() {
  const { operate } = GPGPU.prototype;
  delete GPGPU.prototype.operate;
  operations().forEach((name, number) => {
    const methods = {
      [name](a, b, c) {
        return operate.call(this, number, a, b, c);
      },
    };
    Object.defineProperty(GPGPU.prototype, name, { value: methods[name], writable: true, configurable: true });
  });
  for (const [name, kind] of Object.entries({ GPGPU, GpuArray, Factors })) {
    const { prototype } = kind;
    Object.defineProperty(kind, "name", { value: name }); // consoles and messages call them so, whatever a minifier did
    for (const key of Object.getOwnPropertyNames(prototype)) {
      if (key !== "constructor") guard(name, kind, key);
    }
    // What lu() gives holds arrays of its own, which are disposed by themselves, and nothing else.
    if (Symbol.dispose && prototype.dispose) prototype[Symbol.dispose] = prototype.dispose;
  }
}

/**
 * Runs what enters wasm and may run the caller's code, unless it is too deep in others of its kind, or in calls of any kind.
 * `known`: such a call was made before.
 */
export function nested(name, run, known) {
  if (depth === DEEPEST)
    throw new GPGPUError("LIMIT_EXCEEDED", `kernel "${name}": it was called from within ${depth} others`, name);
  refuseWithoutRoom(name, known);
  depth++;
  try {
    return entered(run, name);
  } finally {
    depth--;
  }
}

/** A method or getter is refused on anything else than its own kind, which to wasm would be foreign memory. */
function guard(name, kind, key) {
  const property = Object.getOwnPropertyDescriptor(kind.prototype, key);
  for (const role of ["value", "get"]) {
    const own = property[role];
    if (!own) continue;
    let known = false;
    property[role] = function (...words) {
      try {
        if (this instanceof kind && this.__wbg_ptr) {
          const result = nested(key, () => own.apply(this, words), known);
          known = true;
          return result;
        }
        const what = `it was called on something that is no ${name}`;
        throw new GPGPUError("BAD_ARGUMENT", `kernel "${key}": ${what}`, key);
      } catch (error) {
        if (key === "computeAsync" || key === "read") return Promise.reject(error);
        throw error;
      }
    };
  }
  Object.defineProperty(kind.prototype, key, property);
}
