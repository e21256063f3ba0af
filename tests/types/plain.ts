// The public types where TypeScript knows no `using` and no more than ES2020. Compiled by tsc, never run.

import init, { CreateGPGPU, GPGPUError, type GpuArray } from "gpgpu-wasm";

export async function total(values: number[]): Promise<number> {
  await init();
  const gpgpu = CreateGPGPU();
  try {
    const array: GpuArray<"float"> = gpgpu.makeArray("float", [values.length], values);
    return (await gpgpu.sum(array).read())[0];
  } catch (error) {
    throw error instanceof GPGPUError && error.code === "NO_WEBGL2" ? new Error("no GPU") : error;
  } finally {
    gpgpu.dispose();
  }
}
