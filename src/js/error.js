// The one class that every refusal is thrown as. Rust constructs it; pages test for it with instanceof or `code`. And what
// becomes of the library where something else is thrown.

// What a compiler's message leaves open for those who know GLSL from elsewhere: the way out.
const hints = [
  [
    /(operand types|cannot convert).*int'/,
    "GLSL converts no numbers: 1.0 is a float, 1 an int, 1u a uint; else write float(i), int(x)",
  ],
  [
    /'(?!texture)\w+' : no matching/,
    "no function of that name takes these: GLSL converts no numbers, 1.0 is a float, 1 an int, 1u a uint",
  ],
  [/'(attribute|varying)'/, "GLSL ES 3.00 has in and out instead"],
  [/'texture[23C]\w+'/, "GLSL ES 3.00 has texture() and texelFetch() instead"],
  [/'gl_Frag(Color|Data)'/, "GLSL ES 3.00 has outputs that you declare instead: out vec4 color;"],
  [/'gl_(\w+(InvocationI|WorkGroup)\w+|WorkGroup\w+)'/, "here these names have no gl_: globalInvocationID and so on"],
  [/vertex shader.*'gl_FragCoord'/, "vertices have gl_VertexID instead"],
  [/fragment shader.*'gl_VertexID'/, "fragments have gl_FragCoord instead"],
];

/** The message of a shader error, and below it what may help. */
const hinted = (message) =>
  [message, ...hints.filter(([sign]) => sign.test(message)).map(([, hint]) => hint)].join("\n");

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

// What else was thrown out of wasm: its functions were left in the middle, and nothing there can be relied on any more.
let fatal;

/** Runs what enters wasm. Once a call was left in the middle, whatever enters after it would end in the strangest errors. */
export function entered(run, name) {
  if (fatal) {
    const what = `an earlier call was cut short (${fatal}), and the library cannot go on until the page is loaded again`;
    throw new GPGPUError("UNSUPPORTED", name ? `kernel "${name}": ${what}` : what, name);
  }
  try {
    return run();
  } catch (error) {
    if (!(error instanceof GPGPUError)) fatal = textOf(error);
    throw error;
  }
}

function textOf(thrown) {
  try {
    return `${thrown}`;
  } catch {
    return "by something that cannot be shown";
  }
}
