// What arguments are refused for, by the sync and the async call: outputs stay as they were, and the next call works.
import { equal, ok, refused } from "../assert.mjs";

/** Both ways to call; `refuse` checks that a call is refused, that it names the kernel and argument, and changes nothing. */
function ways(gpgpu) {
  return ["compute", "computeAsync"].map((method) => ({
    run: (param) => gpgpu[method](param),
    async refuse(param, code, argument, untouched = []) {
      const before = untouched.map((view) => Array.from(view));
      const error = await refused(() => gpgpu[method]({ id: "Refused", ...param }), `${method} of ${argument}`);
      equal([error.name, error.code, error.kernel, error.argument], ["GPGPUError", code, "Refused", argument], error.message);
      untouched.forEach((view, index) => equal(view, before[index], `an output of the refused ${method}`));
      const C = new Float32Array(2);
      gpgpu.compute({ vertexShader: "out float C; void main() { C = 5.0; }", args: { C } });
      equal(C, [5, 5], "what the next call gives");
      return error;
    },
  }));
}

const ones = { vertexShader: "out float O; void main() { O = 1.0; }" };
const texels = { fragmentShader: "out float O; void main() { O = 1.0; }" };

export const tests = {
  async "a TextureInfo whose value cannot be set is no output, unless its value is of the right kind"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const make = (value) => gpgpu.makeTextureInfo("float", [3], value);
    const accessor = { get: () => null };
    class Fixed {
      texelType = "float";
      shape = [3];
      get value() { return null; }
    }
    const fixed = [
      Object.freeze(make()),
      Object.freeze(make([0, 0, 0])),
      Object.defineProperty(make(), "value", { writable: false }),
      Object.defineProperty(make(), "value", accessor),
      Object.preventExtensions({ texelType: "float", shape: [3] }),
      new Fixed(),
      Object.freeze(Object.create({ value: null }, { texelType: { value: "float" }, shape: { value: [3] } })),
    ];
    for (const { run, refuse } of ways(gpgpu)) {
      for (const O of fixed) {
        const C = new Float32Array(3).fill(9);
        // The order of declaration is no matter.
        for (const outputs of ["O, C", "C, O"]) {
          const error = await refuse({ vertexShader: `out float ${outputs}; void main() { O = 1.0; C = 2.0; }`, args: { O, C } }, "BAD_ARGUMENT", "O", [C]);
          ok(error.message.includes("value cannot be set"), error.message);
        }
      }
      let kept = null;
      const settable = [
        Object.freeze(make(new Float32Array(3))),
        Object.seal(make()),
        { texelType: "float", shape: [3] },
        Object.create({ value: null }, { texelType: { value: "float" }, shape: { value: [3] } }),
        { texelType: "float", shape: [3], get value() { return kept; }, set value(value) { kept = value; } },
      ];
      for (const O of settable) {
        await run({ ...ones, args: { O } });
        equal(O.value, [1, 1, 1]);
      }
    }
    gpgpu.dispose();
  },

  async "a setter of the caller's that throws is told with its argument"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { refuse } of ways(gpgpu)) {
      const O = { texelType: "float", shape: [3], get value() { return null; }, set value(_) { throw new Error("no"); } };
      await refuse({ ...ones, args: { O } }, "BAD_ARGUMENT", "O");
    }
    gpgpu.dispose();
  },

  async "a TextureInfo is an output only if its value has the length of its shape, whatever it is read as"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { run, refuse } of ways(gpgpu)) {
      for (const shader of [ones, texels]) {
        for (const value of [new Float32Array(3), new Float32Array(9), new Float32Array(0), new Uint8Array(5), [1, 2, 3]]) {
          const O = gpgpu.makeTextureInfo("float", [2, 3]);
          O.value = value;
          await refuse({ ...shader, args: { O } }, "LENGTH_MISMATCH", "O", [value]);
          ok(O.value === value, "the value was replaced");
        }
        const O = gpgpu.makeTextureInfo("float", [2, 3], new Uint8Array(6), { readMode: "normalizedFloat" });
        for (let round = 0; round < 2; round++) await run({ ...shader, args: { O } });
        equal(O.value, [1, 1, 1, 1, 1, 1]);
        // The library keeps no state in it: a value that it put there is like one of the caller's.
        O.shape = [3, 3];
        await refuse({ ...shader, args: { O } }, "LENGTH_MISMATCH", "O", [O.value]);
        O.value = null;
        await run({ ...shader, args: { O } });
        equal(O.value, new Array(9).fill(1));
      }
    }
    gpgpu.dispose();
  },

  async "a TextureInfo of no elements is no output"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { refuse } of ways(gpgpu)) {
      for (const shader of [ones, texels]) {
        for (const shape of [[0], [0, 2], [2, 0], [2, 0, 2]]) {
          for (const value of [null, new Float32Array(0)]) {
            await refuse({ ...shader, args: { O: { texelType: "float", shape, value } } }, "BAD_SHAPE", "O");
          }
        }
      }
    }
    gpgpu.dispose();
  },

  async "one TextureInfo is not two outputs"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const body = "out float O, P; void main() { O = 1.0; P = 2.0; }";
    for (const { run, refuse } of ways(gpgpu)) {
      for (const shader of [{ vertexShader: body }, { fragmentShader: body }]) {
        for (const value of [null, [7, 7], new Uint8Array(2), new Float32Array(2)]) {
          const O = gpgpu.makeTextureInfo("float", [1, 2], value);
          const error = await refuse({ ...shader, args: { O, P: O } }, "BAD_ARGUMENT", "P");
          ok(error.message.includes('same TextureInfo as output "O"') && O.value === value, error.message);
        }
        const value = new Float32Array(2);
        const [O, P] = [0, 1].map(() => gpgpu.makeTextureInfo("float", [1, 2], value));
        await refuse({ ...shader, args: { O, P } }, "BAD_ARGUMENT", "P", [value]);
        P.value = O.value = null;
        await run({ ...shader, args: { O, P } });
        equal([...O.value, ...P.value], [1, 1, 2, 2]);
      }
    }
    gpgpu.dispose();
  },
};
