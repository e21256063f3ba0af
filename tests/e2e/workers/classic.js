// A classic worker: importScripts, and the library is there at once.
importScripts("/pkg/gpgpu.js");
const gpgpu = CreateGPGPU();
import("/tests/e2e/kernels.mjs")
  .then(async ({ bitmapTexel, multiplyInTextures }) => {
    postMessage({
      document: typeof document,
      C: Array.from(multiplyInTextures(gpgpu)),
      texel: await bitmapTexel(gpgpu),
    });
  })
  .catch((error) => postMessage({ error: String(error) }));
