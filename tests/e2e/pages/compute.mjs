import { equal, ok, refused } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

export const tests = {
  async "the product of two matrices in textures"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },

  async "a canvas element and an offscreen canvas can be handed over, and are used again after dispose"({
    CreateGPGPU,
  }) {
    for (const canvas of [document.createElement("canvas"), new OffscreenCanvas(4, 4)]) {
      for (let round = 0; round < 2; round++) {
        const gpgpu = CreateGPGPU(canvas);
        ok(gpgpu.canvas === canvas, "another canvas is used");
        equal(multiplyInTextures(gpgpu), product);
        gpgpu.dispose();
      }
    }
  },

  async "without a canvas nothing is added to the page"({ CreateGPGPU }) {
    const before = document.documentElement.outerHTML;
    const gpgpu = CreateGPGPU();
    multiplyInTextures(gpgpu);
    equal(document.documentElement.outerHTML, before);
    gpgpu.dispose();
  },

  async "a refusal is a GPGPUError with a code, the kernel and the argument"({ CreateGPGPU, GPGPUError }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = "in float A; uniform float k; out float C; void main() { C = A * k; }";
    const C = new Float32Array(2);
    const error = await refused(() =>
      gpgpu.compute({ id: "Scale", vertexShader, args: { A: new Float32Array(2), C } }),
    );
    ok(error instanceof GPGPUError && error instanceof Error, `${error} is no GPGPUError`);
    equal([error.name, error.code, error.kernel, error.argument], ["GPGPUError", "MISSING_ARGUMENT", "Scale", "k"]);
    ok(error.message.includes("Scale") && error.message.includes("k"), error.message);
    gpgpu.compute({ id: "Scale", vertexShader, args: { A: new Float32Array([1, 2]), k: 3, C } });
    equal(C, [3, 6]);
    gpgpu.dispose();
  },

  async "a matrix output is captured whole, alone or beside others; an array output is refused by name"({
    CreateGPGPU,
    GPGPUError,
  }) {
    const gpgpu = CreateGPGPU();
    for (const [type, columns, rows] of [
      ["mat2", 2, 2],
      ["mat3", 3, 3],
      ["mat4", 4, 4],
      ["mat2x3", 2, 3],
      ["mat4x3", 4, 3],
    ]) {
      const per = columns * rows;
      const numbers = Array.from({ length: per }, (_, i) => `A + ${i}.0`).join(", ");
      const want = [10, 20].flatMap((a) => Array.from({ length: per }, (_, i) => a + i));
      for (const beside of [false, true]) {
        const args = {
          A: new Float32Array([10, 20]),
          M: new Float32Array(2 * per),
          ...(beside ? { C: new Float32Array(2) } : {}),
        };
        gpgpu.compute({
          args,
          vertexShader: `in float A; out ${type} M; out float C; void main() { M = ${type}(${numbers}); C = -A; }`,
        });
        equal(args.M, want);
        if (beside) equal(args.C, [-10, -20]);
      }
    }
    const list = new Float32Array(10).fill(7);
    const vertexShader = "in float A; out float list[5]; void main() { for (int i = 0; i < 5; i++) list[i] = A; }";
    const error = await refused(() =>
      gpgpu.compute({ id: "Lists", vertexShader, args: { A: new Float32Array(2), list } }),
    );
    ok(error instanceof GPGPUError, `${error} is no GPGPUError`);
    equal([error.code, error.kernel, error.argument], ["UNSUPPORTED", "Lists", "list"]);
    equal(list, new Array(10).fill(7));
    gpgpu.dispose();
  },

  async "a uniform is what each call says, down to the sign of nought, whatever calls before it said"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = `
      uniform float x; uniform int n; uniform uint u; uniform bvec2 b; uniform float list[3]; uniform mat2 M;
      out vec4 C; flat out ivec2 bits;
      void main() {
        C = vec4(float(n), float(u), (b.x ? 1.0 : 0.0) + (b.y ? 2.0 : 0.0), dot(vec3(list[0], list[1], list[2]), vec3(100, 10, 1)));
        bits = ivec2(floatBitsToInt(x), floatBitsToInt(M[1][0]));
      }`;
    const negative = -(2 ** 31);
    const calls = [
      [{ x: 0, n: 1, u: 1, b: [true, false], list: [1, 2, 3], M: [0, 0, 0, 0] }, [1, 1, 1, 123], [0, 0]],
      [
        { x: -0, n: 1, u: 1, b: [true, false], list: [1, 2, 4], M: [0, 0, -0, 0] },
        [1, 1, 1, 124],
        [negative, negative],
      ],
      [
        { x: -0, n: -1, u: 7, b: [true, true], list: [1, 2, 4], M: [0, 0, -0, 0] },
        [-1, 7, 3, 124],
        [negative, negative],
      ],
      [{ x: 0, n: -1, u: 7, b: [false, true], list: [0, 2, 4], M: [0, 0, 0, 0] }, [-1, 7, 2, 24], [0, 0]],
    ];
    for (const [uniforms, want, wantBits] of [...calls, ...calls.reverse()]) {
      const args = { ...uniforms, C: new Float32Array(4), bits: new Int32Array(2) };
      gpgpu.compute({ id: "Uniforms", vertexShader, args });
      equal(args.C, want);
      equal(args.bits, wantBits);
    }
    gpgpu.dispose();
  },

  async "uniform blocks, and more uniforms than any device has, are refused by name before WebGL is asked"({
    CreateGPGPU,
    GPGPUError,
  }) {
    const gpgpu = CreateGPGPU();
    const gl = gpgpu.getGL();
    gpgpu.compute({ vertexShader: "out float C; void main() { C = 1.0; }", args: { C: new Float32Array(1) } });
    const calls = [];
    for (const name of ["createShader", "createProgram", "drawArrays", "createTexture", "createBuffer"]) {
      const original = gl[name];
      gl[name] = (...given) => {
        calls.push(name);
        return original.apply(gl, given);
      };
    }
    for (const [code, name, text, args] of [
      ["UNSUPPORTED", "Blk", "uniform Blk { float q; }; out float C; void main() { C = q; }", {}],
      ["UNSUPPORTED", "Blk", "uniform Blk { float q; }; out float C; void main() { C = q; }", { q: 3 }],
      [
        "UNSUPPORTED",
        "Blk",
        "layout(std140) uniform Blk { float q; vec4 v[4]; } b; out float C; void main() { C = 1.0; }",
        {},
      ],
      [
        "LIMIT_EXCEEDED",
        "T",
        "uniform sampler2D T[2000000000]; out float C; void main() { C = 1.0; }",
        { T: [gpgpu.makeTextureInfo("float", [1, 1])] },
      ],
      ["LIMIT_EXCEEDED", "k", "uniform mat4 k[1 << 28]; out float C; void main() { C = k[0][0][0]; }", { k: [] }],
      [
        "LIMIT_EXCEEDED",
        "k",
        "struct A { float a; }; struct B { A a[4096]; }; struct D { B b[4096]; }; uniform D k[4096]; out float C; void main() { C = k[0].b[0].a[0].a; }",
        { k: [] },
      ],
    ]) {
      const C = new Float32Array([9]),
        o = gpgpu.makeTextureInfo("float", [1, 1], [9]);
      for (const param of [
        { vertexShader: text, args: { ...args, C } },
        { fragmentShader: text, args: { ...args, C: o } },
      ]) {
        const error = await refused(() => gpgpu.compute({ id: "Hostile", ...param }), text);
        ok(error instanceof GPGPUError, `${error} is no GPGPUError`);
        equal([error.code, error.kernel, error.argument], [code, "Hostile", name], text);
      }
      equal([...C, ...o.value], [9, 9]);
    }
    equal(calls, []);
    equal(gl.getError(), 0);
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },

  async "a member whose name becomes too long for WebGL with those before it is refused by its name"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const length of [1000, 1020, 1024]) {
      const member = "a".repeat(length),
        C = new Float32Array(2).fill(9);
      for (const [declared, value, read] of [
        ["", [5], `s.${member}`],
        ["[2]", [4, 5], `s.${member}[1]`],
      ]) {
        const call = () =>
          gpgpu.compute({
            id: "Long",
            args: { s: { [member]: value }, C },
            vertexShader: `struct S { float ${member}${declared}; }; uniform S s; out float C; void main() { C = ${read}; }`,
          });
        if (`s.${member}${declared}`.length <= 1024) {
          call();
          equal(C, [5, 5], `${length}${declared}`);
        } else {
          C.fill(9);
          const error = await refused(call);
          equal([error.code, error.kernel], ["LIMIT_EXCEEDED", "Long"]);
          ok(error.argument.startsWith(`s.${member}`), error.message);
          equal(C, [9, 9]);
        }
      }
    }
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },

  async "a text without anything in it is no shader"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const o = gpgpu.makeTextureInfo("float", [1, 1]),
      C = new Float32Array(1);
    for (const blank of ["", " \n\t", null, undefined]) {
      o.value = [0];
      C.fill(0);
      gpgpu.compute({ vertexShader: blank, fragmentShader: "out float o; void main() { o = 1.0; }", args: { o } });
      gpgpu.compute({ vertexShader: "out float C; void main() { C = 2.0; }", fragmentShader: blank, args: { C } });
      equal([...o.value, ...C], [1, 2]);
      equal((await refused(() => gpgpu.compute({ vertexShader: blank, fragmentShader: blank }))).code, "BAD_ARGUMENT");
    }
    gpgpu.dispose();
  },

  async "fragment outputs are declared by macros as well"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const head of [
      "#define OUTS out float a; out float b;\nOUTS",
      "#define OUTS out float a, b;\nOUTS",
      "#define NAMES a, b\nout float NAMES;",
      "#define TWO(x, y) out float x; out float y;\nTWO(a,\nb)",
      "#define TWO(x, y) out highp float x, y\nTWO(a, b);",
      "#define ONE(x) out float x;\n#define BOTH ONE(a) ONE(b)\nBOTH",
      "#define OUT(n) layout(location = n) out float\nOUT(1) a; OUT(0) b;",
      "#define ONE(x) out float x;\nONE(\n#ifdef NO\nc\n#else\na\n#endif\n) ONE(b)",
      "#define TWO(x, y) out float x; out float y;\nTWO(a\n#line 90\n,\n#if 1\nb\n#else\nc\n#endif\n)",
    ]) {
      const a = gpgpu.makeTextureInfo("float", [1]),
        b = gpgpu.makeTextureInfo("float", [1]);
      gpgpu.compute({ fragmentShader: `${head}\nvoid main() { a = 1.0; b = 2.0; }`, args: { a, b } });
      equal([...a.value, ...b.value], [1, 2], head);
      const error = await refused(() =>
        gpgpu.compute({ fragmentShader: `${head}\nvoid main() {\n  a = 1.0; b = mistake; }`, args: { a, b } }),
      );
      ok(error.message.includes(`line ${head.split("\n").length + 2}: 'mistake'`), error.message);
    }
    gpgpu.dispose();
  },

  async "names of work groups leave what else is called main alone"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [head, main] of [
      ["", "void main()"],
      ["", "void main(void)"],
      ["", "void\n main (\n)"],
      ["#define MAIN void main()\n", "MAIN"],
      ["void main();\n", "void main()"],
    ]) {
      const C = new Float32Array(2),
        o = gpgpu.makeTextureInfo("float", [2]);
      const text = (name) =>
        `${head}struct S { float main; }; uniform S s; out float ${name}; ${main} { float main = s.main; ${name} = main + float(globalInvocationID.x); }`;
      gpgpu.compute({ vertexShader: text("C"), args: { s: { main: 5 }, C } });
      gpgpu.compute({ fragmentShader: text("o"), args: { s: { main: 5 }, o } });
      equal([...C, ...o.value], [5, 6, 5, 6], text("C"));
    }
    gpgpu.dispose();
  },

  async "what every shader finds defined decides what is declared"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const name of ["__LINE__", "__FILE__", "__VERSION__", "GL_ES", "GL_FRAGMENT_PRECISION_HIGH"]) {
      for (const condition of [`#ifdef ${name}`, `#if defined(${name})`, `#ifndef ${name}\n#else`]) {
        const C = new Float32Array(1);
        const vertexShader = `${condition}\nuniform float yes; out float C; void main() { C = yes; }\n${condition.includes("else") ? "" : "#else\nuniform float no; out float C; void main() { C = no; }\n"}#endif`;
        gpgpu.compute({ vertexShader, args: { yes: 1, C } });
        equal(C, [1], condition);
      }
    }
    gpgpu.dispose();
  },

  async "arrays without elements are operands of everything, and leave no GL error"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [m, k, n] of [
      [2, 0, 3],
      [0, 2, 3],
      [3, 2, 0],
      [0, 0, 0],
    ]) {
      const a = gpgpu.makeArray("float", [m, k], new Float32Array(m * k).fill(1)),
        b = gpgpu.makeArray("float", [k, n]);
      equal(gpgpu.matmul(a, b).readSync(), new Float32Array(m * n), `${[m, k, n]}`);
      for (const made of [
        gpgpu.transpose(a),
        gpgpu.add(a, a),
        gpgpu.relu(a),
        gpgpu.map("a + 1.0", { a }),
        gpgpu.sort(a),
        a.clone(),
      ])
        equal(made.length, m * k);
      equal(gpgpu.sum(a).readSync(), [m * k]);
      equal(gpgpu.sum(a, { axis: 1 }).readSync(), new Float32Array(m).fill(k));
    }
    equal(gpgpu.getGL().getError(), 0, "the GL error");
    gpgpu.dispose();
  },

  async "an array of 32-bit numbers cannot be read as normalized floats"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const error = await refused(() => gpgpu.makeArray("uint", [1, 2], [1, 2], { readMode: "normalizedFloat" }));
    equal(error.code, "BAD_ARGUMENT");
    ok(error.message.includes("readMode"), error.message);
    gpgpu.dispose();
  },

  async "what lu gives cannot be freed under its own feet"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const factors = gpgpu.lu(gpgpu.makeArray("float", [2, 2], [0, 1, 1, 0]));
    equal([typeof factors.free, typeof factors[Symbol.dispose ?? "dispose"]], ["undefined", "undefined"]);
    equal([factors.sign, factors.rcond], [-1, 1]);
    gpgpu.dispose();
  },

  async "a scene draws once a frame however often it is asked to, and ends in silence"({ CreateGPGPU }) {
    const errors = [];
    const caught = ({ message }) => errors.push(message);
    addEventListener("error", caught);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const gpgpu = CreateGPGPU();
    const draws = [0, 0];
    const scene = (i) => ({
      onDraw() {
        draws[i]++;
      },
    });
    gpgpu.startDraw3D(scene(0));
    await frame();
    for (let i = 0; i < 50; i++) gpgpu.drawScene();
    const [asked] = draws;
    for (let i = 0; i < 10; i++) await frame();
    ok(draws[0] - asked <= 12, `${draws[0] - asked} draws in ten frames`);
    gpgpu.startDraw3D(scene(1));
    const [ended] = draws;
    for (let i = 0; i < 3; i++) await frame();
    ok(
      draws[1] > 0 && draws[0] === ended,
      `the first scene has drawn ${draws[0] - ended} times since the second began`,
    );
    gpgpu.dispose();
    for (let i = 0; i < 3; i++) await frame();
    removeEventListener("error", caught);
    equal(errors, []);
  },

  async "operations of linear algebra refuse by their own names, and take columns as far apart as floats can be"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    const wide = gpgpu.makeArray("float", [2, 3], [1, 2, 3, 4, 5, 6]);
    for (const name of ["lu", "inverse", "det", "logDet", "rcond", "multiplyLU", "invertUpper"]) {
      const error = await refused(() => gpgpu[name](wide));
      equal([error.code, error.kernel, error.argument], ["BAD_SHAPE", name, /multiply|Upper/.test(name) ? "LU" : "A"]);
    }
    const far = gpgpu.makeArray("float", [2, 2], [2 ** -70, 2 ** 70, 2 ** -70, -(2 ** 70)]);
    equal(gpgpu.inverse(far).readSync(), [2 ** 69, 2 ** 69, 2 ** -71, -(2 ** -71)]);
    equal([gpgpu.det(far), gpgpu.logDet(far)], [-2, { sign: -1, log: Math.log(2) }]);
    gpgpu.dispose();
  },

  async "what an error does not know, it does not have"({ GPGPUError }) {
    equal(Object.keys(new GPGPUError("UNSUPPORTED", "no")), ["code"]);
    equal(String(new GPGPUError("UNSUPPORTED", "no")), "GPGPUError: no");
  },
};
