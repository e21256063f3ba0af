// Kernels that several tests run.

/** The product of two matrices in textures, one vertex per element: 372, 408, 1012, 1128. */
export function multiplyInTextures(gpgpu) {
  const C = new Float32Array(4);
  gpgpu.compute({
    id: "TexMulMat",
    vertexShader: `
      uniform sampler2D A, B;
      out float C;
      void main() {
        int row = gl_VertexID / textureSize(B, 0).x, col = gl_VertexID % textureSize(B, 0).x;
        float sum = 0.0;
        for (int i = 0; i < textureSize(B, 0).y; i++)
          sum += texelFetch(A, ivec2(i, row), 0).r * texelFetch(B, ivec2(col, i), 0).r;
        C = sum;
      }`,
    args: {
      A: gpgpu.makeTextureInfo("float", [2, 8], new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18])),
      B: gpgpu.makeTextureInfo("float", [8, 2], new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])),
      C,
    },
  });
  return C;
}

export const product = [372, 408, 1012, 1128];
