// The one class that every refusal is thrown as. Rust constructs it; pages test for it with instanceof or `code`.

import { hinted } from "./hints.js";

export class GPGPUError extends Error {
  /**
   * @param {string} code what kind of refusal it is
   * @param {string} message a sentence for people
   * @param {string} [kernel] the kernel or operation that was called
   * @param {string} [argument] the argument at fault
   */
  constructor(code, message, kernel, argument) {
    super(code === "SHADER_COMPILE" ? hinted(message) : message);
    this.code = code;
    if (kernel !== undefined) this.kernel = kernel;
    if (argument !== undefined) this.argument = argument;
  }

  /** A page may have several copies of the library, a script and a module, say, and their errors are each other's. */
  static [Symbol.hasInstance](value) {
    return (
      super[Symbol.hasInstance](value) ||
      (this === GPGPUError && typeof value === "object" && value?.name === "GPGPUError")
    );
  }
}

// On the prototype, as the built-in errors have it: a stack trace then begins with this name.
Object.defineProperty(GPGPUError.prototype, "name", { value: "GPGPUError", configurable: true, writable: true });
