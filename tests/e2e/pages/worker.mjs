import { equal } from "../assert.mjs";
import { product } from "../kernels.mjs";

export const tests = {
  async "a worker computes, a module worker or a classic one"({ form }) {
    if (form === "module") await computesIn(new Worker("/tests/e2e/workers/module.mjs", { type: "module" }));
    else await computesIn(new Worker("/tests/e2e/workers/classic.js"));
  },
};

function computesIn(worker) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not load"));
  })
    .then((data) => equal(data, { document: "undefined", C: product, texel: [255, 50, 0, 51] }))
    .finally(() => worker.terminate());
}
