// The classic script: what it adds to a page, and when.
import { equal } from "../assert.mjs";
import { product } from "../kernels.mjs";

export const forms = ["classic"];

export const tests = {
  async "CreateGPGPU and GPGPUError are the only globals, there as soon as the script has loaded"() {
    const frame = Object.assign(document.createElement("iframe"), { src: "/tests/e2e/classic.html" });
    const answer = new Promise((resolve) => {
      addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    document.body.append(frame);
    const { added, C, error } = await answer;
    frame.remove();
    equal({ added, C, error }, { added: ["CreateGPGPU", "GPGPUError"], C: product, error: undefined });
  },
};
