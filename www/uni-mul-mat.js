// C = M · A: one 3 x 3 matrix, a uniform, turns every vec3 of A. GLSL stores a matrix column by column, so the array for M is
// the columns, one after the other: here the matrix is typed as people write it and turned on its way.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    in vec3 A;
    uniform mat3 M;
    out vec3 C;

    void main() {
      C = M * A;
    }`,
  inputs: { M: "1 2 3\n4 5 6\n7 8 9", A: "1 0 0  0 1 0  0 0 1  1 2 3" },
  types: { M: "matrix", A: "vec3", C: "vec3" },

  run({ glsl, M, A }) {
    if (M.rows !== 3 || M.cols !== 3) throw new Error(`M has ${M.rows} rows and ${M.cols} columns; a mat3 has 3 and 3`);
    const columns = M.data.map((_, i) => M.data[(i % 3) * 3 + Math.floor(i / 3)]);
    const C = new Float32Array(A.length);
    gpgpu.compute({ id: "UniMulMat", vertexShader: glsl, args: { M: columns, A, C } });
    return { C };
  },

  check({ M, A }) {
    return {
      C: A.map((_, i) => {
        const row = 3 * (i % 3);
        const first = i - (i % 3);
        return M.data[row] * A[first] + M.data[row + 1] * A[first + 1] + M.data[row + 2] * A[first + 2];
      }),
    };
  },
});
