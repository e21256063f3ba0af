// The ES module: `import init, { CreateGPGPU } from "gpgpu-wasm"`.

import { CreateGPGPU as create, initSync as start } from "../../target/wasm-pack/gpgpu_wasm.js";
import { completeClasses, nested, refuseWithoutRoom } from "./classes.js";

export { GPGPUError } from "./error.js";

let exports; // of the one wasm instance, once there is one
let turn = Promise.resolve(); // calls of init take turns, so that there never are two

/**
 * Loads the library. With nothing given the wasm file is fetched from beside this module. Call it as often as you like:
 * only the first success counts, and after a failure the next call tries again.
 */
export default function init(input) {
  const result = turn.then(async () => exports ?? initSync(await compile(input)));
  turn = result.catch(() => {});
  return result;
}

/** The same for bytes or a module that are at hand already. */
export function initSync(input) {
  if (!exports) {
    refuseWithoutRoom("initSync");
    exports = start({ module: input?.module ?? input });
    completeClasses();
  }
  return exports;
}

export function CreateGPGPU(canvas, options) {
  if (!exports) throw new Error("CreateGPGPU: call init() and await it first");
  return nested("CreateGPGPU", () => create(canvas, options));
}

async function compile(input) {
  let source = await input;
  if (isPlainObject(source)) source = await source.module_or_path;
  // In development Vite up to 7 serves this module from its cache, but not the file beside it.
  source ??= new URL("gpgpu_wasm_bg.wasm", import.meta.url).href.replace("/.vite/deps/", "/gpgpu-wasm/pkg/");
  if (source instanceof WebAssembly.Module) return source;
  const fail = (what) => (cause) => {
    const name = isA("Response", source) ? source.url || "the wasm file" : source.url || source;
    throw new Error(`init: ${name} ${what}: ${cause.message}`, { cause });
  };
  if (typeof source === "string" || isA("URL", source) || isA("Request", source))
    source = await fetch(source).catch(fail("cannot be loaded"));
  if (!isA("Response", source)) return WebAssembly.compile(source);
  if (!source.ok)
    throw new Error(`init: ${source.url || "the wasm file"} answers ${source.status} ${source.statusText}`);
  // Compiling while it loads needs the right content type, which not every server sends.
  const type = source.headers.get("Content-Type");
  const compiled = type?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer().catch(fail("cannot be loaded")));
  return compiled.catch((cause) => {
    if (!(cause instanceof WebAssembly.CompileError)) fail("cannot be loaded")(cause); // the connection broke
    // What a server sends in place of a missing file is often a page.
    fail(type ? `(${type}) does not compile` : "does not compile")(cause);
  });
}

function isPlainObject(value) {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isA(name, value) {
  return typeof globalThis[name] === "function" && value instanceof globalThis[name];
}
