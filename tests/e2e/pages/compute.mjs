import { equal, ok, refused } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

export const tests = {
  async "the product of two matrices in textures"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },

  async "a canvas element and an offscreen canvas can be handed over, and are used again after dispose"({ CreateGPGPU }) {
    for (const canvas of [document.createElement("canvas"), new OffscreenCanvas(4, 4)]) {
      for (let round = 0; round < 2; round++) {
        const gpgpu = CreateGPGPU(canvas);
        ok(gpgpu.canvas === canvas, "another canvas is used");
        equal(multiplyInTextures(gpgpu), product);
        gpgpu.dispose();
      }
    }
  },

  async "without a canvas nothing is added to the page"({ CreateGPGPU }) {
    const before = document.documentElement.outerHTML;
    const gpgpu = CreateGPGPU();
    multiplyInTextures(gpgpu);
    equal(document.documentElement.outerHTML, before);
    gpgpu.dispose();
  },

  async "a refusal is a GPGPUError with a code, the kernel and the argument"({ CreateGPGPU, GPGPUError }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = "in float A; uniform float k; out float C; void main() { C = A * k; }";
    const C = new Float32Array(2);
    const error = await refused(() => gpgpu.compute({ id: "Scale", vertexShader, args: { A: new Float32Array(2), C } }));
    ok(error instanceof GPGPUError && error instanceof Error, `${error} is no GPGPUError`);
    equal([error.name, error.code, error.kernel, error.argument], ["GPGPUError", "MISSING_ARGUMENT", "Scale", "k"]);
    ok(error.message.includes("Scale") && error.message.includes("k"), error.message);
    gpgpu.compute({ id: "Scale", vertexShader, args: { A: new Float32Array([1, 2]), k: 3, C } });
    equal(C, [3, 6]);
    gpgpu.dispose();
  },

  async "what an error does not know, it does not have"({ GPGPUError }) {
    equal(Object.keys(new GPGPUError("UNSUPPORTED", "no")), ["code"]);
    equal(String(new GPGPUError("UNSUPPORTED", "no")), "GPGPUError: no");
  },
};
