import { equal } from "../assert.mjs";
import { product } from "../kernels.mjs";

export const tests = {
  async "a page whose policy allows scripts of its own origin and wasm only"({ form }) {
    const frame = Object.assign(document.createElement("iframe"), { src: `/tests/e2e/csp/page.html?${form}` });
    const answer = new Promise((resolve) => {
      addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    document.body.append(frame);
    const data = await answer;
    frame.remove();
    equal(data, { C: product, violations: [] });
  },
};
