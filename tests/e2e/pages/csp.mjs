import { equal } from "../assert.mjs";
import { answerOf } from "../frame.mjs";
import { product } from "../kernels.mjs";

export const tests = {
  async "a page whose policy allows scripts of its own origin and wasm only"({ form }) {
    equal(await answerOf({ src: `/tests/e2e/csp/page.html?${form}` }), { C: product, violations: [] });
  },
};
