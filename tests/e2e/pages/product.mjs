// The form of large products: measured once on what passes for a GPU, told, and asked for.
import { equal, ok, refused } from "../assert.mjs";
import { lostAndRestored } from "../context.mjs";

const n = 416; // more than the least square whose product is large
const numbers = Float32Array.from({ length: n * n }, (_, i) => ((i * 7) % 13) - 6);
const forms = ["texture", "uniformBlock"];

/** An instance that takes its renderer for a GPU. */
function onGpu(CreateGPGPU) {
  const gpgpu = CreateGPGPU(),
    gl = gpgpu.getGL(),
    UNMASKED_RENDERER = 0x9246;
  const { getParameter } = Object.getPrototypeOf(gl);
  gl.getParameter = (name) =>
    name === gl.RENDERER || name === UNMASKED_RENDERER ? "some GPU" : getParameter.call(gl, name);
  return gpgpu;
}

/** The product of the numbers with themselves. */
function product(gpgpu, options) {
  const a = gpgpu.makeArray("float", [n, n], numbers),
    c = gpgpu.matmul(a, a, options),
    values = c.readSync();
  a.dispose();
  c.dispose();
  return values;
}

export const tests = {
  async "the form is measured at the first large product, which leaves nothing behind, and anew after a loss"({
    CreateGPGPU,
  }) {
    const gpgpu = onGpu(CreateGPGPU);
    const small = gpgpu.makeArray("float", [8, 8]);
    gpgpu.matmul(small, small).dispose();
    small.dispose();
    equal(gpgpu.capabilities().matmul, undefined);
    const wanted = product(gpgpu, { method: "texture" });
    equal(product(gpgpu, { method: "uniformBlock" }), wanted);
    equal(gpgpu.capabilities().matmul, undefined);
    const before = gpgpu.memory();
    equal(product(gpgpu), wanted);
    ok(forms.includes(gpgpu.capabilities().matmul), `the form is ${gpgpu.capabilities().matmul}`);
    equal(gpgpu.memory(), before);
    equal(gpgpu.getGL().getError(), 0);

    await lostAndRestored(gpgpu);
    equal(gpgpu.capabilities().matmul, undefined);
    equal(product(gpgpu), wanted);
    ok(forms.includes(gpgpu.capabilities().matmul), "the form is not measured again");
    gpgpu.dispose();
  },

  async "a form that does not exist is refused"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const method of ["vertex", "", 1, null, {}]) {
      const error = await refused(() => product(gpgpu, { method }), `form ${method}`);
      equal(error.code, "BAD_ARGUMENT");
      ok(error.message.includes("uniformBlock"), error.message);
    }
    gpgpu.dispose();
  },
};
