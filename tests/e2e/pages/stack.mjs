// JavaScript's stack: where it ends within a call, wasm would be left in the middle.
import { equal, ok, refused } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";
import { callsOf, endedStack, onTheWayUp } from "../overflow.mjs";

const double = "in float A; out float C; void main() { C = A * 2.0; }";

/** The library in a page of its own, for what nothing works after. */
async function elsewhere(form, use) {
  const frame = Object.assign(document.createElement("iframe"), { src: "/tests/e2e/page.html" });
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  document.body.append(frame);
  try {
    await loaded;
    const { load } = await frame.contentWindow.eval('import("/tests/e2e/library.mjs")');
    await use(await load(form), frame.contentWindow);
  } finally {
    frame.remove();
  }
}

export const tests = {
  // First of all in its page: of the classic script, this is the call that compiles its wasm.
  async "CreateGPGPU refuses where too little is left of the stack, and works where there is enough"({
    CreateGPGPU,
    GPGPUError,
  }) {
    const made = [];
    const [refusal] = onTheWayUp(1, () => made.push(CreateGPGPU()));
    ok(refusal instanceof GPGPUError, `it threw ${refusal}`);
    equal([refusal.code, refusal.kernel], ["LIMIT_EXCEEDED", "CreateGPGPU"]);
    equal(multiplyInTextures(made[0]), product);
    made[0].dispose();
  },

  async "of a recursion that ended the stack, every call is refused or right, whatever it calls"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [name, call] of Object.entries(callsOf(gpgpu))) {
      const refusals = onTheWayUp(name === "a getter without end" ? 2 : 5, call);
      // What promises does not throw.
      ok(refusals.length > 0 || name === "computeAsync", `${name} was never refused`);
      equal(multiplyInTextures(gpgpu), product, `after ${name}`);
    }
    // On the way down, too, where nothing was refused before.
    const calls = Object.values(callsOf(gpgpu));
    let depth = 0,
      wrong;
    const descend = () => {
      try {
        if (++depth % 50 === 0) calls[(depth / 50) % calls.length]();
      } catch (error) {
        if (error?.code !== "LIMIT_EXCEEDED" && !endedStack(error)) wrong ??= error;
      }
      descend();
    };
    const end = await refused(async () => descend());
    ok(endedStack(end) && !wrong, `it threw ${wrong ?? end}`);
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
    const next = CreateGPGPU();
    equal(multiplyInTextures(next), product);
    next.dispose();
  },

  async "the same in a worker, whose stack is smaller"({ form }) {
    const worker =
      form === "module"
        ? new Worker("/tests/e2e/workers/overflow.mjs", { type: "module" })
        : new Worker("/tests/e2e/workers/overflow.js");
    try {
      const answer = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not load"));
      });
      equal(answer, { C: product });
    } finally {
      worker.terminate();
    }
  },

  async "an error that leaves a call in the middle is thrown as it is, and later calls say what has become of the library"({
    form,
  }) {
    for (const broken of ["compute", "a promise"]) {
      await elsewhere(form, async ({ CreateGPGPU, GPGPUError }, inside) => {
        const gpgpu = CreateGPGPU(),
          C = new Float32Array(1);
        const param = { id: "double", vertexShader: double, args: { A: [1], C } };
        const array = gpgpu.makeArray("float", [1], [1]);
        const gl = gpgpu.getGL(),
          own = new inside.TypeError("the page's own");
        const fail = () => {
          throw own;
        };
        let pending = gpgpu.computeAsync(param);
        if (broken === "compute") {
          gl.useProgram = fail;
          ok((await refused(() => gpgpu.compute(param))) === own, "another error was thrown");
          delete gl.useProgram;
        } else {
          gl.clientWaitSync = fail;
          ok((await refused(() => pending)) === own, "another error was thrown");
          delete gl.clientWaitSync;
          pending = null;
        }
        const refusals = {
          double: pending && (() => pending),
          compute: () => gpgpu.compute(param),
          computeAsync: () => gpgpu.computeAsync(param),
          read: () => array.read(),
          memory: () => gpgpu.memory(),
          CreateGPGPU: () => CreateGPGPU(),
        };
        for (const [name, call] of Object.entries(refusals)) {
          if (!call) continue;
          const error = await refused(call, name);
          ok(error instanceof GPGPUError, `${name} threw ${error}`);
          equal([error.code, error.kernel], ["UNSUPPORTED", name === "double" ? undefined : name]);
          ok(error.message.includes("TypeError: the page's own"), error.message);
        }
      });
    }
  },
};
