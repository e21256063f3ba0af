// Devices without float targets render the bits of floats: operations on each other's results are those of all others. And the poorest
// device that WebGL2 allows.
import { equal, ok, refused } from "../assert.mjs";
import { poorest } from "../device.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

/** A context that lacks these extensions. */
function without(extensions) {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2"),
    { getExtension } = gl;
  gl.getExtension = (name) => (extensions.test(name) ? null : getExtension.call(gl, name));
  return gl;
}

const bits = (array) => {
  const values = array.readSync();
  return Array.from(new Uint32Array(values.buffer));
};

/** Results of operations on what other operations made; every number on the way is whole. */
function chains(gpgpu) {
  const results = {};
  const numbers = (n) => Float32Array.from({ length: n }, (_, i) => ((i * 7919) % 23) - 11);
  for (const [m, k, n] of [
    [4, 4, 4],
    [8, 3, 4],
    [3, 8, 5],
    [5, 7, 8],
    [12, 4, 16],
    [33, 9, 64],
    [1, 64, 32],
    [64, 32, 1],
  ]) {
    const A = gpgpu.makeArray("float", [m, k], numbers(m * k)),
      B = gpgpu.makeArray("float", [k, n], numbers(k * n));
    const ints = gpgpu.makeArray("int", [k, m], Int32Array.from(numbers(m * k))),
      vectors = gpgpu.makeArray("vec3", [m, k], numbers(3 * m * k));
    const order = Int32Array.from({ length: m }, (_, i) => m - 1 - i),
      one = gpgpu.makeArray("float", [1], [5]);
    const made = {
      matmul: gpgpu.matmul(A, B),
      identity: gpgpu.identity(n),
      transpose: gpgpu.transpose(A),
      "transpose of vectors": gpgpu.transpose(vectors),
      permuteRows: gpgpu.permuteRows(A, order),
      add: gpgpu.add(A, A),
      sort: gpgpu.sort(A),
      cumsum: gpgpu.cumsum(A),
      sum: gpgpu.sum(B, { axis: 0 }),
    };
    for (const [name, array] of Object.entries(made)) {
      const say = (operation, result) => {
        results[`${operation} of ${name}, ${m} x ${k} x ${n}`] = bits(result);
      };
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
    results[`map of ints and floats, ${m} x ${k}`] = bits(
      gpgpu.map("x + float(i)", { i: gpgpu.transpose(ints), x: A }),
    );
  }
  return results;
}

export const tests = {
  "operations on each other's results are the same without float targets"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const expected = chains(gpgpu);
    gpgpu.dispose();
    // Some drivers have no half-float targets either.
    const devices = { half: { gl: without(/^EXT_color_buffer_float/), refused: [] }, none: poorest() };
    for (const [floatTargets, device] of Object.entries(devices)) {
      const poorer = CreateGPGPU(device);
      ok(
        [floatTargets, "none"].includes(poorer.capabilities().floatTargets),
        `float targets are ${poorer.capabilities().floatTargets}`,
      );
      const results = chains(poorer);
      for (const [name, numbers] of Object.entries(expected))
        equal(results[name], numbers, `${name}, float targets ${floatTargets}`);
      equal([device.refused, device.gl.getError()], [[], 0]);
      poorer.dispose();
    }
  },

  async "the poorest device that renders to floats, but cannot blend them, inverts, solves and multiplies"({
    CreateGPGPU,
  }) {
    const device = poorest(/float_blend|float_linear|parallel|debug_renderer/i);
    const gpgpu = CreateGPGPU(device);
    equal([gpgpu.capabilities().floatTargets, gpgpu.capabilities().floatBlend], ["full", false]);
    for (const n of [1, 7, 64, 150]) {
      // Whole numbers, and the diagonal outweighs the rest: the inverse is accurate.
      const numbers = Float32Array.from({ length: n * n }, (_, i) =>
        i % (n + 1) === 0 ? 8 * n : ((i * 7919) % 15) - 7,
      );
      const A = gpgpu.makeArray("float", [n, n], numbers),
        x = Float32Array.from({ length: n }, (_, i) => (i % 9) - 4);
      const near = (array, wanted, what) =>
        array
          .readSync()
          .forEach((value, i) => ok(Math.abs(value - wanted(i)) < 1e-3, `${what}, n = ${n}, at ${i}: ${value}`));
      near(gpgpu.matmul(A, gpgpu.inverse(A)), (i) => (i % (n + 1) === 0 ? 1 : 0), "A times its inverse");
      near(gpgpu.solve(A, gpgpu.matmul(A, gpgpu.makeArray("float", [n, 1], x))), (i) => x[i], "the solution");
      const { LU, order } = gpgpu.lu(A);
      near(gpgpu.permuteRows(gpgpu.multiplyLU(LU), order), (i) => numbers[i], "L times U");
      for (const method of ["texture", "uniformBlock"]) {
        const square = gpgpu.matmul(A, A, { method }).readSync(),
          row = n >> 1;
        for (const column of [0, row, n - 1]) {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += numbers[row * n + k] * numbers[k * n + column];
          equal(square[row * n + column], sum, `A times A, n = ${n}, ${method}`);
        }
      }
    }
    equal([device.refused, device.gl.getError()], [[], 0]);
    gpgpu.dispose();
  },

  async "what the poorest device lacks is refused by name before it is asked for it"({ CreateGPGPU }) {
    const device = poorest();
    const gpgpu = CreateGPGPU(device);
    const declared = (count, type) => Array.from({ length: count }, (_, i) => `${type} v${i};`).join("");
    const arrays = (count, make) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, make()]));
    const texture = gpgpu.makeTextureInfo("float", [1], [1]),
      outputs = arrays(5, () => gpgpu.makeArray("uint", [2, 2]));
    const far = "out float C; void main() { C = texelFetch(T, ivec3(0), 0).r; }",
      C = new Float32Array([9]);
    const cases = {
      "five outputs": [
        "LIMIT_EXCEEDED",
        {
          fragmentShader: `${declared(5, "layout(location = 0) out uint").replace(/= 0(?=\) out uint v(\d))/g, "= $1")} void main() { v0 = v1 = v2 = v3 = v4 = 1u; }`,
          args: outputs,
        },
      ],
      "a float target": [
        "UNSUPPORTED",
        { fragmentShader: "out float C; void main() { C = 1.0; }", args: { C: gpgpu.makeArray("float", [2, 2]) } },
      ],
      "a wide target": [
        "LIMIT_EXCEEDED",
        {
          fragmentShader: "out uint u; void main() { u = 1u; }",
          args: { u: gpgpu.makeTextureInfo("uint", [1, 2049]) },
        },
      ],
      "17 textures": [
        "LIMIT_EXCEEDED",
        {
          vertexShader: `${declared(17, "uniform sampler2D")} out float C; void main() { C = ${Object.keys(
            arrays(17, () => 0),
          )
            .map((v) => `texelFetch(${v}, ivec2(0), 0).r`)
            .join("+")}; }`,
          args: { C, ...arrays(17, () => texture) },
        },
      ],
      "a deep texture": [
        "LIMIT_EXCEEDED",
        { vertexShader: `uniform sampler3D T; ${far}`, args: { C, T: gpgpu.makeTextureInfo("float", [257, 1, 1]) } },
      ],
      "many layers": [
        "LIMIT_EXCEEDED",
        {
          vertexShader: `uniform sampler2DArray T; ${far}`,
          args: { C, T: gpgpu.makeTextureInfo("float", [257, 1, 1]) },
        },
      ],
      "linear filtering": [
        "UNSUPPORTED",
        {
          vertexShader: "uniform sampler2D T; out float C; void main() { C = tex2D(T, 0.5, 0.5).r; }",
          args: { C, T: gpgpu.makeTextureInfo("float", [1, 1], [1], { filterMode: "linear" }) },
        },
      ],
      "300 uniforms": [
        "PROGRAM_LINK",
        {
          vertexShader: "uniform vec4 u[300]; out float C; void main() { C = u[gl_VertexID + 299].x; }",
          args: { C, u: new Float32Array(1200) },
        },
      ],
    };
    for (const [what, [code, param]] of Object.entries(cases)) {
      const error = await refused(() => gpgpu.compute({ id: "Much", ...param }), what);
      equal([error.code, error.kernel, C[0]], [code, "Much", 9], `${what}: ${error.message}`);
      equal(device.refused, [], what);
    }
    equal((await refused(() => gpgpu.inverse(gpgpu.identity(2)), "inverse")).code, "UNSUPPORTED");
    equal(multiplyInTextures(gpgpu), product);
    equal([device.refused, device.gl.getError()], [[], 0]);
    gpgpu.dispose();
  },

  async "an operation too large for a device says what it was given, and the next one works"({ CreateGPGPU }) {
    for (const device of [poorest(), poorest(/float_blend|float_linear|parallel|debug_renderer/i)]) {
      const gpgpu = CreateGPGPU(device);
      const ones = (...shape) => gpgpu.makeArray("float", shape, new Float32Array(shape[0] * shape[1]).fill(1));
      const [column, row, wide] = [ones(5000, 1), ones(1, 5000), ones(1, 2200000)];
      const large = gpgpu.makeTextureInfo("vec4", [4100, 1024]);
      for (const [what, operation] of Object.entries({
        "to make [5000, 5000] of [5000, 1] and [1, 5000] needs a texture": () => gpgpu.matmul(column, row),
        "to make [1, 2200000] of [1, 1] and [1, 2200000] needs a texture": () => gpgpu.matmul(ones(1, 1), wide),
        "to make [5000, 5000] needs a texture": () => gpgpu.identity(5000),
        "to make [4100, 1024] of [4100, 1024] needs a texture": () => gpgpu.add(large, 1),
      })) {
        const { code, message } = await refused(operation, what);
        equal(
          [code, message.includes(`: ${what} `), message.endsWith(": take it in parts")],
          ["LIMIT_EXCEEDED", true, true],
          message,
        );
      }
      equal([...gpgpu.matmul(row, column).readSync()], [5000]);
      equal([device.refused, device.gl.getError()], [[], 0]);
      gpgpu.dispose();
    }
  },

  "in a map one number meets every component of one vector"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const shape of [[1], [1, 1], [1, 1, 1]]) {
      const x = gpgpu.makeArray("float", shape, [10]),
        v = gpgpu.makeArray("vec3", shape, [1, 2, 3]);
      const product = gpgpu
        .matmul(gpgpu.makeArray("float", [1, 1], [10]), gpgpu.makeArray("float", [1, 1], [1]))
        .reshape(shape);
      for (const inputs of [
        { x, v },
        { v, x },
        { x: product, v },
        { v, x: product },
      ]) {
        const result = gpgpu.map("x + v", inputs);
        equal([result.type, result.shape, [...result.readSync()]], ["vec3", shape, [11, 12, 13]]);
      }
    }
    gpgpu.dispose();
  },
};
