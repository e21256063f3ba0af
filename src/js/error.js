/**
 * What every refusal throws: `code` for programs, a message for people, and the kernel and argument where they apply.
 */
export class GPGPUError extends Error {
  constructor(code, message, kernel, argument) {
    super(message);
    this.name = "GPGPUError";
    this.code = code;
    if (kernel !== undefined) this.kernel = kernel;
    if (argument !== undefined) this.argument = argument;
  }
}
