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

/** A method or getter is refused on anything else than its own kind, which to wasm would be foreign memory, and too deep in others. */
function guard(name, kind, key) {
  const property = Object.getOwnPropertyDescriptor(kind.prototype, key);
  for (const role of ["value", "get"]) {
    const own = property[role];
    if (!own) continue;
    property[role] = function (...words) {
      const fits = this instanceof kind && this.__wbg_ptr;
      if (fits && depth < DEEPEST) {
        depth++;
        try {
          return own.apply(this, words);
        } finally {
          depth--;
        }
      }
      const what = fits ? `it was called from within ${depth} others` : `it was called on something that is no ${name}`;
      const error = new GPGPUError(fits ? "LIMIT_EXCEEDED" : "BAD_ARGUMENT", `kernel "${key}": ${what}`, key);
      if (key === "computeAsync" || key === "read") return Promise.reject(error);
      throw error;
    };
  }
  Object.defineProperty(kind.prototype, key, property);
}
