import init, { CreateGPGPU } from "gpgpu-wasm";
import { multiplyInTextures } from "./kernels.mjs";

onmessage = async ({ data: canvas }) => {
  try {
    await init();
    postMessage({ C: Array.from(multiplyInTextures(CreateGPGPU(canvas))) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
