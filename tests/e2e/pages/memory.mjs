// GPU memory beyond what 32 bits count. None of it is really there: what is large is only said to be made.
import { equal, refused } from "../assert.mjs";

/** An instance on a GPU of 32768 texels a side. `most`: the bytes of the largest texture that it has memory for. */
function roomy(CreateGPGPU, most = Infinity) {
  const gpgpu = CreateGPGPU(),
    gl = gpgpu.getGL(),
    own = Object.getPrototypeOf(gl),
    LARGE = 2 ** 24;
  let full = false;
  const size = (width, height, depth = 1) => {
    const bytes = 16 * width * height * depth;
    full ||= bytes > most;
    return bytes > LARGE ? [1, 1] : [width, height];
  };
  gl.getParameter = (name) => (name === gl.MAX_TEXTURE_SIZE ? 32768 : own.getParameter.call(gl, name));
  gl.bufferData = (target, data, ...rest) => own.bufferData.call(gl, target, data > LARGE ? 16 : data, ...rest);
  gl.texStorage2D = (target, levels, format, width, height) =>
    own.texStorage2D.call(gl, target, levels, format, ...size(width, height));
  gl.texStorage3D = (target, levels, format, width, height, depth) =>
    own.texStorage3D.call(gl, target, levels, format, ...size(width, height, depth), depth);
  gl.getError = () => {
    if (!full) return own.getError.call(gl);
    full = false;
    return gl.OUT_OF_MEMORY;
  };
  return gpgpu;
}

export const tests = {
  "arrays of more than 4 GiB together are counted, and given up"({ CreateGPGPU }) {
    const gpgpu = roomy(CreateGPGPU),
      elements = 2 ** 28,
      arrays = [0, 1, 2, 3, 4].map(() => gpgpu.makeArray("float", [elements]));
    equal(gpgpu.memory().bytes, 5 * 4 * elements);
    arrays.forEach((array) => array.dispose());
    equal([gpgpu.memory().bytes, gpgpu.memory().pooledBytes], [0, 0]);
    gpgpu.dispose();
  },

  async "no memory for a texture of 4 GiB is OUT_OF_MEMORY"({ CreateGPGPU }) {
    const gpgpu = roomy(CreateGPGPU, 2 ** 31),
      keys = gpgpu.makeArray("uint", [2 ** 29 - 4]);
    const { code, message } = await refused(() => gpgpu.argsort(keys));
    equal(
      [code, message],
      ["OUT_OF_MEMORY", 'kernel "argsort": the GPU has no memory for a texture of 4294967296 bytes'],
    );
    gpgpu.dispose();
  },
};
