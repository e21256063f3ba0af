// The classic script: one file with the wasm inside, which defines CreateGPGPU and GPGPUError as globals.

import { inflateSync } from "fflate";
import wasm from "../../target/wasm-pack/gpgpu_wasm_bg.wasm";
import { CreateGPGPU as create, initSync } from "../../target/wasm-pack/gpgpu_wasm.js";
import { completeClasses, nested, refuseWithoutRoom } from "./classes.js";
import { GPGPUError } from "./error.js";

let started = false;

function CreateGPGPU(canvas, options) {
  // Only now, so that a page pays for nothing that it does not use.
  if (!started) {
    refuseWithoutRoom("CreateGPGPU");
    initSync({ module: inflateSync(bytes(wasm)) });
    completeClasses();
    started = true;
  }
  return nested("CreateGPGPU", () => create(canvas, options));
}

function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
  return result;
}

globalThis.CreateGPGPU = CreateGPGPU;
globalThis.GPGPUError = GPGPUError;
