// What a server that renders pages runs: components import the package, but no page is there yet.
import init, { CreateGPGPU, GPGPUError } from "gpgpu-wasm";

const refusal = () => {
  try {
    return CreateGPGPU();
  } catch (error) {
    return error.message;
  }
};
console.log(JSON.stringify([typeof init, typeof GPGPUError, refusal()]));
