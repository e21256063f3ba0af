import init, { CreateGPGPU } from "../node_modules/gpgpu-wasm/pkg/gpgpu_wasm.js";
import { multiplyInTextures } from "../src/kernels.mjs";

await init();
document.documentElement.dataset.answer = JSON.stringify({ page: Array.from(multiplyInTextures(CreateGPGPU())) });
