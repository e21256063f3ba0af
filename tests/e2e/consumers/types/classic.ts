// The classic script in TypeScript: imported for its globals, which a page declares.

import "gpgpu-wasm/gpgpu.js";

declare const CreateGPGPU: typeof import("gpgpu-wasm").CreateGPGPU;
declare const GPGPUError: typeof import("gpgpu-wasm").GPGPUError;

try {
  const gpgpu = CreateGPGPU();
  const ints: Int32Array = gpgpu.makeArray("ivec2", [1], [1, 2]).readSync();
  console.log(ints);
} catch (error) {
  if (error instanceof GPGPUError) console.log(error.code);
}
