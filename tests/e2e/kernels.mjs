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
      A: gpgpu.makeTextureInfo(
        "float",
        [2, 8],
        new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18]),
      ),
      B: gpgpu.makeTextureInfo(
        "float",
        [8, 2],
        new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
      ),
      C,
    },
  });
  return C;
}

/** The first texels of a texture, from 0 to 255. */
export function bytesOf(gpgpu, T, count) {
  const C = new Float32Array(4 * count);
  gpgpu.compute({
    id: "bytesOf",
    vertexShader: `
      uniform sampler2D T;
      out vec4 C;
      void main() {
        int width = textureSize(T, 0).x;
        C = 255.0 * texelFetch(T, ivec2(gl_VertexID % width, gl_VertexID / width), 0);
      }`,
    args: { T, C },
  });
  return Array.from(C, Math.round);
}

/** A texel of a bitmap whose colours were multiplied by their alpha: 255, 50, 0, 51. */
export async function bitmapTexel(gpgpu) {
  const pixel = new ImageData(new Uint8ClampedArray([255, 50, 0, 51]), 1);
  return bytesOf(gpgpu, await createImageBitmap(pixel, { premultiplyAlpha: "premultiply" }), 1);
}

export const product = [372, 408, 1012, 1128];
