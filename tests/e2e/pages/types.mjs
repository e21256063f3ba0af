// The published types name exactly what is there: no member more, none less.
import { equal } from "../assert.mjs";

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
  async "texture info has the declared members, and each error code is declared"({ CreateGPGPU, GPGPUError }) {
    const gpgpu = CreateGPGPU();
    const known = [...await declared("TextureInfo"), ...await declared("TextureOptions"), ...await declared("ArrayOptions")];
    const options = { addressMode: "wrap", filterMode: "point", readMode: "element", flipY: true };
    equal(has(gpgpu.makeTextureInfo("float", [1], [2], options)), known.sort(), "TextureInfo");
    const text = await (await fetch("/pkg/gpgpu_wasm.d.ts")).text();
    try {
      gpgpu.makeArray("float", [1], [1, 2]);
    } catch (error) {
      equal([error instanceof GPGPUError, text.includes(`  | "${error.code}"`)], [true, true]);
    }
    gpgpu.dispose();
  },
};
