import init, { CreateGPGPU } from "../node_modules/gpgpu-wasm/pkg/gpgpu_wasm.js";
import { multiplyInTextures } from "../src/kernels.mjs";

onmessage = async ({ data: canvas }) => {
  await init();
  postMessage({ worker: Array.from(multiplyInTextures(CreateGPGPU(canvas))) });
};
