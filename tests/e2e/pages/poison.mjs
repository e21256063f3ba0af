// Storage that is used again, or that a driver hands out, may hold anything: no result may depend on it, and nobody's
// numbers may be seen by anybody else.
import { equal, ok } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";
import { randomNumbers } from "../fuzz.mjs";

const NAN = 0x7fc00bad;

/** Fills every texture and buffer with NaN as soon as it has memory. */
function poison(gl) {
  const formats = new Map();
  for (const [scalar, suffix, kind] of [
    ["F", "", "FLOAT"],
    ["I", "_INTEGER", "INT"],
    ["UI", "_INTEGER", "UNSIGNED_INT"],
  ]) {
    for (const [index, channels] of ["R", "RG", "RGB", "RGBA"].entries()) {
      const external = channels === "R" ? "RED" : channels;
      formats.set(gl[`${channels}32${scalar}`], {
        channels: index + 1,
        external: gl[external + suffix],
        kind: gl[kind],
        scalar,
      });
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
    gl.texSubImage2D(
      target,
      0,
      0,
      0,
      width,
      height,
      format.external,
      format.kind,
      garbage(width * height * format.channels, viewKinds[format.scalar]),
    );
  };
  gl.texStorage3D = (target, levels, internal, width, height, depth) => {
    texStorage3D.call(gl, target, levels, internal, width, height, depth);
    const format = formats.get(internal);
    if (!format) return;
    count++;
    gl.texSubImage3D(
      target,
      0,
      0,
      0,
      0,
      width,
      height,
      depth,
      format.external,
      format.kind,
      garbage(width * height * depth * format.channels, viewKinds[format.scalar]),
    );
  };
  gl.bufferData = (target, size, usage) => {
    bufferData.call(gl, target, size, usage);
    const bound = {
      [gl.COPY_WRITE_BUFFER]: gl.COPY_WRITE_BUFFER_BINDING ?? gl.COPY_WRITE_BUFFER,
      [gl.ARRAY_BUFFER]: gl.ARRAY_BUFFER_BINDING,
    }[target];
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
      const a = gpgpu.makeArray(
        type,
        shape,
        type === "int" ? new Int32Array(bits.buffer) : new Float32Array(bits.buffer),
      );
      arrays.push(a);
      if (type !== "int" && shape.length < 3) arrays.push(gpgpu.add(a, a), gpgpu.scale(a, 2));
      if (type === "float" && shape.length === 2) arrays.push(gpgpu.transpose(a), gpgpu.matmul(a, gpgpu.transpose(a)));
    }
  }
  for (const a of arrays) a.dispose();
}

const bitsOf = (result) => {
  if (typeof result === "number") return result;
  if (ArrayBuffer.isView(result))
    return Array.from(new Uint32Array(result.buffer, result.byteOffset, result.byteLength / 4));
  return bitsOf(result.readSync());
};

/** One call of every operation and kernel form for each of several sizes: by name, the bits of its results. */
function everything(gpgpu) {
  const results = {};
  const random = randomNumbers(11);
  const numbers = (n) => Float32Array.from({ length: n }, () => random.next() - 0.5);
  for (const [m, k, n] of [
    [1, 1, 1],
    [2, 3, 5],
    [5, 4, 3],
    [7, 7, 7],
    [17, 16, 15],
    [33, 31, 34],
  ]) {
    const say = (name, result) => {
      results[`${name} of ${m}, ${k}, ${n}`] = bitsOf(result);
    };
    const A = gpgpu.makeArray("float", [m, k], numbers(m * k)),
      B = gpgpu.makeArray("float", [k, n], numbers(k * n));
    const square = numbers(m * m);
    for (let i = 0; i < m; i++) square[i * m + i] += m;
    const S = gpgpu.makeArray("float", [m, m], square),
      info = gpgpu.makeTextureInfo("float", [m, k], numbers(m * k));
    const v = gpgpu.makeArray("float", [m * k], numbers(m * k)),
      records = gpgpu.makeArray("vec4", [n], numbers(4 * n));
    const ints = gpgpu.makeArray(
      "int",
      [n],
      Int32Array.from({ length: n }, (_, i) => ((i * 7919) % 101) - 50),
    );
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
    const C = new Float32Array(m * k),
      D = new Int32Array(3 * m * k);
    gpgpu.compute({
      vertexShader:
        "in float a; uniform float w[500]; out float C; flat out ivec3 D; void main() { C = a * w[499]; D = ivec3(gl_VertexID); }",
      args: { a: v, w: numbers(500), C, D },
    });
    say("vertex", C);
    say("vertex, ints", D);
    const y = gpgpu.makeTextureInfo("vec3", [m, k]),
      z = gpgpu.makeArray("float", [m, k]);
    gpgpu.compute({
      fragmentShader:
        "uniform sampler2D x; out vec3 y; out float z; void main() { z = texelFetch(x, ivec2(gl_FragCoord.xy), 0).r; y = vec3(z, 2.0 * z, gl_FragCoord.x); }",
      args: { x: info, y, z },
    });
    say("fragment", y.value);
    say("fragment, resident", z);
    const E = new Float32Array(m * k * 2);
    gpgpu.compute({
      vertexShader:
        "uniform sampler3D V; uniform sampler2D N; out vec2 E; void main() { ivec3 s = textureSize(V, 0); E = vec2(texelFetch(V, ivec3(gl_VertexID % s.x, gl_VertexID / s.x, 1), 0).r, texelFetch(N, ivec2(0), 0).r); }",
      args: {
        V: gpgpu.makeTextureInfo("float", [2, m, k], numbers(2 * m * k)),
        N: gpgpu.makeTextureInfo("float", [3, 3]),
        E,
      },
    });
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

  async "a texel that its fragment does not write is 0, the last one too"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const types = { float: 1, vec2: 2, vec4: 4, int: 1, ivec4: 4, uint: 1 };
    for (const [type, per] of Object.entries(types)) {
      for (const [shape, kept] of [
        [[4, 4], "mod(x, 2.0) < 1.0"],
        [[9001], "x < 3.0"],
        [[512, 512], "x < 511.0"],
        [[3, 2, 5], "false"],
      ]) {
        const count = shape.reduce((all, side) => all * side, 1),
          width = shape.length === 1 ? null : shape.at(-1);
        const source = (condition) =>
          `out ${type} o; void main() { float x = floor(gl_FragCoord.x); if (!(${condition})) discard; o = ${type}(7); }`;
        const junk = gpgpu.makeArray(type, shape);
        gpgpu.compute({ fragmentShader: source("true"), args: { o: junk } });
        junk.dispose(); // its texture is the next one's
        const array = gpgpu.makeArray(type, shape),
          info = gpgpu.makeTextureInfo(type, shape);
        gpgpu.compute({ fragmentShader: source(kept), args: { o: array } });
        gpgpu.compute({ fragmentShader: source(kept), args: { o: info } });
        const results = [array.readSync(), info.value];
        await gpgpu.computeAsync({ fragmentShader: source(kept), args: { o: info } });
        for (const result of [...results, info.value]) {
          equal(result.length, count * per);
          const wrong = result.findIndex((value, at) => {
            const x = width ? Math.floor(at / per) % width : 0;
            const want =
              kept === "false"
                ? [0]
                : kept === "x < 3.0"
                  ? [0, 7]
                  : [(kept.includes("mod") ? x % 2 === 0 : x < 511) ? 7 : 0];
            return !want.includes(value);
          });
          equal(wrong, -1, `first wrong component of ${type} [${shape}]`);
        }
        array.dispose();
      }
    }
    // Of two outputs, both; and what is left out of an array that is read in the same call.
    const a = gpgpu.makeArray("float", [4], [1, 2, 3, 4]),
      b = gpgpu.makeArray("int", [4], [5, 6, 7, 8]);
    gpgpu.compute({
      fragmentShader:
        "uniform sampler2D a; out float x; out int y; void main() { int i = int(gl_FragCoord.x); if (i > 1) discard; x = 10.0 * tex1Dfetch(a, i).r; y = i + 1; }",
      args: { a, x: a, y: b },
    });
    equal([...a.readSync(), ...b.readSync()], [10, 20, 0, 0, 1, 2, 0, 0]);
    // Of an output that the compiler sees to be left out; and beside locations that are not declared.
    const seven = gpgpu.makeArray("float", [4], [7, 7, 7, 7]);
    for (const [text, want] of [
      ["out float o; void main() { return; o = 1.0; }", 0],
      ["out float o; void main() { discard; o = 1.0; }", 0],
      ["out float other; out float o; const bool both = false; void main() { other = 1.0; if (both) o = 1.0; }", 0],
      ["out float o; out vec4 other; void main() { o = 1.0; }", 1],
      ["out vec4 other[2]; out float o; void main() { other[0] = other[1] = vec4(2); o = 1.0; }", 1],
      ["layout(location = 2) out float o; void main() { o = 1.0; }", 1],
      ["layout(location = 3) out float o; layout(location = 1) out int other; void main() { o = 1.0; other = 3; }", 1],
    ]) {
      const o = gpgpu.scale(seven, 1),
        info = gpgpu.makeTextureInfo("float", [4], [7, 7, 7, 7]);
      gpgpu.compute({ fragmentShader: text, args: { o } });
      gpgpu.compute({ fragmentShader: text, args: { o: info } });
      for (const result of [o.readSync(), info.value]) equal(result, [want, want, want, want], text);
      o.dispose();
    }
    gpgpu.compute({
      vertexShader: "in vec2 at; void main() { gl_Position = vec4(at, 0, 1); }",
      fragmentShader: "out vec4 c; void main() { }",
      args: { at: [-1, -1, 3, -1, -1, 3] },
    });
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },

  async "tex1Dfetch gives 0 beyond both ends of an array of any length"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    poison(gpgpu.getGL());
    const beyond = (n) => [n, n + 1, n + 7, n + 8191, n + 8192, n + 100000, 2 ** 31 - 1, -1, -2, -8193, -(2 ** 31)];
    const ones = (type, n) =>
      new { f: Float32Array, v: Float32Array, i: Int32Array, u: Uint32Array }[type[0]](n).fill(1);
    const fetched = (t, type, at, index = "i") => {
      const C = new Float32Array(4 * at.length),
        prefix = { i: "i", u: "u" }[type[0]] ?? "";
      gpgpu.compute({
        vertexShader: `uniform ${prefix}sampler2D t; in int i; out vec4 C; void main() { C = vec4(tex1Dfetch(t, ${index})); }`,
        args: { t, i: Int32Array.from(at), C },
      });
      return Array.from(C);
    };
    for (const [type, per] of Object.entries({ float: 1, vec3: 3, vec4: 4, int: 1, ivec3: 3, uvec2: 2 })) {
      for (const n of [0, 1, 5, 8192, 8193, 20001]) {
        const array = gpgpu.makeArray(type, [n], ones(type, n * per));
        const sources = [["an array", array]];
        if (n > 0) sources.push(["a texture", gpgpu.makeTextureInfo(type, [n], ones(type, n * per))]);
        if (n > 0 && per !== 3) {
          const drawn = gpgpu.makeArray(type, [n]);
          gpgpu.compute({ fragmentShader: `out ${type} o; void main() { o = ${type}(1); }`, args: { o: drawn } });
          sources.push(["what a fragment shader made", drawn]);
        }
        if (type[0] !== "u" && n > 0)
          sources.push(["what an operation made", gpgpu.map("a + b", { a: array, b: gpgpu.makeArray(type, [n]) })]);
        for (const [name, source] of sources) {
          for (const index of ["i", "uint(i)"]) {
            const at = beyond(n);
            equal(
              fetched(source, type, at, index).filter((_, i) => i % 4 < per),
              new Array(per * at.length).fill(0),
              `${name} of ${type} [${n}], ${index}, beyond`,
            );
          }
          if (n > 0)
            equal(
              fetched(source, type, [0, n - 1]).filter((_, i) => i % 4 < per),
              new Array(2 * per).fill(1),
              `${name} of ${type} [${n}], both ends`,
            );
        }
        if (n > 0)
          equal(Array.from(array.readSync()), Array.from(ones(type, n * per)), `${type} [${n}] after it was read`);
        array.dispose();
      }
    }
    const bytes = gpgpu.makeTextureInfo("float", [20001], new Uint8Array(20001).fill(255), {
      readMode: "normalizedFloat",
    });
    equal(
      fetched(bytes, "float", [20000, 20001, 20002]).filter((_, i) => i % 4 === 0),
      [1, 0, 0],
    );
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },
};
