// The classic script: what it adds to a page, and when.
import { equal } from "../assert.mjs";
import { answerOf } from "../frame.mjs";
import { product } from "../kernels.mjs";

export const forms = ["classic"];

export const tests = {
  async "CreateGPGPU and GPGPUError are the only globals, there as soon as the script has loaded"() {
    equal(await answerOf("/tests/e2e/classic.html"), { added: ["CreateGPGPU", "GPGPUError"], C: product });
  },
};
