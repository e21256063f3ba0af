// The sum of two vectors, C = A + B. The shader runs once for every element: A and B are that element's numbers, and what it
// writes to C lands in the page's own Float32Array.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    in float A;
    in float B;
    out float C;

    void main() {
      C = A + B;
    }`,
  inputs: { A: "1 2 3 4 5 6", B: "10 20 30 40 50 60" },

  run({ glsl, A, B }) {
    const C = new Float32Array(A.length);
    gpgpu.compute({ id: "AddVec", vertexShader: glsl, args: { A, B, C } });
    return { C };
  },

  check({ A, B }) {
    return { C: A.map((a, i) => a + B[i]) };
  },
});
