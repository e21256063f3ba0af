// The classic script: what it adds to a page, and when.
import { equal, ok, refused } from "../assert.mjs";
import { answerOf } from "../frame.mjs";
import { product } from "../kernels.mjs";
import { load } from "../library.mjs";

export const forms = ["classic"];

export const tests = {
  async "CreateGPGPU and GPGPUError are the only globals, there as soon as the script has loaded"() {
    equal(await answerOf({ src: "/tests/e2e/classic.html" }), { added: ["CreateGPGPU", "GPGPUError"], C: product });
  },

  async "where the script is loaded twice, or beside the module, the errors of each copy are those of the others"(
    first,
  ) {
    const copies = [first, await load("classic"), await load("module")];
    equal(new Set(copies.map(({ GPGPUError }) => GPGPUError)).size, 3, "copies");
    const errors = await Promise.all(copies.map(({ CreateGPGPU }) => refused(() => CreateGPGPU("no canvas"))));
    for (const { GPGPUError } of copies) {
      class Own extends GPGPUError {}
      const own = new Own("UNSUPPORTED", "mine");
      for (const error of errors) ok(error instanceof GPGPUError && !(error instanceof Own), String(error));
      ok(own instanceof Own && own instanceof GPGPUError, "a class of the page's own");
      for (const other of [null, undefined, "GPGPUError", GPGPUError, new Error("GPGPUError"), {}])
        ok(!(other instanceof GPGPUError), String(other));
    }
  },
};
