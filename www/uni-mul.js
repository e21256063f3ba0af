// C = k · A. A uniform has one value for all elements of a call; a plain number is enough.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    in float A;
    uniform float k;
    out float C;

    void main() {
      C = k * A;
    }`,
  inputs: { A: "1 2 3 4 5 6", k: "2.5" },
  types: { k: "scalar" },

  run({ glsl, A, k }) {
    const C = new Float32Array(A.length);
    gpgpu.compute({ id: "UniMul", vertexShader: glsl, args: { A, k, C } });
    return { C };
  },

  check({ A, k }) {
    return { C: A.map((a) => k * a) };
  },
});
