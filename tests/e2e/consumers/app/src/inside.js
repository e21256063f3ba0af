// For bundlers that carry no files along: the classic script brings the wasm inside.
import "gpgpu-wasm/gpgpu.js";
import { multiplyInTextures } from "./kernels.mjs";

document.documentElement.dataset.answer = JSON.stringify({ page: Array.from(multiplyInTextures(CreateGPGPU())) });
