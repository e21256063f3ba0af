import { equal } from "../assert.mjs";
import { answerOf } from "../frame.mjs";
import { product } from "../kernels.mjs";

export const forms = ["module"];

export const tests = {
  async "an application bundled by Vite finds its wasm file"() {
    equal(await answerOf("/target/bundled/index.html"), { C: product });
  },
};
