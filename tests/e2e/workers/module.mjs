import { multiplyInTextures } from "../kernels.mjs";
import { load } from "../library.mjs";

try {
  const { CreateGPGPU } = await load("module");
  postMessage({ document: typeof document, C: Array.from(multiplyInTextures(CreateGPGPU())) });
} catch (error) {
  postMessage({ error: String(error) });
}
