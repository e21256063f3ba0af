// The same product with four numbers a texel: a quarter of the fetches, and dot() does four multiplications at once. B is
// stored turned, so that the four neighbours of a texel belong to one column of B. The common side must be a multiple of 4.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { kernel } from "./kernel.js";

await init();
const gpgpu = CreateGPGPU();

kernel(import.meta.url, {
  glsl: `
    uniform sampler2D A;    // (i, row): A[row][4i …]
    uniform sampler2D BT;   // (i, column): B[4i …][column]
    out float C;

    void main() {
      ivec2 size = textureSize(BT, 0);
      int row = gl_VertexID / size.y;
      int column = gl_VertexID % size.y;

      float sum = 0.0;
      for (int i = 0; i < size.x; i++)
        sum += dot(texelFetch(A, ivec2(i, row), 0),
                   texelFetch(BT, ivec2(i, column), 0));
      C = sum;
    }`,
  inputs: {
    A: "1 2 3 4 5 6 7 8\n11 12 13 14 15 16 17 18",
    B: "1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n13 14\n15 16",
  },
  types: { A: "matrix", B: "matrix", C: "matrix" },

  run({ glsl, A, B }) {
    fits(A, B);
    const turned = Float32Array.from(
      { length: B.data.length },
      (_, i) => B.data[(i % B.rows) * B.cols + Math.floor(i / B.rows)],
    );
    const C = { rows: A.rows, cols: B.cols, data: new Float32Array(A.rows * B.cols) };
    gpgpu.compute({
      id: "TexMulMatVec4",
      vertexShader: glsl,
      args: {
        A: gpgpu.makeTextureInfo("vec4", [A.rows, A.cols / 4], A.data),
        BT: gpgpu.makeTextureInfo("vec4", [B.cols, B.rows / 4], turned),
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
  if (A.cols % 4) throw new Error(`A has ${A.cols} columns; four numbers a texel need a multiple of 4`);
}
