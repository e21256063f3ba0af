// Outputs of every number and place: many together, far apart, beside others that nobody asked for.
import { equal, refused } from "../assert.mjs";
import { poorest } from "../device.mjs";

const counting = (n) => Float32Array.from({ length: n }, (_, i) => i);

/** A kernel with outputs of as many components each: component c of output i is 1000 A + 16 i + c. */
function many(outputs, type, components) {
  const names = Array.from({ length: outputs }, (_, i) => `C${i}`);
  const value = (i) => Array.from({ length: components }, (_, c) => `1000.0 * A + ${16 * i + c}.0`).join();
  return {
    names,
    vertexShader: `in float A;\n${names.map((name) => `out ${type} ${name};`).join("\n")}
      void main() {\n${names.map((name, i) => `${name} = ${type}(${value(i)});`).join("\n")}\n}`,
    expected: (i, n) =>
      Float32Array.from(
        { length: n * components },
        (_, at) => 1000 * Math.floor(at / components) + 16 * i + (at % components),
      ),
  };
}

export const tests = {
  async "as many components as every device captures arrive, as arrays and on the GPU"({ CreateGPGPU }) {
    const cases = [
      [15, "vec4", 4],
      [16, "vec4", 4],
      [21, "vec3", 3],
      [32, "vec2", 2],
      [63, "float", 1],
      [64, "float", 1],
      [16, "mat2", 4],
      [7, "mat3", 9],
      [10, "mat3x2", 6],
      [4, "mat4", 16],
    ];
    for (const device of [null, poorest()]) {
      const gpgpu = CreateGPGPU(device ?? undefined);
      for (const [outputs, type, components] of cases) {
        const { names, vertexShader, expected } = many(outputs, type, components);
        const n = 5,
          what = `${outputs} ${type}${device ? ", the poorest device" : ""}`;
        const host = Object.fromEntries(names.map((name) => [name, new Float32Array(n * components)]));
        gpgpu.compute({ id: what, vertexShader, args: { A: counting(n), ...host } });
        names.forEach((name, i) => equal(host[name], expected(i, n), `${what}, ${name}`));
        if (type.startsWith("mat")) continue;
        const arrays = Object.fromEntries(names.map((name) => [name, gpgpu.makeArray(type, [n])]));
        gpgpu.compute({ id: what, vertexShader, args: { A: counting(n), ...arrays } });
        names.forEach((name, i) => equal(arrays[name].readSync(), expected(i, n), `${what}, array ${name}`));
      }
      equal([gpgpu.getGL().getError(), device?.refused ?? []], [0, []]);
      gpgpu.dispose();
    }
  },
  async "any few of many outputs are right, whichever were asked for before"({ CreateGPGPU }) {
    const { names, vertexShader, expected } = many(18, "vec4", 4);
    for (const order of [
      [18, 3, 2, 18],
      [3, 18, 2, 1],
    ]) {
      const gpgpu = CreateGPGPU();
      const most = gpgpu.capabilities().limits.interleavedComponents;
      for (const [round, few] of order.entries()) {
        const asked = names.slice(-few);
        const A = counting(3 + round),
          C = asked.map(() => new Float32Array(4 * A.length).fill(-1));
        const call = () =>
          gpgpu.compute({
            id: "Many",
            vertexShader,
            args: { A, ...Object.fromEntries(asked.map((name, i) => [name, C[i]])) },
          });
        if (few * 4 > most) {
          equal((await refused(call)).code, "LIMIT_EXCEEDED");
          C.forEach((values) => equal(values, new Float32Array(values.length).fill(-1)));
        } else {
          call();
          C.forEach((values, i) =>
            equal(values, expected(18 - few + i, A.length), `${asked[i]} of ${few} after ${order.slice(0, round)}`),
          );
        }
      }
      equal(gpgpu.getGL().getError(), 0);
      gpgpu.dispose();
    }
  },
  async "fragment outputs may leave locations out"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const locations of [[1], [7], [0, 2], [2, 5, 7], [6, 3, 0]]) {
      const declared = locations.map((location) => `layout(location = ${location}) out float o${location};`).join("\n");
      const fragmentShader = `${declared}\nvoid main() {\n${locations.map((l) => `o${l} = ${l}.5 + gl_FragCoord.x;`).join("\n")}\n}`;
      const args = Object.fromEntries(locations.map((l) => [`o${l}`, gpgpu.makeArray("float", [1, 3], [9, 9, 9])]));
      gpgpu.compute({ fragmentShader, args });
      for (const l of locations)
        equal(args[`o${l}`].readSync(), Float32Array.of(l + 1, l + 2, l + 3), `${l} of ${locations}`);
      const info = gpgpu.makeTextureInfo("float", [1, 3]);
      gpgpu.compute({ fragmentShader, args: { [`o${locations[0]}`]: info } });
      equal(
        info.value,
        Float32Array.of(1, 2, 3).map((x) => x + locations[0]),
        `only ${locations[0]} of ${locations}`,
      );
    }
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },
  async "planes of a fragment output lie below each other, as many as a texture has rows for"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const fragmentShader = "out uvec4 at;\nvoid main() { at = uvec4(globalInvocationID, gl_FragCoord.y); }";
    const at = gpgpu.makeArray("uvec4", [3, 2, 5]);
    gpgpu.compute({ fragmentShader, args: { at } });
    equal(
      at.readSync(),
      Array.from({ length: 30 }, (_, i) => [
        i % 5,
        Math.floor(i / 5) % 2,
        Math.floor(i / 10),
        Math.floor(i / 5),
      ]).flat(),
    );
    const most = gpgpu.capabilities().limits.textureSize;
    const tall = gpgpu.makeArray("uvec4", [most / 2 + 1, 2, 1]);
    const error = await refused(() => gpgpu.compute({ id: "Tall", fragmentShader, args: { at: tall } }));
    equal([error.code, error.kernel, error.argument], ["LIMIT_EXCEEDED", "Tall", "at"]);
    gpgpu.compute({ vertexShader: "flat out uvec4 at;\nvoid main() { at = uvec4(gl_VertexID); }", args: { at: tall } });
    equal(tall.readSync().slice(-4), [most + 1, most + 1, most + 1, most + 1]);
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },
  async "fragment outputs that nobody asked for go nowhere, written or not"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const first of ["", "x = 1.0;"]) {
      const y = gpgpu.makeArray("float", [2, 2]);
      gpgpu.compute({
        fragmentShader: `layout(location = 0) out float x;\nlayout(location = 1) out float y;\nvoid main() { ${first} y = 2.0; }`,
        args: { y },
      });
      equal(y.readSync(), new Float32Array(4).fill(2));
    }
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },
  async "an output that is never written is 0, beside others that are"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const x = gpgpu.makeArray("float", [2, 2], [8, 8, 8, 8]),
      y = gpgpu.makeArray("float", [2, 2], [9, 9, 9, 9]);
    gpgpu.compute({
      fragmentShader: "out float x;\nlayout(location = 3) out float y;\nvoid main() { x = 1.0; }",
      args: { x, y },
    });
    equal([...x.readSync(), ...y.readSync()], [1, 1, 1, 1, 0, 0, 0, 0]);
    gpgpu.compute({
      fragmentShader: "out float x;\nlayout(location = 3) out float y;\nvoid main() { y = 2.0; }",
      args: { x, y },
    });
    equal([...x.readSync(), ...y.readSync()], [0, 0, 0, 0, 2, 2, 2, 2]);
    const z = new Float32Array(4).fill(9);
    gpgpu.compute({ vertexShader: "in float A;\nout float z;\nvoid main() {}", args: { A: counting(4), z } });
    equal(z, new Float32Array(4));
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },

  async "a drawing sets the components of the canvas that its output has, the others stay; integers are refused"({
    CreateGPGPU,
  }) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
    const gpgpu = CreateGPGPU(canvas),
      gl = gpgpu.getGL();
    const draw = (fragmentShader, clear) =>
      gpgpu.compute({
        id: "Paint",
        vertexShader: "in vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }",
        fragmentShader,
        clear,
        args: { P: [-1, -1, 3, -1, -1, 3] },
      });
    const pixel = () => {
      const bytes = new Uint8Array(4);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return bytes;
    };
    for (const [type, expected] of [
      ["float", [255, 0, 0, 255]],
      ["vec2", [255, 255, 0, 255]],
      ["vec3", [255, 255, 255, 255]],
      ["vec4", [255, 255, 255, 255]],
    ]) {
      draw(`out ${type} color; void main() { color = ${type}(1.0); }`);
      equal(pixel(), expected, type);
      draw(`out ${type} color; void main() { color = ${type}(0.0); }`, false);
      equal(pixel(), [0, 0, 0, type === "vec4" ? 0 : 255], `${type}, on what is there`);
    }
    draw(
      "layout(location = 1) out ivec2 other; layout(location = 0) out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); other = ivec2(1); }",
    );
    equal(pixel(), [0, 255, 0, 255]);
    for (const type of ["int", "uint", "ivec4", "uvec3"]) {
      const error = await refused(() => draw(`out ${type} color; void main() { color = ${type}(1); }`), type);
      equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", "Paint", "color"], error.message);
      equal(pixel(), [0, 255, 0, 255], "what a refused drawing leaves");
    }
    equal(gl.getError(), 0, "GL error");
    gpgpu.dispose();
  },
};
