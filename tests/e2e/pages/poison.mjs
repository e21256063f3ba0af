// Storage that is used again, or that a driver hands out, may hold anything: no result may depend on it, and nobody's
// numbers may be seen by anybody else.
import { equal, ok } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";
import { randomNumbers } from "../fuzz.mjs";

const NAN = 0x7fc00bad;

/** Fills every texture and buffer with NaN as soon as it has memory. */
function poison(gl) {
  const formats = new Map();
  for (const [scalar, suffix, kind] of [["F", "", "FLOAT"], ["I", "_INTEGER", "INT"], ["UI", "_INTEGER", "UNSIGNED_INT"]]) {
    for (const [index, channels] of ["R", "RG", "RGB", "RGBA"].entries()) {
      const external = channels === "R" ? "RED" : channels;
      formats.set(gl[`${channels}32${scalar}`], { channels: index + 1, external: gl[external + suffix], kind: gl[kind], scalar });
    }
  }
  const filled = new WeakSet();
  const garbage = (count, Kind) => new Kind(new Uint32Array(count).fill(NAN).buffer);
  const viewKinds = { F: Float32Array, I: Int32Array, UI: Uint32Array };
  const { texStorage2D, texStorage3D, bufferData } = gl;
  let count = 0;
  gl.texStorage2D = (target, levels, internal, width, height) => {
    texStorage2D.call(gl, target, levels, internal, width, height);
    const format = formats.get(internal);
    if (!format) return;
    count++;
    gl.texSubImage2D(target, 0, 0, 0, width, height, format.external, format.kind, garbage(width * height * format.channels, viewKinds[format.scalar]));
  };
  gl.texStorage3D = (target, levels, internal, width, height, depth) => {
    texStorage3D.call(gl, target, levels, internal, width, height, depth);
    const format = formats.get(internal);
    if (!format) return;
    count++;
    gl.texSubImage3D(target, 0, 0, 0, 0, width, height, depth, format.external, format.kind, garbage(width * height * depth * format.channels, viewKinds[format.scalar]));
  };
  gl.bufferData = (target, size, usage) => {
    bufferData.call(gl, target, size, usage);
    const bound = { [gl.COPY_WRITE_BUFFER]: gl.COPY_WRITE_BUFFER_BINDING ?? gl.COPY_WRITE_BUFFER, [gl.ARRAY_BUFFER]: gl.ARRAY_BUFFER_BINDING }[target];
    const buffer = bound && gl.getParameter(bound);
    // Giving a buffer its size again is how WebGL fills it with zeros.
    if (!buffer || filled.has(buffer)) return;
    filled.add(buffer);
    count++;
    gl.bufferSubData(target, 0, garbage(size >> 2, Uint32Array));
  };
  return () => count;
}

/** Leaves arrays' storage of many sizes and forms behind, full of NaN. */
function leaveGarbage(gpgpu) {
  const arrays = [];
  for (const type of ["float", "vec2", "vec4", "int"]) {
    for (const shape of [[1], [5], [16], [17], [64], [7, 5], [16, 16], [33, 31], [2, 3, 4]]) {
      const count = shape.reduce((all, side) => all * side, 1) * ({ vec2: 2, vec4: 4 }[type] ?? 1);
      const bits = new Uint32Array(count).fill(NAN);
      const a = gpgpu.makeArray(type, shape, type === "int" ? new Int32Array(bits.buffer) : new Float32Array(bits.buffer));
      arrays.push(a);
      if (type !== "int" && shape.length < 3) arrays.push(gpgpu.add(a, a), gpgpu.scale(a, 2));
      if (type === "float" && shape.length === 2) arrays.push(gpgpu.transpose(a), gpgpu.matmul(a, gpgpu.transpose(a)));
    }
  }
  for (const a of arrays) a.dispose();
}

const bitsOf = (result) => {
  if (typeof result === "number") return result;
  if (ArrayBuffer.isView(result)) return Array.from(new Uint32Array(result.buffer, result.byteOffset, result.byteLength / 4));
  return bitsOf(result.readSync());
};

/** One call of every operation and kernel form for each of several sizes: by name, the bits of its results. */
function everything(gpgpu) {
  const results = {};
  const random = randomNumbers(11);
  const numbers = (n) => Float32Array.from({ length: n }, () => random.next() - 0.5);
  for (const [m, k, n] of [[1, 1, 1], [2, 3, 5], [5, 4, 3], [7, 7, 7], [17, 16, 15], [33, 31, 34]]) {
    const say = (name, result) => { results[`${name} of ${m}, ${k}, ${n}`] = bitsOf(result); };
    const A = gpgpu.makeArray("float", [m, k], numbers(m * k)), B = gpgpu.makeArray("float", [k, n], numbers(k * n));
    const square = numbers(m * m);
    for (let i = 0; i < m; i++) square[i * m + i] += m;
    const S = gpgpu.makeArray("float", [m, m], square), info = gpgpu.makeTextureInfo("float", [m, k], numbers(m * k));
    const v = gpgpu.makeArray("float", [m * k], numbers(m * k)), records = gpgpu.makeArray("vec4", [n], numbers(4 * n));
    const ints = gpgpu.makeArray("int", [n], Int32Array.from({ length: n }, (_, i) => (i * 7919) % 101 - 50));
    say("matmul", gpgpu.matmul(A, B));
    say("matmul of transposes", gpgpu.matmul(B, A, { transposeA: true, transposeB: true }));
    for (const name of ["add", "sub", "hadamard"]) say(name, gpgpu[name](A, info));
    say("scale", gpgpu.scale(A, 3));
    say("relu", gpgpu.relu(A));
    say("transpose", gpgpu.transpose(A));
    say("identity", gpgpu.identity(n));
    say("map", gpgpu.map("a * k + b", { a: A, b: info, k: 2 }));
    const order = Int32Array.from({ length: m }, (_, i) => (i + 1) % m);
    say("permuteRows", gpgpu.permuteRows(A, order));
    say("permuteCols", gpgpu.permuteCols(S, gpgpu.makeArray("int", [m], order)));
    for (const name of ["sum", "prod", "min", "max", "mean", "argmin", "argmax"]) {
      say(name, gpgpu[name](A));
      say(`${name} along 0`, gpgpu[name](A, { axis: 0 }));
      say(`${name} along 1`, gpgpu[name](A, { axis: 1 }));
      say(`${name} by threes`, gpgpu[name](v, { groupSize: 3 }));
    }
    say("cumsum", gpgpu.cumsum(v));
    say("sort", gpgpu.sort(v));
    say("sort downwards", gpgpu.sort(v, { descending: true }));
    say("sort of ints", gpgpu.sort(ints));
    say("argsort", gpgpu.argsort(v));
    say("sort of records", gpgpu.sort(records, { by: 2 }));
    const pairs = gpgpu.sortPairs(ints, records);
    say("sortPairs, keys", pairs.keys);
    say("sortPairs, values", pairs.values);
    const { LU, order: rows } = gpgpu.lu(S);
    say("lu", LU);
    say("lu, order", rows);
    say("multiplyLU", gpgpu.multiplyLU(LU));
    say("invertLower", gpgpu.invertLower(LU));
    say("invertUpper", gpgpu.invertUpper(LU));
    say("multiplyUL", gpgpu.multiplyUL(LU));
    say("inverse", gpgpu.inverse(S));
    say("solve", gpgpu.solve(S, gpgpu.makeArray("float", [m, n], numbers(m * n))));
    say("det", gpgpu.det(S));
    say("rcond", gpgpu.rcond(S));
    say("clone", A.clone());
    say("reshape", A.reshape([m * k]));
    say("zeros", gpgpu.makeArray("vec3", [m, n]));
    const C = new Float32Array(m * k), D = new Int32Array(3 * m * k);
    gpgpu.compute({ vertexShader: "in float a; uniform float w[500]; out float C; flat out ivec3 D; void main() { C = a * w[499]; D = ivec3(gl_VertexID); }", args: { a: v, w: numbers(500), C, D } });
    say("vertex", C);
    say("vertex, ints", D);
    const y = gpgpu.makeTextureInfo("vec3", [m, k]), z = gpgpu.makeArray("float", [m, k]);
    gpgpu.compute({ fragmentShader: "uniform sampler2D x; out vec3 y; out float z; void main() { z = texelFetch(x, ivec2(gl_FragCoord.xy), 0).r; y = vec3(z, 2.0 * z, gl_FragCoord.x); }", args: { x: info, y, z } });
    say("fragment", y.value);
    say("fragment, resident", z);
    const E = new Float32Array(m * k * 2);
    gpgpu.compute({ vertexShader: "uniform sampler3D V; uniform sampler2D N; out vec2 E; void main() { ivec3 s = textureSize(V, 0); E = vec2(texelFetch(V, ivec3(gl_VertexID % s.x, gl_VertexID / s.x, 1), 0).r, texelFetch(N, ivec2(0), 0).r); }",
      args: { V: gpgpu.makeTextureInfo("float", [2, m, k], numbers(2 * m * k)), N: gpgpu.makeTextureInfo("float", [3, 3]), E } });
    say("volume", E);
    for (const array of [A, B, S, v, records, ints, z]) array.dispose();
  }
  return results;
}

function same(results, expected, when) {
  for (const [name, bits] of Object.entries(expected)) equal(results[name], bits, `${name} ${when}`);
}

export const tests = {
  async "no result depends on what storage held before"({ CreateGPGPU }) {
    const clean = CreateGPGPU();
    const expected = everything(clean);
    clean.dispose();
    const gpgpu = CreateGPGPU();
    const count = poison(gpgpu.getGL());
    same(everything(gpgpu), expected, "on poisoned storage");
    ok(count() > 100, `only ${count()} textures and buffers were poisoned`);
    for (let round = 0; round < 2; round++) {
      leaveGarbage(gpgpu);
      same(everything(gpgpu), expected, "after arrays of NaN were disposed");
    }
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },
};
