// The examples of the READMEs and of the types: each block of JavaScript runs, and "EXPRESSION;  // → VALUE" holds.
import { equal, ok, refused } from "../assert.mjs";
import { urls } from "../library.mjs";

const AsyncFunction = (async () => {}).constructor;

/** A block with its claims as checks. */
const checking = (block) =>
  block.replace(
    /^(\s*)(.+?);\s*\/\/ → (.*)$/gm,
    (_, space, expression, value) => `${space}claim(${expression}, ${value});`,
  );

/** The same without its loading, which the page has done. */
const runnable = (block) => checking(block.replace(/^import .*$|^await init.*$|^const gpgpu = .*$/gm, ""));

/** Numbers as they are written in a README. */
const rounded = (value) => (typeof value === "object" ? Array.from(value, (x) => Math.round(x * 1e5) / 1e5) : value);

const holds =
  (file) =>
  async ({ CreateGPGPU, GPGPUError }) => {
    const text = await (await fetch(`/${file}`)).text();
    let claims = 0;
    const claim = (value, wanted) => {
      claims++;
      equal(rounded(value), rounded(wanted));
    };
    for (const [, block] of text.matchAll(/^```js\n([\s\S]*?)^```$/gm)) {
      const gpgpu = CreateGPGPU();
      try {
        await new AsyncFunction("gpgpu", "CreateGPGPU", "GPGPUError", "claim", runnable(block))(
          gpgpu,
          CreateGPGPU,
          GPGPUError,
          claim,
        );
      } catch (error) {
        throw new Error(`${error.message}, in the example\n${block}`);
      }
      gpgpu.dispose();
    }
    ok(claims >= 20, `only ${claims} results are claimed`);
    equal(claims, text.match(/\/\/ → /g).length, "claims that were come to");
  };

const shows =
  (file) =>
  async ({ CreateGPGPU }) => {
    const text = await (await fetch(`/${file}`)).text();
    const gpgpu = CreateGPGPU();
    const given = (body, output) => ({
      id: "AddVec",
      vertexShader: `in float A, B;\nout float C;\nvoid main() {\n  C = ${body};\n}`,
      args: { A: [1], B: [2], [output]: new Float32Array(1) },
    });
    for (const param of [given("A + b", "C"), given("A + B", "c")]) {
      const { message } = await refused(() => gpgpu.compute(param));
      ok(text.includes(`\n${message}\n`), `${file} does not show: ${message}`);
    }
    gpgpu.dispose();
  };

/** The page that a README shows whole: what it says in the end stands in it as a comment. */
const whole = (file) => async () => {
  const text = await (await fetch(`/${file}`)).text();
  const pages = [...text.matchAll(/^```html\n([^]*?)^```$/gm)];
  equal(pages.length, 1, "whole pages");
  const [[, page]] = pages;
  const frame = Object.assign(document.createElement("iframe"), {
    srcdoc: page.replace('src="gpgpu.js"', `src="${urls.classic}"`),
  });
  await new Promise((resolve) => {
    frame.onload = resolve;
    document.body.append(frame);
  });
  equal(frame.contentDocument.querySelector("p").textContent, /\/\/ ([\d ]+)$/m.exec(page)[1]);
  frame.remove();
};

/** In the types an example stands beside what it is about, and takes its arrays for given. */
async function typesHold({ form, CreateGPGPU, GPGPUError }) {
  const text = await (await fetch("/pkg/gpgpu_wasm.d.ts")).text();
  const init = form === "module" ? (await import(urls.module)).default : async () => {};
  let claims = 0;
  const blocks = [...text.matchAll(/^ *\* ```js\n([^]*?)^ *\* ```$/gm)].map(([, block]) =>
    block.replace(/^ *\* ?/gm, ""),
  );
  for (const block of blocks) {
    const gpgpu = CreateGPGPU();
    const given = {
      init,
      gpgpu,
      CreateGPGPU,
      GPGPUError,
      claim(value, wanted) {
        claims++;
        equal(rounded(value), rounded(wanted));
      },
      bytes: new Uint8Array(8),
      renderer: { getContext: () => document.createElement("canvas").getContext("webgl2") },
      seed: new Uint32Array(512 * 512),
      A: gpgpu.makeArray("float", [2, 2], [0, 2, 4, 1]),
      a: gpgpu.makeArray("float", [3], [1, 2, 3]),
      x: gpgpu.makeArray("float", [3], [1, 2, 3]),
      y: gpgpu.makeArray("float", [3], [10, 20, 30]),
      matrix: gpgpu.makeArray("float", [2, 3], [1, 2, 3, 4, 5, 6]),
    };
    try {
      await new AsyncFunction(...Object.keys(given), `{ ${checking(block)} }`)(...Object.values(given));
    } catch (error) {
      throw new Error(`${error.message}, in the example\n${block}`);
    }
    gpgpu.dispose();
  }
  ok(blocks.length >= 10, `only ${blocks.length} examples`);
  equal(claims, text.match(/\/\/ → /g).length, "claims that were come to");
}

export const tests = {
  "every example of README.md gives what it says": holds("README.md"),
  "every example of README.ja.md gives what it says": holds("README.ja.md"),
  "the whole page of README.md works": whole("README.md"),
  "the whole page of README.ja.md works": whole("README.ja.md"),
  "every example of the types runs, and gives what it says": typesHold,
  "the messages that README.md shows are those that are thrown": shows("README.md"),
  "the messages that README.ja.md shows are those that are thrown": shows("README.ja.md"),
};
