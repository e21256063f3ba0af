// What the exported classes are to JavaScript beyond what wasm-bindgen writes.

import { Factors, GPGPU, GpuArray } from "../../target/wasm-pack/gpgpu_wasm.js";

/** `using array = …` is to end with dispose(), which later calls can name; wasm-bindgen's free() leaves a null pointer. */
export function completeClasses() {
  for (const { prototype } of [GPGPU, GpuArray]) {
    if (Symbol.dispose) prototype[Symbol.dispose] = prototype.dispose;
    delete prototype.free;
  }
  // What lu() gives holds arrays of its own, which are disposed by themselves; the rest is left to garbage collection.
  delete Factors.prototype.free;
  if (Symbol.dispose) delete Factors.prototype[Symbol.dispose];
}
