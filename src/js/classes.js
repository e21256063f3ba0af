// What the exported classes are to JavaScript beyond what wasm-bindgen writes.

import { GPGPU, GpuArray } from "../../target/wasm-pack/gpgpu_wasm.js";

/** `using array = …` is to end with dispose(), which later calls can name; wasm-bindgen's free() leaves a null pointer. */
export function completeClasses() {
  for (const { prototype } of [GPGPU, GpuArray]) {
    if (Symbol.dispose) prototype[Symbol.dispose] = prototype.dispose;
    delete prototype.free;
  }
}
