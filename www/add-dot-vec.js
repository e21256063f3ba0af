// Three numbers make an element: A and B are read as vec3, C = A + B is a vec3 again, and D = dot(A, B) is one float an
// element. The arrays stay flat; the GLSL types say how they are cut.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    in vec3 A;
    in vec3 B;
    out vec3 C;
    out float D;

    void main() {
      C = A + B;
      D = dot(A, B);
    }`,
  inputs: { A: "1 2 3  4 5 6  7 8 9", B: "10 20 30  40 50 60  70 80 90" },
  types: { A: "vec3", B: "vec3", C: "vec3" },

  run({ glsl, A, B }) {
    const C = new Float32Array(A.length);
    const D = new Float32Array(A.length / 3);
    gpgpu.compute({ id: "AddDotVec", vertexShader: glsl, args: { A, B, C, D } });
    return { C, D };
  },

  check({ A, B }) {
    const C = A.map((a, i) => a + B[i]);
    const D = Array.from({ length: A.length / 3 }, (_, i) => {
      let sum = 0;
      for (let k = 3 * i; k < 3 * i + 3; k++) sum += A[k] * B[k];
      return sum;
    });
    return { C, D };
  },
});
