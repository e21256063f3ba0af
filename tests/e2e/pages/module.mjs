// The ES module: the ways to start it.
import { equal, ok, refused } from "../assert.mjs";
import { urls } from "../library.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

export const forms = ["module"];

const wasm = "/pkg/gpgpu_wasm_bg.wasm";
let copies = 0;

/** A copy of the module that was never started. */
const fresh = () => import(`${urls.module}?copy=${copies++}`);

/** Starts a fresh copy in the given way, and computes with it. */
async function startsWith(input) {
  const { default: init, CreateGPGPU } = await fresh();
  await init(input);
  const gpgpu = CreateGPGPU();
  equal(multiplyInTextures(gpgpu), product);
  gpgpu.dispose();
}

const bytes = async () => (await fetch(wasm)).arrayBuffer();

export const tests = {
  async "init takes nothing"() {
    await startsWith();
  },
  async "init takes a path, relative or absolute, and a URL"() {
    await startsWith(wasm);
    await startsWith("../../pkg/gpgpu_wasm_bg.wasm");
    await startsWith(new URL(wasm, location.href));
  },
  async "init takes a request, a response, and the promise of one"() {
    await startsWith(new Request(wasm));
    await startsWith(await fetch(wasm));
    await startsWith(fetch(wasm));
  },
  async "init takes a response of any content type"() {
    await startsWith(new Response(await bytes(), { headers: { "Content-Type": "text/plain" } }));
    await startsWith(new Response(await bytes()));
  },
  async "init takes bytes"() {
    await startsWith(await bytes());
    await startsWith(new Uint8Array(await bytes()));
  },
  async "init takes a compiled module"() {
    await startsWith(await WebAssembly.compile(await bytes()));
  },
  async "init takes all of these as module_or_path"() {
    await startsWith({ module_or_path: wasm });
    await startsWith({ module_or_path: fetch(wasm) });
    await startsWith({ module_or_path: await bytes() });
    await startsWith({ module_or_path: undefined });
    await startsWith({});
  },
  async "initSync takes bytes and a module"() {
    const file = await bytes();
    for (const input of [file, { module: file }, await WebAssembly.compile(file)]) {
      const { initSync, CreateGPGPU } = await fresh();
      initSync(input);
      CreateGPGPU().dispose();
    }
  },
  async "nothing is printed on the way"() {
    const said = [];
    const { warn, error, log } = console;
    console.warn = console.error = console.log = (...words) => said.push(words.join(" "));
    try {
      await startsWith();
      await startsWith(wasm);
    } finally {
      Object.assign(console, { warn, error, log });
    }
    equal(said, []);
  },
  async "CreateGPGPU before init says what to do"() {
    const { CreateGPGPU } = await fresh();
    const error = await refused(() => CreateGPGPU());
    ok(error instanceof Error && /init/.test(error.message), `it says: ${error}`);
  },
  async "a failed init can be tried again"() {
    const { default: init, CreateGPGPU } = await fresh();
    const missing = await refused(() => init("/pkg/missing.wasm"));
    ok(/missing\.wasm/.test(missing.message) && /404/.test(missing.message), `it says: ${missing}`);
    await refused(() => init(new Uint8Array([0, 1, 2])));
    await refused(() => CreateGPGPU());
    await init();
    CreateGPGPU().dispose();
  },
  async "an init that fails names the address, and what came from there"() {
    const { default: init } = await fresh();
    const page = new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });
    // Without its bytes, as where a connection breaks off.
    const used = ["application/wasm", "text/plain"].map(
      (type) => new Response("", { headers: { "Content-Type": type } }),
    );
    for (const response of used) await response.arrayBuffer();
    const cases = [
      ["/tests/e2e/page.html", /^init: http.*\/tests\/e2e\/page\.html \(text\/html.*\) does not compile: ./],
      [page, /\(text\/html\) does not compile: ./],
      [
        new Response(new Uint8Array([0, 97]), { headers: { "Content-Type": "application/wasm" } }),
        /\(application\/wasm\) does not compile: ./,
      ],
      ...used.map((response) => [response, /the wasm file cannot be loaded: ./]),
      [
        "http://127.0.0.1:1/gpgpu_wasm_bg.wasm",
        /^init: http:\/\/127\.0\.0\.1:1\/gpgpu_wasm_bg\.wasm cannot be loaded: ./,
      ],
      [
        new Request("http://127.0.0.1:1/gpgpu_wasm_bg.wasm"),
        /^init: http:\/\/127\.0\.0\.1:1\/gpgpu_wasm_bg\.wasm cannot be loaded: ./,
      ],
    ];
    for (const [input, words] of cases) {
      const error = await refused(() => init(input));
      ok(words.test(error.message) && error.cause instanceof Error, `it says: ${error}`);
    }
  },
  async "several inits at once are one, and a failed one among them harms none"() {
    const { default: init, CreateGPGPU } = await fresh();
    const all = await Promise.allSettled([init("/pkg/missing.wasm"), init(), init(wasm), init()]);
    equal(
      all.map(({ status }) => status),
      ["rejected", "fulfilled", "fulfilled", "fulfilled"],
    );
    const gpgpu = CreateGPGPU();
    const array = gpgpu.makeArray("float", [2], new Float32Array([1, 2]));
    await init();
    equal(array.readSync(), [1, 2]);
    gpgpu.dispose();
  },
  async "no globals are defined"() {
    const before = Object.getOwnPropertyNames(globalThis);
    await startsWith();
    const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
    equal(added, []);
  },
};
