// The same for a server that still requires.
const { default: init, CreateGPGPU, GPGPUError } = require("gpgpu-wasm");

let refusal;
try {
  CreateGPGPU();
} catch (error) {
  refusal = error.message;
}
console.log(JSON.stringify([typeof init, typeof GPGPUError, refusal]));
