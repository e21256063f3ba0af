// The product of two matrices of any size. A and B are textures, since every element of C needs a whole row of A and a whole
// column of B; gl_VertexID says which element of C is this vertex's own. Nothing else is given: the output says how many there are.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    uniform sampler2D A;          // texel (column, row)
    uniform sampler2D B;
    out float C;

    void main() {
      int columns = textureSize(B, 0).x;
      int row = gl_VertexID / columns;
      int column = gl_VertexID % columns;

      float sum = 0.0;
      for (int i = 0; i < textureSize(B, 0).y; i++)
        sum += texelFetch(A, ivec2(i, row), 0).r
             * texelFetch(B, ivec2(column, i), 0).r;
      C = sum;
    }`,
  inputs: {
    A: "1 2 3 4 5 6 7 8\n11 12 13 14 15 16 17 18",
    B: "1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n13 14\n15 16",
  },
  types: { A: "matrix", B: "matrix", C: "matrix" },

  run({ glsl, A, B }) {
    fits(A, B);
    const C = { rows: A.rows, cols: B.cols, data: new Float32Array(A.rows * B.cols) };
    gpgpu.compute({
      id: "TexMulMat",
      vertexShader: glsl,
      args: {
        A: gpgpu.makeTextureInfo("float", [A.rows, A.cols], A.data),
        B: gpgpu.makeTextureInfo("float", [B.rows, B.cols], B.data),
        C: C.data,
      },
    });
    return { C };
  },

  check({ A, B }) {
    const data = new Float64Array(A.rows * B.cols);
    for (let r = 0; r < A.rows; r++)
      for (let c = 0; c < B.cols; c++)
        for (let i = 0; i < A.cols; i++) data[r * B.cols + c] += A.data[r * A.cols + i] * B.data[i * B.cols + c];
    return { C: { rows: A.rows, cols: B.cols, data } };
  },
});

function fits(A, B) {
  if (A.cols !== B.rows) throw new Error(`A has ${A.cols} columns, so B needs ${A.cols} rows; it has ${B.rows}`);
}
