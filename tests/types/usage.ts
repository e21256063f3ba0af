// The public types as a page uses them. Compiled by tsc, never run.

import init, { CreateGPGPU, GPGPUError, initSync, type GpuArray, type TextureInfo } from "gpgpu-wasm";

await init();
await init("gpgpu_wasm_bg.wasm");
await init(new URL("gpgpu_wasm_bg.wasm", import.meta.url));
await init(fetch("gpgpu_wasm_bg.wasm"));
await init({ module_or_path: new Uint8Array(8) });
initSync(new ArrayBuffer(8));

const gpgpu = CreateGPGPU();
CreateGPGPU(document.createElement("canvas"));
CreateGPGPU(new OffscreenCanvas(1, 1), {});

const A: TextureInfo = gpgpu.makeTextureInfo("float", [2, 2], new Float32Array(4), { addressMode: "wrap", filterMode: "linear" });
const cells: GpuArray = gpgpu.makeArray("vec4", [512, 512]);
const C = new Float32Array(4);
gpgpu.compute({
  id: "typed",
  vertexShader: "…",
  args: { A, C, cells, flag: true, k: 2, light: { color: [1, 0, 0], on: false }, pictures: [new ImageData(1, 1)] },
  workgroups: [4],
  localSize: [8, 8, 1],
});
await gpgpu.computeAsync({ fragmentShader: "…", args: { cells, next: cells } });
// @ts-expect-error: a string is no argument
gpgpu.compute({ vertexShader: "…", args: { k: "2" } });
// @ts-expect-error: there is no such type
gpgpu.makeArray("double", [2]);

{
  using product = gpgpu.matmul(A, cells, { transposeB: true });
  const [rows] = product.shape;
  const total: GpuArray = gpgpu.sum(product, { axis: 0 });
  const values = await total.read();
  console.log(rows, values[0], product.readSync().length, product.type, product.bytes);
}
const { keys, values } = gpgpu.sortPairs(cells, cells, { descending: true, by: 1 });
gpgpu.map("a*x + y", { a: 2, x: keys, y: values });
const { LU, order } = gpgpu.lu(A);
const same: GpuArray = gpgpu.permuteRows(gpgpu.multiplyLU(LU), order);
const determinant: number = gpgpu.det(same);

try {
  gpgpu.inverse(A);
} catch (error) {
  if (error instanceof GPGPUError && error.code === "SINGULAR_MATRIX") console.log(determinant, error.kernel, error.argument);
}
gpgpu.addEventListener("contextlost", () => {});
console.log(gpgpu.capabilities().floatTargets, gpgpu.memory().bytes, gpgpu.getGL().drawingBufferWidth);
gpgpu.clear("typed");
gpgpu.dispose();
