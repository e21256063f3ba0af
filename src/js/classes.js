// What the exported classes are to JavaScript beyond what wasm-bindgen writes.

import { Factors, GPGPU, GpuArray, operations } from "../../target/wasm-pack/gpgpu_wasm.js";
import { GPGPUError } from "./error.js";

// Getters, setters and onDraw may call the library again. Where they go round in circles, wasm's stack would end, and with it
// the library.
const DEEPEST = 32;
let depth = 0;

/** Operations share one entry to wasm; here each gets a method. `using array = …` is to end with dispose(), which later calls can name. */
export function completeClasses() {
  const { operate } = GPGPU.prototype;
  delete GPGPU.prototype.operate;
  operations()
    .split(" ")
    .forEach((name, number) => {
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

/** Runs what may run the caller's code, unless it is too deep in others of its kind. */
export function nested(name, run) {
  if (depth === DEEPEST)
    throw new GPGPUError("LIMIT_EXCEEDED", `kernel "${name}": it was called from within ${depth} others`, name);
  depth++;
  try {
    return run();
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
    property[role] = function (...words) {
      try {
        if (this instanceof kind && this.__wbg_ptr) return nested(key, () => own.apply(this, words));
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
