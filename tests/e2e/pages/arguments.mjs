// What arguments are refused for, by the sync and the async call: outputs stay as they were, and the next call works.
import { equal, ok, refused } from "../assert.mjs";

/** Both ways to call; `refuse` checks that a call is refused, that it names the kernel and argument, and changes nothing. */
function ways(gpgpu) {
  return ["compute", "computeAsync"].map((method) => ({
    run: (param) => gpgpu[method](param),
    async refuse(param, code, argument, untouched = []) {
      const before = untouched.map((view) => Array.from(view));
      const error = await refused(() => gpgpu[method]({ id: "Refused", ...param }), `${method} of ${argument}`);
      equal(
        [error.name, error.code, error.kernel, error.argument],
        ["GPGPUError", code, "Refused", argument],
        error.message,
      );
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
      get value() {
        return null;
      }
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
          const error = await refuse(
            { vertexShader: `out float ${outputs}; void main() { O = 1.0; C = 2.0; }`, args: { O, C } },
            "BAD_ARGUMENT",
            "O",
            [C],
          );
          ok(error.message.includes("value cannot be set"), error.message);
        }
      }
      let kept = null;
      const settable = [
        Object.freeze(make(new Float32Array(3))),
        Object.seal(make()),
        { texelType: "float", shape: [3] },
        Object.create({ value: null }, { texelType: { value: "float" }, shape: { value: [3] } }),
        {
          texelType: "float",
          shape: [3],
          get value() {
            return kept;
          },
          set value(value) {
            kept = value;
          },
        },
      ];
      for (const O of settable) {
        await run({ ...ones, args: { O } });
        equal(O.value, [1, 1, 1]);
      }
    }
    gpgpu.dispose();
  },

  async "an array that a getter of the caller's has disposed is no output, and stays disposed"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { refuse } of ways(gpgpu)) {
      for (const stage of ["vertexShader", "fragmentShader"]) {
        const [O, P] = [0, 1].map(() => gpgpu.makeArray("float", [2]));
        const args = {
          O,
          get P() {
            O.dispose();
            return P;
          },
        };
        await refuse({ [stage]: "out float O, P; void main() { O = 1.0; P = 2.0; }", args }, "DISPOSED", "O");
        equal((await refused(() => O.readSync(), "read")).code, "DISPOSED");
        equal(P.readSync(), [0, 0]);
        P.dispose();
        equal(gpgpu.memory().arrays, 0, "arrays that are left");
      }
    }
    gpgpu.dispose();
  },

  async "memory that code of the caller's takes away while arguments are read is refused, whatever that code hangs on"({
    CreateGPGPU,
  }) {
    const vertexShader = "in float A; out float B, C; void main() { B = A; C = A * 2.0; }";
    const resizable = (...values) => {
      const view = new Float32Array(new ArrayBuffer(16, { maxByteLength: 64 }));
      view.set(values);
      return view;
    };
    // What happens to whom, and how the call is refused.
    const deeds = [
      ["B", "BAD_ARGUMENT", ({ B }) => B.buffer.resize(8)],
      ["B", "BAD_ARGUMENT", ({ B }) => B.buffer.resize(64)],
      ["B", "BAD_ARGUMENT", ({ B }) => structuredClone(B.buffer, { transfer: [B.buffer] })],
      ["A", "BAD_ARGUMENT", ({ A }) => A.buffer.resize(8)],
      ["A", "DISPOSED", ({ array }) => array.dispose()],
      [undefined, "DISPOSED", ({ gpgpu }) => gpgpu.dispose()],
    ];
    for (const method of ["compute", "computeAsync"]) {
      for (const [argument, code, deed] of deeds) {
        for (const trap of ["get", "getOwnPropertyDescriptor", "getPrototypeOf", "isExtensible"]) {
          const gpgpu = CreateGPGPU(),
            array = gpgpu.makeArray("float", [4], [1, 2, 3, 4]);
          gpgpu.makeArray("float", [4], [77, 77, 77, 77]).dispose(); // its memory is what A's would be
          const A = resizable(1, 2, 3, 4),
            B = resizable(9, 9, 9, 9),
            own = { texelType: "float", shape: [4] };
          let done = false;
          const C = new Proxy(own, {
            [trap](...words) {
              if (!done) deed({ gpgpu, array, A, B });
              done = true;
              return Reflect[trap](...words);
            },
          });
          const args = { A: code === "DISPOSED" && argument ? array : A, B, C };
          const error = await refused(() => gpgpu[method]({ id: "Taken", vertexShader, args }), `${trap}, ${deed}`);
          equal(
            [error.code, error.kernel, error.argument],
            [code, "Taken", argument],
            `${trap}, ${deed}: ${error.message}`,
          );
          ok(
            [0, 1, 2, 3].every((i) => i >= B.length || B[i] === 9),
            `an output after ${trap}, ${deed}`,
          );
          equal(own, { texelType: "float", shape: [4] });
          gpgpu.dispose();
        }
      }
    }
    // An operation's operand, too.
    const gpgpu = CreateGPGPU();
    for (const bytes of [8, 64]) {
      gpgpu.makeArray("float", [4], [77, 77, 77, 77]).dispose();
      const value = resizable(1, 1, 1, 1);
      const error = await refused(() =>
        gpgpu.add(
          {
            texelType: "float",
            value,
            get shape() {
              value.buffer.resize(bytes);
              return [4];
            },
          },
          1,
        ),
      );
      equal([error.code, error.kernel, error.argument], ["LENGTH_MISMATCH", "add", "a"]);
    }
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },

  async "a setter of the caller's that throws is told with its argument"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { refuse } of ways(gpgpu)) {
      const O = {
        texelType: "float",
        shape: [3],
        get value() {
          return null;
        },
        set value(_) {
          throw new Error("not now");
        },
      };
      const error = await refuse({ ...ones, args: { O } }, "BAD_ARGUMENT", "O");
      ok(error.message.includes("not now"), error.message);
    }
    gpgpu.dispose();
  },

  async "a TextureInfo is an output only if its value has the length of its shape, whatever it is read as"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    for (const { run, refuse } of ways(gpgpu)) {
      for (const shader of [ones, texels]) {
        for (const value of [
          new Float32Array(3),
          new Float32Array(9),
          new Float32Array(0),
          new Uint8Array(5),
          [1, 2, 3],
        ]) {
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

  async "an input of the fragment shader is no argument, with a vertexShader or without"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const y = gpgpu.makeArray("float", [3], [7, 7, 7]),
      fragmentShader = "in float A; out float y; void main() { y = A; }";
    for (const [vertexShader, args] of [
      [undefined, { A: [1, 2, 3], y }],
      ["out float B; void main() { B = 1.0; }", { A: [1, 2, 3] }],
    ]) {
      for (const call of ["compute", "computeAsync"]) {
        const error = await refused(() => gpgpu[call]({ id: "Varying", vertexShader, fragmentShader, args }));
        equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", "Varying", "A"], error.message);
        ok(error.message.includes("input of the fragment shader"), error.message);
      }
    }
    equal(y.readSync(), [7, 7, 7]);
    gpgpu.dispose();
  },

  async "an output of the fragment shader is refused where a vertexShader makes it a drawing"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(new OffscreenCanvas(2, 2));
    const corners = new Float32Array([-1, -1, 3, -1, -1, 3]);
    const fragmentShader = "out vec4 o; void main() { o = vec4(0.0, 1.0, 0.0, 1.0); }";
    const pixel = () => {
      const bytes = new Uint8Array(4);
      const gl = gpgpu.getGL();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return Array.from(bytes);
    };
    const o = gpgpu.makeArray("vec4", [2, 2], new Float32Array(16).fill(9));
    for (const { run, refuse } of ways(gpgpu)) {
      const C = new Float32Array(3).fill(9);
      const draw = { fragmentShader, vertexShader: "in vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }" };
      const capture = { fragmentShader, vertexShader: "in vec2 P; out float C; void main() { C = P.x; }" };
      for (const [param, args] of [
        [draw, { P: corners }],
        [capture, { P: corners, C }],
      ]) {
        for (const target of [o, gpgpu.makeTextureInfo("vec4", [2, 2]), new Float32Array(16)]) {
          const error = await refuse({ ...param, args: { ...args, o: target } }, "BAD_ARGUMENT", "o", [C]);
          ok(error.message.includes("output of the fragment shader"), error.message);
        }
        await run({ ...param, args });
      }
      equal(C, [-1, 3, -1]);
      equal(o.readSync(), new Array(16).fill(9));
      // A name that the vertex shader has too is an argument of the vertex shader.
      await run({
        ...draw,
        vertexShader: "in vec2 o; void main() { gl_Position = vec4(o, 0.0, 1.0); }",
        args: { o: corners },
        clear: false,
      });
      equal(pixel(), [0, 255, 0, 255]);
      await run({
        ...capture,
        vertexShader: "in vec2 P; out float o; void main() { o = P.y; }",
        args: { P: corners, o: C },
      });
      equal(C, [-1, -1, 3]);
    }
    gpgpu.dispose();
  },

  async "every property that nothing declares is refused, whatever else is given or supplied"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(document.createElement("canvas"));
    for (const { run, refuse } of ways(gpgpu)) {
      const C = new Float32Array(1);
      class Args {
        get k() {
          return 3;
        }
        C = C;
        helper() {}
      }
      const scaled = { vertexShader: "uniform float k; out float C; void main() { C = k; }" };
      await run({ ...scaled, args: new Args() });
      equal(C, [3]);
      for (const bogus of [1, null, undefined]) {
        await refuse({ ...scaled, args: Object.assign(new Args(), { bogus }) }, "UNKNOWN_ARGUMENT", "bogus", [C]);
        const both = {
          vertexShader: "in float x; out float C; void main() { C = x; }",
          fragmentShader: "in float C; out vec4 x; void main() { x = vec4(C); }",
        };
        await refuse({ ...both, args: { x: [5], C, bogus } }, "UNKNOWN_ARGUMENT", "bogus", [C]);
      }
      const near = await refuse({ ...scaled, args: { k: 1, c: C } }, "UNKNOWN_ARGUMENT", "c", [C]);
      ok(near.message.includes('did you mean "C"'), near.message);
    }
    const scene = (args) =>
      gpgpu.startDraw3D({
        onDraw: () => ({
          id: "Scene",
          vertexShader:
            "in vec3 P; uniform mat4 uPMVMatrix; uniform mat3 uNMatrix; out vec3 n; void main() { n = uNMatrix * P; gl_Position = uPMVMatrix * vec4(P, 1.0); }",
          fragmentShader: "in vec3 n; out vec4 c; void main() { c = vec4(n, 1.0); }",
          args: { P: new Float32Array(9), ...args },
        }),
      });
    for (const stranger of ["bogus", "uPMVmatrix"]) {
      const error = await refused(() => scene({ [stranger]: new Float32Array(16) }));
      equal([error.code, error.kernel, error.argument], ["UNKNOWN_ARGUMENT", "Scene", stranger]);
    }
    scene({});
    gpgpu.dispose();
  },

  async "what every object inherits is nobody's argument"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const { run, refuse } of ways(gpgpu)) {
      for (const name of ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"]) {
        const C = new Float32Array(1);
        class Args {
          C = C;
        }
        for (const [declared, value] of [
          [`uniform float ${name}`, 7],
          [`in float ${name}`, [7]],
        ]) {
          const vertexShader = `${declared}; out float C; void main() { C = ${name}; }`;
          for (const args of [{ C }, new Args()]) await refuse({ vertexShader, args }, "MISSING_ARGUMENT", name, [C]);
          await refuse({ vertexShader, args: { C, [name]: () => 7 } }, "BAD_ARGUMENT", name, [C]);
          await run({ vertexShader, args: { C, [name]: value } });
          equal(C, [7]);
        }
        const vertexShader = `struct S { float ${name}; }; uniform S s; out float C; void main() { C = s.${name}; }`;
        await refuse({ vertexShader, args: { C, s: {} } }, "MISSING_ARGUMENT", "s", [C]);
        await run({ vertexShader, args: { C, s: { [name]: 8 } } });
        equal(C, [8]);
        // An output that is not given is not computed.
        await run({ vertexShader: `out float C, ${name}; void main() { C = 1.0; ${name} = 2.0; }`, args: { C } });
      }
    }
    gpgpu.dispose();
  },

  async "a struct has its members and no others, an array of structs its elements and no others"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const structs = `
      struct Lamp { vec2 place; float power[2]; };
      struct Room { Lamp lamps[2]; bool open; };
      uniform Room rooms[2];
      out float C;
      void main() {
        C = 0.0;
        for (int i = 0; i < 2; i++)
          for (int j = 0; j < 2; j++) C = C * 10.0 + rooms[i].lamps[j].place.x + rooms[i].lamps[j].power[1] + float(rooms[i].open);
      }`;
    const room = (first) => ({
      lamps: [0, 1].map((i) => ({ place: [first + i, 0], power: new Float32Array([9, 1]) })),
      open: false,
    });
    const rooms = () => [room(1), room(3)];
    for (const { run, refuse } of ways(gpgpu)) {
      const C = new Float32Array(1).fill(9);
      const wrong = async (change, code, argument) => {
        const changed = rooms();
        const error = await refuse(
          { vertexShader: structs, args: { rooms: change(changed) ?? changed, C } },
          code,
          argument,
          [C],
        );
        return error.message;
      };
      await wrong(
        (list) => {
          list.push(room(5));
        },
        "LENGTH_MISMATCH",
        "rooms",
      );
      await wrong(
        (list) => {
          list.pop();
        },
        "LENGTH_MISMATCH",
        "rooms",
      );
      await wrong(
        (list) => {
          list[1].lamps.push({});
        },
        "LENGTH_MISMATCH",
        "rooms[1].lamps",
      );
      await wrong(
        (list) => {
          list[0].bogus = 2;
        },
        "UNKNOWN_ARGUMENT",
        "rooms[0].bogus",
      );
      ok(
        (
          await wrong(
            (list) => {
              list[1].lamps[0].Place = 2;
            },
            "UNKNOWN_ARGUMENT",
            "rooms[1].lamps[0].Place",
          )
        ).includes('did you mean "place"'),
      );
      await wrong(
        (list) => {
          delete list[1].lamps[0].place;
        },
        "MISSING_ARGUMENT",
        "rooms",
      );
      await wrong(
        (list) => {
          list[1].lamps[0] = null;
        },
        "MISSING_ARGUMENT",
        "rooms",
      );
      await wrong(
        (list) => {
          list[1].lamps = {};
        },
        "BAD_ARGUMENT",
        "rooms[1].lamps",
      );
      await wrong(
        (list) => {
          list[1].lamps[0] = [1, 2];
        },
        "BAD_ARGUMENT",
        "rooms[1].lamps[0]",
      );
      await wrong(
        (list) => {
          list[1].lamps[0] = 5;
        },
        "BAD_ARGUMENT",
        "rooms[1].lamps[0]",
      );
      await wrong(() => new Float32Array(2), "BAD_ARGUMENT", "rooms");
      const thrower = {
        get() {
          throw new Error("boom");
        },
      };
      ok(
        (
          await wrong(
            (list) => {
              Object.defineProperty(list[1].lamps[1], "power", thrower);
            },
            "BAD_ARGUMENT",
            "rooms[1].lamps[1].power",
          )
        ).includes("boom"),
      );
      ok(
        (
          await wrong(
            (list) => {
              Object.defineProperty(list, 1, thrower);
            },
            "BAD_ARGUMENT",
            "rooms[1]",
          )
        ).includes("boom"),
      );
      ok(
        (
          await wrong(
            (list) => {
              Object.defineProperty(list[0].lamps[1].place, 1, thrower);
            },
            "BAD_ARGUMENT",
            "rooms[0].lamps[1].place",
          )
        ).includes("boom"),
      );
      ok(
        (
          await wrong(
            (list) => {
              list[0] = new Proxy({}, { ownKeys: thrower.get });
            },
            "BAD_ARGUMENT",
            "rooms[0]",
          )
        ).includes("boom"),
      );
      await run({ vertexShader: structs, args: { rooms: rooms(), C } });
      equal(C, [2345]);
      class Lamp {
        power = [0, 0];
        get place() {
          return [1, 1];
        }
      }
      await run({
        vertexShader: structs,
        args: { rooms: [room(1), { ...room(0), lamps: [new Lamp(), new Lamp()], open: true }], C },
      });
      equal(C, [2322]);
      for (const [type, given] of [
        ["Lamp", [{ power: 1 }, { power: 2 }]],
        ["Room", { lamps: [{ power: 1 }, { power: 2 }] }],
      ]) {
        // Whoever does not know how many there are must not leave them zero.
        const vertexShader = `const int N = int(sqrt(4.0)); struct Lamp { float power; }; struct Room { Lamp lamps[N]; };
          uniform ${type} u${type === "Lamp" ? "[N]" : ""}; out float C; void main() { C = u${type === "Lamp" ? "" : ".lamps"}[1].power; }`;
        await refuse({ vertexShader, args: { u: given, C } }, "UNSUPPORTED", "u", [C]);
      }
    }
    gpgpu.dispose();
  },

  async "indices belong to a drawing, where the largest number of their type begins a primitive anew"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(new OffscreenCanvas(8, 1));
    const corner = "in vec2 P; out float C; void main() { C = P.x; gl_Position = vec4(P, 0.0, 1.0); }";
    const P = new Float32Array([-1, -3, -1, 3, -0.5, -3, -0.5, 3, 0.5, -3, 0.5, 3, 1, -3, 1, 3]);
    for (const { run, refuse } of ways(gpgpu)) {
      for (const [kind, restart] of [
        [Uint8Array, 255],
        [Uint16Array, 65535],
        [Uint32Array, 4294967295],
      ]) {
        const VertexIndexBuffer = kind.of(0, 1, 2, 3, restart, 4, 5, 6, 7);
        const C = new Float32Array(8).fill(9);
        const captured = { vertexShader: corner, args: { P, C } };
        await refuse({ ...captured, VertexIndexBuffer }, "BAD_ARGUMENT", "VertexIndexBuffer", [C]);
        const o = gpgpu.makeTextureInfo("float", [2, 2], new Float32Array(4));
        await refuse(
          { fragmentShader: "out float o; void main() { o = 1.0; }", args: { o }, VertexIndexBuffer },
          "BAD_ARGUMENT",
          "VertexIndexBuffer",
          [o.value],
        );
        await run({ ...captured, VertexIndexBuffer: null });
        equal(C[2], -0.5);
        const drawn = {
          vertexShader: corner,
          fragmentShader: "out vec4 c; void main() { c = vec4(1.0); }",
          mode: "triangle_strip",
          args: { P },
        };
        await refuse({ ...drawn, VertexIndexBuffer: kind.of(0, 1, 8) }, "BAD_ARGUMENT", "VertexIndexBuffer");
        await run({ ...drawn, VertexIndexBuffer });
        const gl = gpgpu.getGL();
        const pixels = new Uint8Array(32);
        gl.readPixels(0, 0, 8, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        equal(
          pixels.filter((_, i) => i % 4 === 0),
          [255, 255, 0, 0, 0, 0, 255, 255],
          "the row of pixels",
        );
      }
    }
    gpgpu.dispose();
  },
  async "arrays far too large for their place are refused, and cost no memory of the library's"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const huge = new Uint8Array(3e8),
      C = new Float32Array(2);
    const kernel = "uniform float k[2]; in float A; out float C; void main() { C = A + k[0]; }";
    for (const k of [huge, new Array(2 ** 21).fill(1)]) {
      const error = await refused(() => gpgpu.compute({ id: "huge", vertexShader: kernel, args: { A: [1, 2], k, C } }));
      equal([error.code, error.kernel, error.argument], ["LENGTH_MISMATCH", "huge", "k"], error.message);
    }
    const error = await refused(() => gpgpu.permuteRows(gpgpu.identity(2), huge));
    equal([error.code, error.kernel, error.argument], ["LENGTH_MISMATCH", "permuteRows", "order"], error.message);
    const draw = {
      vertexShader: "in vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }",
      fragmentShader: "out vec4 o; void main() { o = vec4(1.0); }",
    };
    const indices = await refused(() =>
      gpgpu.compute({ id: "draw", ...draw, VertexIndexBuffer: huge.fill(7, 5, 6), args: { p: new Float32Array(6) } }),
    );
    equal([indices.code, indices.argument], ["BAD_ARGUMENT", "VertexIndexBuffer"], indices.message);
    gpgpu.compute({ id: "huge", vertexShader: kernel, args: { A: [1, 2], k: [1, 1], C } });
    equal(C, [2, 3]);
    gpgpu.dispose();
  },
  async "a number that is none is told as it was given"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const a = gpgpu.makeArray("float", [2], [1, 2]);
    for (const [call, kernel, argument, given] of [
      [() => gpgpu.identity("3"), "identity", "n", "a string"],
      [() => gpgpu.identity(), "identity", "n", "undefined"],
      [() => gpgpu.identity(NaN), "identity", "n", "NaN"],
      [() => gpgpu.identity([2]), "identity", "n", "an array"],
      ...[-1, 1.5, NaN, Infinity, 2 ** 31, "3", [3]].map((elementCount) => [
        () =>
          gpgpu.compute({
            id: "ones",
            vertexShader: "out float C; void main() { C = 1.0; }",
            elementCount,
            args: { C: a },
          }),
        "ones",
        "elementCount",
        typeof elementCount === "number" ? elementCount : JSON.stringify(elementCount),
      ]),
      [() => gpgpu.scale(a, "2"), "scale", "factor", "a string"],
      [() => gpgpu.scale(a, a), "scale", "factor", "a GpuArray"],
    ]) {
      const error = await refused(call);
      equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", kernel, argument], error.message);
      ok(error.message.includes(`is ${given}; `), error.message);
    }
    gpgpu.dispose();
  },
};
