// An application as its author writes it: the package by its name, and nothing said about the wasm file.
import init, { CreateGPGPU } from "gpgpu-wasm";
import { multiplyInTextures } from "./kernels.mjs";

async function inPage() {
  await init();
  return Array.from(multiplyInTextures(CreateGPGPU()));
}

/** A module worker that draws on a canvas of this page. */
function inWorker() {
  const canvas = document.createElement("canvas").transferControlToOffscreen();
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.C));
    worker.onerror = ({ message }) => reject(new Error(`worker: ${message ?? "did not start"}`));
    worker.postMessage(canvas, [canvas]);
  });
}

const show = (answer) => {
  document.documentElement.dataset.answer = JSON.stringify(answer);
};
Promise.all([inPage(), inWorker()]).then(
  ([page, worker]) => show({ page, worker }),
  (error) => show({ error: String(error) }),
);
