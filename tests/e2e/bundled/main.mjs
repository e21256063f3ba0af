// An application as a bundler sees it: the package by its name, nothing said about the wasm file.
import init, { CreateGPGPU } from "gpgpu-wasm";
import { multiplyInTextures } from "../kernels.mjs";

try {
  await init();
  parent.postMessage({ C: Array.from(multiplyInTextures(CreateGPGPU())) }, "*");
} catch (error) {
  parent.postMessage({ error: String(error) }, "*");
}
