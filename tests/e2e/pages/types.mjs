// The published types name exactly what is there: no member more, none less.
import { equal, refused } from "../assert.mjs";

const names = (text, indent) => [...new Set([...text.matchAll(new RegExp(`^ {${indent}}(?:readonly )?(\\w+)[?<(:]`, "gm"))].map(([, name]) => name))].sort();

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
    equal([gpgpu, array, gpgpu.lu(array)].map((object) => object.constructor.name), ["GPGPU", "GpuArray", "Factors"]);
    equal((await refused(() => gpgpu.scale(array, array))).message, 'kernel "scale": argument "factor" is a GpuArray; it must be a number');
    gpgpu.dispose();
  },
  async "what is refused is told by kernel, argument, what was given and what there is"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = "in float x; out float y; void main() { y = x; }", fragmentShader = gpgpu.minFragmentShader;
    const x = [1, 2], y = new Float32Array(2);
    const refusals = [
      [() => gpgpu.compute({ vertexShader, workgroups: 2, args: { x, y } }), "compute", "workgroups", /is 2; it must be an array of one to three whole numbers/],
      [() => gpgpu.compute({ id: "own", vertexShader, localSize: [2], args: { x, y } }), "own", "localSize", /is given without workgroups/],
      [() => gpgpu.compute({ vertexShader, fragmentShader, args: { x }, VertexIndexBuffer: new Int16Array(2) }), "compute", "VertexIndexBuffer", /is an Int16Array; it must be a Uint16Array/],
      [() => gpgpu.compute({ vertexShader, args: { x: gpgpu.makeTextureInfo("float", [2]), y } }), "compute", "x", /is a TextureInfo; float needs a typed array/],
      [() => gpgpu.compute({ vertexShader: `uniform ivec2 k; ${vertexShader}`, args: { x, y, k: [1, -2.5] } }), "compute", "k", /holds -2\.5 \(number 1\), which no ivec2 can hold/],
      [() => gpgpu.makeTextureInfo("float", [3], [1]), "makeTextureInfo", "value", /has 1 floats; shape \[3\] of float needs 3/],
      [() => gpgpu.makeTextureInfo("float", [1], x.slice(1), { readMode: "normalizedFloat" }), "makeTextureInfo", "value", /of kind array of numbers; only 8 and 16 bit/],
      [() => gpgpu.makeTextureInfo("int", [1], null, { filterMode: "linear" }), "makeTextureInfo", undefined, /has filterMode "linear" on int/],
      [() => gpgpu.makeTextureInfo("float", [1], null, { adressMode: "wrap" }), "makeTextureInfo", undefined, /no option adressMode; there are addressMode, filterMode, readMode and flipY/],
      [() => gpgpu.makeArray("int", [1], null, { filterMode: "linear" }), "makeArray", undefined, /has filterMode "linear" on int/],
      [() => gpgpu.makeArray("vec4", [1, 1], null, { flipY: false }), "makeArray", undefined, /flipY are options of makeTextureInfo/],
      [() => gpgpu.makeArray("uint", [1], null, { readMode: "normalizedFloat" }), "makeArray", undefined, /32-bit numbers/],
      [() => gpgpu.lu(gpgpu.makeArray("float", [2, 3])), "lu", "A", /has shape \[2, 3\]; lu needs a square matrix/],
    ];
    for (const [call, kernel, argument, words] of refusals) {
      const error = await refused(call);
      equal([error.name, error.kernel, error.argument, words.test(error.message)], ["GPGPUError", kernel, argument, true], error.message);
    }
    gpgpu.dispose();
  },
  async "texture info has the declared members"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const known = [...await declared("TextureInfo"), ...await declared("TextureOptions"), ...await declared("ArrayOptions")];
    const options = { addressMode: "wrap", filterMode: "point", readMode: "element", flipY: true };
    equal(has(gpgpu.makeTextureInfo("float", [1], [2], options)), known.sort(), "TextureInfo");
    gpgpu.dispose();
  },
};
