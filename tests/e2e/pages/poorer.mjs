// Devices without float targets render the bits of floats: operations on each other's results are those of all others.
import { equal, ok } from "../assert.mjs";

/** An instance whose device has no such targets. */
function without(extensions, CreateGPGPU) {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2"), { getExtension } = gl;
  gl.getExtension = (name) => (extensions.test(name) ? null : getExtension.call(gl, name));
  return CreateGPGPU({ gl });
}

const bits = (array) => {
  const values = array.readSync();
  return Array.from(new Uint32Array(values.buffer));
};

/** Results of operations on what other operations made; every number on the way is whole. */
function chains(gpgpu) {
  const results = {};
  const numbers = (n) => Float32Array.from({ length: n }, (_, i) => (i * 7919) % 23 - 11);
  for (const [m, k, n] of [[4, 4, 4], [8, 3, 4], [3, 8, 5], [5, 7, 8], [12, 4, 16], [33, 9, 64], [1, 64, 32], [64, 32, 1]]) {
    const A = gpgpu.makeArray("float", [m, k], numbers(m * k)), B = gpgpu.makeArray("float", [k, n], numbers(k * n));
    const ints = gpgpu.makeArray("int", [k, m], Int32Array.from(numbers(m * k))), vectors = gpgpu.makeArray("vec3", [m, k], numbers(3 * m * k));
    const order = Int32Array.from({ length: m }, (_, i) => m - 1 - i), one = gpgpu.makeArray("float", [1], [5]);
    const made = {
      matmul: gpgpu.matmul(A, B), identity: gpgpu.identity(n), transpose: gpgpu.transpose(A), "transpose of vectors": gpgpu.transpose(vectors),
      permuteRows: gpgpu.permuteRows(A, order), add: gpgpu.add(A, A), sort: gpgpu.sort(A), cumsum: gpgpu.cumsum(A), sum: gpgpu.sum(B, { axis: 0 }),
    };
    for (const [name, array] of Object.entries(made)) {
      const say = (operation, result) => { results[`${operation} of ${name}, ${m} x ${k} x ${n}`] = bits(result); };
      const scalar = array.type === "float";
      say("add", gpgpu.add(array, array));
      say("relu", gpgpu.relu(array));
      say("map", gpgpu.map("2.0 * a + one", { a: array, one }));
      say("sort", gpgpu.sort(array));
      say("argsort", gpgpu.argsort(array));
      say("reshape", gpgpu.scale(array.reshape([array.length]), 3));
      if (array.shape.length === 2) say("transpose", gpgpu.transpose(array));
      if (array.shape.length === 2 && scalar) say("matmul", gpgpu.matmul(array, array, { transposeB: true }));
      if (scalar) for (const fold of ["sum", "max", "argmin", "cumsum"]) say(fold, gpgpu[fold](array));
      say("nothing", array);
    }
    results[`map of ints and floats, ${m} x ${k}`] = bits(gpgpu.map("x + float(i)", { i: gpgpu.transpose(ints), x: A }));
  }
  return results;
}

export const tests = {
  "operations on each other's results are the same without float targets"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const expected = chains(gpgpu);
    gpgpu.dispose();
    for (const [extensions, floatTargets] of [[/^EXT_color_buffer_float/, "half"], [/^EXT_color_buffer/, "none"]]) {
      const poorer = without(extensions, CreateGPGPU);
      // Some drivers have no half-float targets either.
      ok([floatTargets, "none"].includes(poorer.capabilities().floatTargets), `float targets are ${poorer.capabilities().floatTargets}`);
      const results = chains(poorer);
      for (const [name, numbers] of Object.entries(expected)) equal(results[name], numbers, `${name}, float targets ${floatTargets}`);
      poorer.dispose();
    }
  },

  "in a map one number meets every component of one vector"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const shape of [[1], [1, 1], [1, 1, 1]]) {
      const x = gpgpu.makeArray("float", shape, [10]), v = gpgpu.makeArray("vec3", shape, [1, 2, 3]);
      const product = gpgpu.matmul(gpgpu.makeArray("float", [1, 1], [10]), gpgpu.makeArray("float", [1, 1], [1])).reshape(shape);
      for (const inputs of [{ x, v }, { v, x }, { x: product, v }, { v, x: product }]) {
        const result = gpgpu.map("x + v", inputs);
        equal([result.type, result.shape, [...result.readSync()]], ["vec3", shape, [11, 12, 13]]);
      }
    }
    gpgpu.dispose();
  },
};
