// One call, two outputs: the sum C = A + B and the product D = A · B, element by element. Every out variable that is named in
// args is captured.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    in float A;
    in float B;
    out float C;
    out float D;

    void main() {
      C = A + B;
      D = A * B;
    }`,
  inputs: { A: "1 2 3 4 5 6", B: "10 20 30 40 50 60" },

  run({ glsl, A, B }) {
    const C = new Float32Array(A.length);
    const D = new Float32Array(A.length);
    gpgpu.compute({ id: "AddMulVec", vertexShader: glsl, args: { A, B, C, D } });
    return { C, D };
  },

  check({ A, B }) {
    return { C: A.map((a, i) => a + B[i]), D: A.map((a, i) => a * B[i]) };
  },
});
