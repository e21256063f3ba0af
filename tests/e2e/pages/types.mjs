// The published types name exactly what is there: no member more, none less.
import { equal, ok, refused } from "../assert.mjs";

const names = (text, indent) =>
  [
    ...new Set([...text.matchAll(new RegExp(`^ {${indent}}(?:readonly )?(\\w+)[?<(:]`, "gm"))].map(([, name]) => name)),
  ].sort();

/** What an interface of gpgpu_wasm.d.ts declares; or the object type of one of its members. */
async function declared(name, member) {
  const text = await (await fetch("/pkg/gpgpu_wasm.d.ts")).text();
  const [, body] = new RegExp(`^export interface ${name}\\b.*\\{$([^]*?)^\\}$`, "m").exec(text);
  if (!member) return names(body, 2);
  return names(new RegExp(`^  readonly ${member}: \\{$([^]*?)^  \\};$`, "m").exec(body)[1], 4);
}

/** What an object has, its class's members included, less what wasm-bindgen keeps there. */
function has(object) {
  const prototype = Object.getPrototypeOf(object);
  const own = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
  return [...Object.keys(object), ...own].filter((name) => name !== "constructor" && !name.startsWith("__")).sort();
}

export const tests = {
  async "an instance, an array and what lu gives have the declared members"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const array = gpgpu.makeArray("float", [1, 1], [2]);
    equal(has(gpgpu), await declared("GPGPU"), "GPGPU");
    equal(has(array), await declared("GpuArray"), "GpuArray");
    equal(has(gpgpu.lu(array)), await declared("Factors"), "Factors");
    gpgpu.dispose();
  },
  async "capabilities, limits, memory and drawParam have the declared members"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const capabilities = gpgpu.capabilities();
    equal(has(capabilities), await declared("Capabilities"), "Capabilities");
    equal(has(capabilities.limits), await declared("Capabilities", "limits"), "limits");
    equal(has(gpgpu.memory()), await declared("Memory"), "Memory");
    gpgpu.startDraw3D({ onDraw() {} });
    equal(has(gpgpu.drawParam), await declared("DrawParam"), "DrawParam");
    gpgpu.dispose();
  },
  async "classes are called by their names, in consoles and in messages"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const array = gpgpu.makeArray("float", [1, 1], [2]);
    equal(
      [gpgpu, array, gpgpu.lu(array)].map((object) => object.constructor.name),
      ["GPGPU", "GpuArray", "Factors"],
    );
    equal(
      (await refused(() => gpgpu.scale(array, array))).message,
      'kernel "scale": argument "factor" is a GpuArray; it must be a number',
    );
    gpgpu.dispose();
  },
  async "what is refused is told by kernel, argument, what was given and what there is"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = "in float x; out float y; void main() { y = x; }",
      fragmentShader = gpgpu.minFragmentShader;
    const x = [1, 2],
      y = new Float32Array(2);
    const refusals = [
      [
        () => gpgpu.compute({ vertexShader, workgroups: 2, args: { x, y } }),
        "compute",
        "workgroups",
        /is 2; it must be an array of one to three whole numbers/,
      ],
      [
        () => gpgpu.compute({ id: "own", vertexShader, localSize: [2], args: { x, y } }),
        "own",
        "localSize",
        /is given without workgroups/,
      ],
      [
        () => gpgpu.compute({ vertexShader, fragmentShader, args: { x }, VertexIndexBuffer: new Int16Array(2) }),
        "compute",
        "VertexIndexBuffer",
        /is an Int16Array; it must be a Uint16Array/,
      ],
      [
        () => gpgpu.compute({ vertexShader, args: { x: gpgpu.makeTextureInfo("float", [2]), y } }),
        "compute",
        "x",
        /is a TextureInfo; float needs a typed array/,
      ],
      [
        () => gpgpu.compute({ vertexShader: `uniform ivec2 k; ${vertexShader}`, args: { x, y, k: [1, -2.5] } }),
        "compute",
        "k",
        /holds -2\.5 \(number 1\), which no ivec2 can hold/,
      ],
      [
        () => gpgpu.makeTextureInfo("float", [3], [1]),
        "makeTextureInfo",
        "value",
        /has 1 floats; shape \[3\] of float needs 3/,
      ],
      [
        () => gpgpu.makeTextureInfo("float", [1], x.slice(1), { readMode: "normalizedFloat" }),
        "makeTextureInfo",
        "value",
        /of kind array of numbers; only 8 and 16 bit/,
      ],
      [
        () => gpgpu.makeTextureInfo("int", [1], null, { filterMode: "linear" }),
        "makeTextureInfo",
        undefined,
        /has filterMode "linear" on int/,
      ],
      [
        () => gpgpu.makeTextureInfo("float", [1], null, { adressMode: "wrap" }),
        "makeTextureInfo",
        undefined,
        /no option adressMode; there are addressMode, filterMode, readMode and flipY/,
      ],
      [
        () => gpgpu.makeArray("int", [1], null, { filterMode: "linear" }),
        "makeArray",
        undefined,
        /has filterMode "linear" on int/,
      ],
      [
        () => gpgpu.makeArray("vec4", [1, 1], null, { flipY: false }),
        "makeArray",
        undefined,
        /flipY are options of makeTextureInfo/,
      ],
      [
        () => gpgpu.makeArray("uint", [1], null, { readMode: "normalizedFloat" }),
        "makeArray",
        undefined,
        /32-bit numbers/,
      ],
      [() => gpgpu.lu(gpgpu.makeArray("float", [2, 3])), "lu", "A", /has shape \[2, 3\]; lu needs a square matrix/],
      [
        () => gpgpu.solve(gpgpu.identity(2), gpgpu.makeArray("float", [3])),
        "solve",
        "B",
        /has shape \[3\]; A is 2 x 2, so it needs \[2\] or \[2, m\]/,
      ],
      [
        () => gpgpu.makeTextureInfo("float", [2, 1], [[1], [2]]),
        "makeTextureInfo",
        "value",
        /is an array whose item 0 is an array, not a number/,
      ],
      [
        () => gpgpu.makeTextureInfo("float", [2], gpgpu.makeArray("float", [2])),
        "makeTextureInfo",
        "value",
        /is a GpuArray; it must be a typed array/,
      ],
      [
        () => gpgpu.makeArray("float", [2], [1, undefined]),
        "makeArray",
        "value",
        /is an array whose item 1 is undefined, not a number/,
      ],
      [
        () => gpgpu.makeArray("float", [2], Promise.resolve([1, 2])),
        "makeArray",
        "value",
        /is a Promise; it must be a typed array/,
      ],
      [() => gpgpu.makeArray("vec2", [2], [1, 2]), "makeArray", "value", /has 2 floats; shape \[2\] of vec2 needs 4/],
      [
        () => gpgpu.makeArray("float", [2]).write([1]),
        "GpuArray",
        "value",
        /has 1 floats; shape \[2\] of float needs 2/,
      ],
      [
        () => {
          const array = gpgpu.makeArray("float", [2]);
          array.dispose();
          array.readSync();
        },
        "GpuArray",
        undefined,
        /: this array was disposed$/,
      ],
      [
        () => gpgpu.map("x", gpgpu.makeArray("float", [2])),
        "map",
        "inputs",
        /is a GpuArray; it must be an object of names/,
      ],
      [
        () => gpgpu.compute({ fragmentShader: "void main() { gl_FragColor = vec4(1.0); }" }),
        "compute",
        undefined,
        /declares no output, such as out vec4 color$/,
      ],
    ];
    for (const [call, kernel, argument, words] of refusals) {
      const error = await refused(call);
      equal(
        [error.name, error.kernel, error.argument, words.test(error.message)],
        ["GPGPUError", kernel, argument, true],
        error.message,
      );
    }
    gpgpu.dispose();
  },
  async "an option that an operation does not have is refused, since it would go unseen"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const a = gpgpu.makeArray("float", [2, 2], [4, 1, 2, 3]);
    const reductions = ["sum", "prod", "min", "max", "mean", "argmin", "argmax"];
    const refusals = [
      ...reductions.map((name) => [name, [a], { axes: 0 }, "axes; there are axis, groupSize"]),
      ...["sort", "argsort"].map((name) => [name, [a], { decending: true }, "decending; there are descending, by"]),
      ["sortPairs", [a, a], { reverse: true }, "reverse; there are descending, by"],
      ["matmul", [a, a], { transposeA: true, transB: true }, "transB; there are transposeA, transposeB, method"],
      ["inverse", [a], { steps: 1 }, "steps; there is refine"],
      ["solve", [a, a], { refine: 1 }, "refine; there is none"],
      ["cumsum", [a], { axis: 0 }, "axis; there is none"],
      ...["det", "logDet", "rcond", "lu", "relu", "reluGrad", "transpose", "multiplyLU", "multiplyUL"]
        .concat("invertLower", "invertUpper")
        .map((name) => [name, [a], { refine: 1 }, "refine; there is none"]),
      ...["add", "sub", "hadamard"].map((name) => [name, [a, a], { axis: 0 }, "axis; there is none"]),
      ...["permuteRows", "permuteCols"].map((name) => [name, [a, [1, 0]], { axis: 0 }, "axis; there is none"]),
      ["scale", [a, 2], { by: 1 }, "by; there is none"],
      ["identity", [2], { type: "int" }, "type; there is none"],
      ["map", ["x", { x: a }], { type: "int" }, "type; there is none"],
    ];
    equal(refusals.length, 33, "every operation has options, or none");
    for (const [options, words] of [
      [a, /options is a GpuArray; it must be an object/],
      [[0], /options is an array; it must be an object/],
      [{ axis: 1n }, /option axis is a BigInt; it must be a whole number/],
      [{ axis: Symbol() }, /option axis is a symbol; it must be a whole number/],
    ]) {
      const { code, message } = await refused(() => gpgpu.sum(a, options), "options");
      equal([code, words.test(message)], ["BAD_ARGUMENT", true], message);
    }
    for (const [name, operands, options, words] of refusals) {
      const error = await refused(() => gpgpu[name](...operands, options), `call of ${name}`);
      equal(
        [error.code, error.kernel, error.message.includes(`there is no option ${words}`)],
        ["BAD_ARGUMENT", name, true],
        error.message,
      );
    }
    equal(gpgpu.sum(a, { axis: 0, groupSize: undefined }).readSync(), [6, 4]);
    equal(gpgpu.sum(a, null).readSync(), [10]);
    class Rows {
      axis = 1;
    }
    equal(gpgpu.sum(a, new Rows()).readSync(), [5, 5]);
    gpgpu.dispose();
  },
  async "a member of a call that is wrong only in its capitals is refused; others are the page's own"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const good = {
      id: "own",
      vertexShader: "in float x; out float y; void main() { y = x; }",
      args: { x: [1, 2], y: new Float32Array(2) },
    };
    for (const [wrong, right] of [
      ["vertexIndexBuffer", "VertexIndexBuffer"],
      ["workGroups", "workgroups"],
      ["elementcount", "elementCount"],
      ["Clear", "clear"],
    ]) {
      const error = await refused(() => gpgpu.compute({ ...good, [wrong]: [2] }), wrong);
      equal(
        [error.code, error.kernel, error.argument, error.message.includes(`did you mean "${right}"?`)],
        ["BAD_ARGUMENT", "own", wrong, true],
        error.message,
      );
      equal(good.args.y, [0, 0]);
    }
    gpgpu.compute({ ...good, title: "a page's own", ID: 3, node: null, clear: true, Clear: 1 });
    equal(good.args.y, [1, 2]);
    gpgpu.dispose();
  },
  async "what a newcomer to GLSL ES 3.00 writes is refused with the way out"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const vertex = (body, declarations = "in float A; out float C;") => ({
      vertexShader: `${declarations}\nvoid main() {\n  ${body}\n}`,
      args: { A: [1], C: new Float32Array(1) },
    });
    const fragment = (body) => ({
      fragmentShader: `uniform sampler2D t;\nout vec4 c;\nvoid main() {\n  ${body}\n}`,
      args: { t: gpgpu.makeArray("vec4", [1, 1]), c: gpgpu.makeArray("vec4", [1, 1]) },
    });
    const numbers = /\n(no function .*)?GLSL converts no numbers[:,] 1\.0 is a float/;
    const cases = [
      ...[
        "C = A + 1;",
        "C = 2 * A;",
        "float f = 1; C = f;",
        "for (int i = 0; i < 3; i++) C += i;",
        "C = pow(A, 2);",
        "uint n = 1; C = A;",
        "int n = 1.5; C = A;",
        "C = (vec3(A) * 2).x;",
      ].map((body) => [vertex(body), numbers]),
      [vertex("C = A;", "attribute float A; varying float C;"), /\nGLSL ES 3\.00 has in and out instead/],
      [vertex("C = gl_FragCoord.x + A;"), /\nvertices have gl_VertexID instead/],
      ...[
        "gl_GlobalInvocationID",
        "gl_LocalInvocationIndex",
        "gl_WorkGroupID",
        "gl_NumWorkGroups",
        "gl_WorkGroupSize",
      ].map((name) => [vertex(`C = float(${name}) + A;`), /\nhere these names have no gl_/]),
      [fragment("c = texture2D(t, vec2(0.0));"), /\nGLSL ES 3\.00 has texture\(\) and texelFetch\(\) instead/],
      [fragment("gl_FragColor = texelFetch(t, ivec2(0), 0);"), /\nGLSL ES 3\.00 has outputs that you declare/],
      [fragment("c = vec4(gl_VertexID);"), /\nfragments have gl_FragCoord instead/],
    ];
    for (const [param, words] of cases) {
      const { code, message } = await refused(() => gpgpu.compute(param));
      equal([code, words.test(message)], ["SHADER_COMPILE", true], message);
    }
    const { message } = await refused(() => gpgpu.compute(vertex("C = A + B;")));
    ok(message.endsWith("^"), `nothing follows what says all: ${message}`);
    gpgpu.dispose();
  },
  async "texture info has the declared members"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const known = [
      ...(await declared("TextureInfo")),
      ...(await declared("TextureOptions")),
      ...(await declared("ArrayOptions")),
    ];
    const options = { addressMode: "wrap", filterMode: "point", readMode: "element", flipY: true };
    equal(has(gpgpu.makeTextureInfo("float", [1], [2], options)), known.sort(), "TextureInfo");
    gpgpu.dispose();
  },
};
