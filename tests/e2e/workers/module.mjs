import { bitmapTexel, multiplyInTextures } from "../kernels.mjs";
import { load } from "../library.mjs";

try {
  const { CreateGPGPU } = await load("module");
  const gpgpu = CreateGPGPU();
  postMessage({ document: typeof document, C: Array.from(multiplyInTextures(gpgpu)), texel: await bitmapTexel(gpgpu) });
} catch (error) {
  postMessage({ error: String(error) });
}
