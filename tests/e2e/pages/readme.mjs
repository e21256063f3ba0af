// The examples of the READMEs: each block of JavaScript runs, and "EXPRESSION;  // → VALUE" holds.
import { equal, ok, refused } from "../assert.mjs";

const AsyncFunction = (async () => {}).constructor;

/** A block without its loading, which the page has done, and with its claims as checks. */
function runnable(block) {
  return block
    .replace(/^import .*$|^await init.*$|^const gpgpu = .*$/gm, "")
    .replace(/^(\s*)(.+?);\s*\/\/ → (.*)$/gm, (_, space, expression, value) => `${space}claim(${expression}, ${value});`);
}

/** Numbers as they are written in a README. */
const rounded = (value) => (typeof value === "object" ? Array.from(value, (x) => Math.round(x * 1e5) / 1e5) : value);

const holds = (file) => async ({ CreateGPGPU, GPGPUError }) => {
  const text = await (await fetch(`/${file}`)).text();
  let claims = 0;
  const claim = (value, wanted) => {
    claims++;
    equal(rounded(value), rounded(wanted));
  };
  for (const [, block] of text.matchAll(/^```js\n([\s\S]*?)^```$/gm)) {
    const gpgpu = CreateGPGPU();
    try {
      await new AsyncFunction("gpgpu", "CreateGPGPU", "GPGPUError", "claim", runnable(block))(gpgpu, CreateGPGPU, GPGPUError, claim);
    } catch (error) {
      throw new Error(`${error.message}, in the example\n${block}`);
    }
    gpgpu.dispose();
  }
  ok(claims >= 20, `only ${claims} results are claimed`);
  equal(claims, text.match(/\/\/ → /g).length, "claims that were come to");
};

const shows = (file) => async ({ CreateGPGPU }) => {
  const text = await (await fetch(`/${file}`)).text();
  const gpgpu = CreateGPGPU();
  const given = (body, output) => ({
    id: "AddVec", vertexShader: `in float A, B;\nout float C;\nvoid main() {\n  C = ${body};\n}`, args: { A: [1], B: [2], [output]: new Float32Array(1) },
  });
  for (const param of [given("A + b", "C"), given("A + B", "c")]) {
    const { message } = await refused(() => gpgpu.compute(param));
    ok(text.includes(`\n${message}\n`), `${file} does not show: ${message}`);
  }
  gpgpu.dispose();
};

export const tests = {
  "every example of README.md gives what it says": holds("README.md"),
  "every example of README.ja.md gives what it says": holds("README.ja.md"),
  "the messages that README.md shows are those that are thrown": shows("README.md"),
  "the messages that README.ja.md shows are those that are thrown": shows("README.ja.md"),
};
