// What lives how long: memory that was disposed, scenes that nobody holds, calls that are under way.
import { equal, ok, refused } from "../assert.mjs";
import { urls } from "../library.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const double = "in float A; out float C; void main() { C = A * 2.0; }";
const triangle = {
  id: "triangle",
  vertexShader: "in vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }",
  fragmentShader: "out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }",
  args: { P: new Float32Array([-1, -1, 3, -1, -1, 3]) },
};
const transfer = (view) => structuredClone(view.buffer, { transfer: [view.buffer] });

/** Waits until the garbage collector has been at work, as far as a page can bring it to that. */
async function collected() {
  let done = false;
  const registry = new FinalizationRegistry(() => {
    done = true;
  });
  (() => registry.register({}, 0))();
  for (let round = 0; !done && round < 200; round++) {
    globalThis.gc?.();
    new Float64Array(4e6).fill(round);
    await sleep(10);
  }
  await sleep(50);
}

async function frames(count) {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Runs `body` in a page that has no memory for arrays of 1,000 numbers and more. */
async function short(body) {
  const kinds = { Float32Array, Int32Array, Uint32Array };
  const construct = (kind, words, made) => {
    if ((words[0]?.length ?? words[0]) >= 1000) throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(kind, words, made);
  };
  try {
    for (const [name, kind] of Object.entries(kinds)) globalThis[name] = new Proxy(kind, { construct });
    return await body();
  } finally {
    Object.assign(globalThis, kinds);
  }
}

export const tests = {
  async "thousands of calls without a pause, waited for or not, leave the memory of the wasm instance as it was"({
    form,
    CreateGPGPU,
  }) {
    // The other form hides its instance; its calls must be right all the same.
    const wasm = form === "module" ? await (await import(urls.module)).default() : null;
    const gpgpu = CreateGPGPU();
    const A = new Float32Array([1, 2, 3]),
      sizes = [];
    for (let round = 0; round < 12; round++) {
      const calls = Array.from({ length: 250 }, async () => {
        const C = new Float32Array(3);
        await gpgpu.computeAsync({ id: "double", vertexShader: double, args: { A, C } });
        return C.join();
      });
      equal([...new Set(await Promise.all(calls))], ["2,4,6"]);
      for (let i = 0; i < 250; i++) {
        const C = new Float32Array(3);
        gpgpu.compute({ id: "double", vertexShader: double, args: { A, C } });
        equal([...C], [2, 4, 6]);
      }
      sizes.push(wasm?.memory.buffer.byteLength);
    }
    // The first rounds make room for what a round needs.
    equal(sizes.slice(2), sizes.slice(2).fill(sizes[2]));
    gpgpu.dispose();
  },

  async "calls that each have an id of their own leave the memory of the wasm instance as it was"({
    form,
    CreateGPGPU,
  }) {
    const wasm = form === "module" ? await (await import(urls.module)).default() : null;
    const gpgpu = CreateGPGPU();
    const name = "x".repeat(10_000),
      sizes = [];
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 200; i++) {
        const C = new Float32Array(1);
        gpgpu.compute({ id: `${name}${round}.${i}`, vertexShader: double, args: { A: [i], C } });
        equal(C, [2 * i]);
      }
      sizes.push(wasm?.memory.buffer.byteLength);
    }
    // The classic script keeps its memory to itself.
    ok(!wasm || sizes[3] - sizes[0] < 1e6, `6 MB of ids made the memory grow from ${sizes[0]} to ${sizes[3]} bytes`);
    // The latest ids are known still: without them nobody needs the program.
    const { programs } = gpgpu.memory();
    gpgpu.clear(`${name}3.0`);
    equal(gpgpu.memory().programs, programs);
    for (let i = 0; i < 200; i++) gpgpu.clear(`${name}3.${i}`);
    equal(gpgpu.memory().programs, programs - 1);
    gpgpu.dispose();
  },

  async "calls that go round in circles end in a refusal, and the library lives on"({ CreateGPGPU, GPGPUError }) {
    const kernel = (A, C) => ({
      id: "circle",
      vertexShader: double,
      args: {
        get A() {
          A();
          return [1];
        },
        C,
      },
    });
    const circles = {
      drawScene: (gpgpu, again) =>
        gpgpu.startDraw3D({
          onDraw() {
            gpgpu.drawScene(again());
          },
        }),
      startDraw3D: (gpgpu, again) => {
        const scene = {
          onDraw() {
            gpgpu.startDraw3D(scene, again());
          },
        };
        gpgpu.startDraw3D(scene);
      },
      compute: (gpgpu, again) => {
        const param = kernel(() => gpgpu.compute(param, again()), new Float32Array(1));
        gpgpu.compute(param);
      },
      map: (gpgpu, again) => {
        const inputs = {
          get a() {
            return gpgpu.map("a", inputs, again());
          },
        };
        gpgpu.map("a", inputs);
      },
      value: (gpgpu, again) => {
        const C = {
          texelType: "float",
          shape: [1],
          get value() {
            return null;
          },
          set value(_) {
            gpgpu.compute(param, again());
          },
        };
        const param = kernel(() => {}, C);
        gpgpu.compute(param);
      },
    };
    for (const [name, circle] of Object.entries(circles)) {
      const gpgpu = CreateGPGPU();
      let rounds = 0;
      const error = await refused(
        () =>
          circle(gpgpu, () => {
            rounds++;
          }),
        name,
      );
      ok(error instanceof GPGPUError, `${name}: ${error}`);
      ok(rounds >= 10 && rounds < 100, `${name} went round ${rounds} times`);
      equal(multiplyInTextures(gpgpu), product, `after ${name}`);
      gpgpu.clearAll();
      equal([gpgpu.memory().arrays, gpgpu.memory().bytes], [0, 0], `what is left after ${name}`);
      gpgpu.dispose();
    }
    // What rejects does so here, too.
    const gpgpu = CreateGPGPU(),
      promises = [];
    const param = kernel(() => promises.length < 1000 && promises.push(gpgpu.computeAsync(param)), new Float32Array(1));
    promises.push(gpgpu.computeAsync(param));
    const codes = (await Promise.allSettled(promises)).map(({ reason }) => reason?.code);
    equal(codes.filter(Boolean), ["LIMIT_EXCEEDED"]);
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },

  async "a kernel that is forgotten while its call reads the arguments leaves no program"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(),
      C = new Float32Array(1);
    for (const forget of [() => gpgpu.clear("double"), () => gpgpu.clearAll()]) {
      for (let round = 0; round < 3; round++) {
        gpgpu.compute({
          id: "double",
          vertexShader: double,
          args: {
            get A() {
              forget();
              return [round];
            },
            C,
          },
        });
        equal(C, [2 * round]);
        gpgpu.clear("double");
        equal(gpgpu.memory().programs, 0);
      }
    }
    gpgpu.dispose();
  },

  async "of calls under way that fill one array the latest is the last to do so"({ CreateGPGPU }) {
    for (const last of ["view", "info"]) {
      const gpgpu = CreateGPGPU(),
        gl = gpgpu.getGL();
      const C = new Float32Array(2),
        info = gpgpu.makeTextureInfo("float", [2], C),
        order = [];
      // The GPU is done with both calls at the moment at which the second one is asked for, or the first one often enough.
      let first,
        done = false,
        asked = 0;
      const { clientWaitSync } = gl;
      gl.clientWaitSync = (sync, ...words) => {
        first ??= sync;
        done ||= sync !== first || ++asked > 60;
        return done ? clientWaitSync.call(gl, sync, ...words) : gl.TIMEOUT_EXPIRED;
      };
      const call = (A) =>
        gpgpu
          .computeAsync({ vertexShader: double, args: { A, C: last === "view" ? C : info } })
          .then(() => order.push(A[0]));
      const before = call([1, 2]);
      while (asked < 30) await sleep(1); // it is asked now and then
      await Promise.all([before, call([3, 4])]);
      equal(
        [order, Array.from(C)],
        [
          [1, 3],
          [6, 8],
        ],
      );
      gpgpu.dispose();
    }
  },

  async "memory that the page does not have is an error of every call, and nothing stays behind"({ CreateGPGPU }) {
    const n = 2000,
      shader = "uniform sampler2D T; out float y; void main() { y = texelFetch(T, ivec2(0), 0).r; }";
    const calls = {
      read: (_, a) => a.read(),
      readSync: (_, a) => a.readSync(),
      write: (_, a) => a.write(new Int8Array(n)),
      makeArray: (gpgpu) => gpgpu.makeArray("int", [n], new Int8Array(n)),
      sum: (gpgpu) => gpgpu.sum(gpgpu.makeTextureInfo("float", [n])),
      "an attribute": (gpgpu, C) => gpgpu.compute({ vertexShader: double, args: { A: new Float64Array(n), C } }),
      "an attribute, async": (gpgpu, C) =>
        gpgpu.computeAsync({ vertexShader: double, args: { A: new Float64Array(n), C } }),
      "a texture": (gpgpu, y) =>
        gpgpu.compute({ vertexShader: shader, args: { T: gpgpu.makeTextureInfo("float", [n], new Uint8Array(n)), y } }),
      "a texture of zeros": (gpgpu, y) =>
        gpgpu.compute({ vertexShader: shader, args: { T: gpgpu.makeTextureInfo("float", [n]), y } }),
      "a normalized texture": (gpgpu, y) =>
        gpgpu.compute({
          vertexShader: shader,
          args: { T: gpgpu.makeTextureInfo("float", [n], new Int16Array(n), { readMode: "normalizedFloat" }), y },
        }),
      "an output": (gpgpu, A) =>
        gpgpu.compute({ vertexShader: double, args: { A, C: gpgpu.makeTextureInfo("float", [n]) } }),
    };
    const gl = document.createElement("canvas").getContext("webgl2"),
      buffer = gl.createBuffer();
    for (const gpgpu of [CreateGPGPU(), CreateGPGPU({ gl })]) {
      const a = gpgpu.makeArray("float", [n], new Float32Array(n).fill(3)),
        { arrays, bytes } = gpgpu.memory();
      for (const [what, call] of Object.entries(calls)) {
        const error = await short(() => refused(() => call(gpgpu, a), what));
        equal([error.name, error.code], ["GPGPUError", "OUT_OF_MEMORY"], `${what}: ${error.message}`);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        equal(multiplyInTextures(gpgpu), product, `the call after ${what}`);
        ok(gl.getParameter(gl.ARRAY_BUFFER_BINDING) === buffer, `after ${what} the caller's state is put back no more`);
        equal([gpgpu.memory().arrays, gpgpu.memory().bytes], [arrays, bytes], `what lives after ${what}`);
      }
      ok(
        a.readSync().every((value) => value === 3),
        "the array was touched",
      );
      a.dispose();
      equal(gpgpu.memory().bytes, 0);
      gpgpu.dispose();
    }
  },

  async "what lu gives holds no more than its two arrays"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const kept = [];
    const call = (n) => {
      const A = gpgpu.makeArray(
        "float",
        [n, n],
        Float32Array.from({ length: n * n }, (_, i) => ((i * 7919) % 101) + (i % (n + 1) ? 0 : 500)),
      );
      const factors = gpgpu.lu(A);
      kept.push(factors);
      A.dispose();
      factors.LU.dispose();
      factors.order.dispose();
    };
    call(20);
    gpgpu.clearAll();
    const { bytes, textures, buffers } = gpgpu.memory();
    equal(bytes, 0, "bytes in use");
    for (let i = 0; i < 20; i++) call(20);
    gpgpu.clearAll();
    const after = gpgpu.memory();
    equal([after.bytes, after.textures, after.buffers], [bytes, textures, buffers]);
    for (const name of ["sign", "rcond"]) {
      const error = await refused(() => kept[0][name], name);
      equal([error.code, error.kernel, error.argument], ["DISPOSED", "lu", name === "sign" ? "order" : "LU"]);
    }
    gpgpu.dispose();
  },

  async "sign and rcond of lu are right though the matrix is gone"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const n of [1, 2, 3, 5, 8, 33, 130]) {
      const values = Float32Array.from(
        { length: n * n },
        (_, i) => Math.sin(i * i + n) + (i % n === (Math.floor(i / n) + 1) % n ? 2 * n : 0),
      );
      const A = gpgpu.makeArray("float", [n, n], values);
      const [det, rcond] = [gpgpu.det(A), gpgpu.rcond(A)];
      for (const factors of [gpgpu.lu(A), gpgpu.lu(gpgpu.makeTextureInfo("float", [n, n], values))]) {
        A.dispose();
        const LU = factors.LU.readSync();
        let sign = factors.sign;
        for (let i = 0; i < n; i++) sign *= Math.sign(LU[i * (n + 1)]);
        equal(sign, Math.sign(det), `the sign of the determinant, n = ${n}`);
        ok(Math.abs(factors.rcond / rcond - 1) < 1e-4, `rcond is ${factors.rcond}, not ${rcond}; n = ${n}`);
        factors.LU.write(new Float32Array(n * n));
        equal(factors.rcond, 0, "rcond of zeros");
        factors.order.write(new Int32Array(n).fill(77));
        equal(Math.abs(factors.sign), 1);
      }
    }
    for (const [values, rcond] of [
      [[1, 2, 2, 4], 0],
      [[0, 0, 0, 1], 0],
      [[0, 1, 0, 2], 0],
      [[1e8, 0, 0, 1e-8], 1e-16],
      [[1e-20, 0, 0, 1e-20], 1],
    ]) {
      const given = gpgpu.lu(gpgpu.makeArray("float", [2, 2], values)).rcond;
      ok(Math.abs(given - rcond) <= 1e-6 * rcond, `rcond of ${values} is ${given}, not ${rcond}`);
    }
    for (const hole of [NaN, Infinity]) {
      const A = gpgpu.makeArray("float", [2, 2], [1, 2, hole, 4]);
      equal([gpgpu.lu(A).rcond, gpgpu.rcond(A)].map(String), ["NaN", "NaN"]);
    }
    gpgpu.dispose();
  },

  async "after dispose nothing is left of an instance, and its factors say so"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(document.createElement("canvas"));
    const factors = gpgpu.lu(gpgpu.makeArray("float", [3, 3], [4, 1, 2, 1, 5, 3, 2, 3, 6]));
    ok(factors.sign === 1 && factors.rcond > 0.01, "the factors are wrong");
    gpgpu.dispose();
    equal(gpgpu.memory(), { arrays: 0, textures: 0, buffers: 0, programs: 0, bytes: 0, pooledBytes: 0 });
    for (const name of ["sign", "rcond"]) equal((await refused(() => factors[name], name)).code, "DISPOSED");
    equal((await refused(() => gpgpu.drawScene(), "drawScene")).code, "DISPOSED");
  },

  async "an array that is disposed of by its own options is refused, and none is left"({ CreateGPGPU }) {
    for (const given of [null, new Float32Array(4)]) {
      for (const where of ["shape", "options"]) {
        const gpgpu = CreateGPGPU();
        const shape =
          where === "shape"
            ? new Proxy([4], {
                get(list, key) {
                  if (key === "0") gpgpu.dispose();
                  return list[key];
                },
              })
            : [4];
        const options = {
          get addressMode() {
            if (where === "options") gpgpu.dispose();
            return "wrap";
          },
        };
        const error = await refused(() => gpgpu.makeArray("float", shape, given, options));
        equal([error.code, error.kernel], ["DISPOSED", "makeArray"]);
        equal([gpgpu.memory().arrays, gpgpu.memory().bytes], [0, 0]);
      }
    }
  },

  async "a scene goes on though nobody holds its instance, and ends with dispose"({ CreateGPGPU }) {
    const canvas = document.createElement("canvas");
    let drawn = 0,
      lost = 0,
      end;
    (() => {
      const gpgpu = CreateGPGPU(canvas);
      const weak = new WeakRef(gpgpu);
      end = () => weak.deref()?.dispose();
      gpgpu.addEventListener("contextlost", () => lost++);
      gpgpu.startDraw3D({
        onDraw() {
          drawn++;
          if (drawn < 0) gpgpu.dispose();
          return triangle;
        },
      });
    })();
    await frames(3);
    await collected();
    const before = drawn;
    await frames(5);
    ok(drawn >= before + 3, `${drawn - before} frames were drawn after the garbage collection`);
    canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
    await sleep(50);
    equal(lost, 1, "calls of the listener");
    end();
    await frames(2);
    const last = drawn;
    await frames(5);
    equal(drawn, last, "frames after dispose");
  },

  async "the same where onDraw does not know the instance either"({ CreateGPGPU }) {
    let drawn = 0,
      going = true;
    (() =>
      CreateGPGPU(document.createElement("canvas")).startDraw3D({
        onDraw() {
          drawn++;
          if (!going) throw new Error("the end of this test, not a failure");
          return triangle;
        },
      }))();
    await frames(3);
    await collected();
    const before = drawn;
    await frames(5);
    going = false;
    ok(drawn >= before + 3, `${drawn - before} frames were drawn after the garbage collection`);
    await frames(3);
  },

  async "a scene that is refused leaves the one before as it was"({ CreateGPGPU }) {
    const canvas = document.createElement("canvas");
    const gpgpu = CreateGPGPU(canvas);
    let drawn = 0;
    gpgpu.startDraw3D({
      onDraw() {
        drawn++;
        return triangle;
      },
    });
    gpgpu.drawParam.z = -7;
    const bad = [
      {
        onDraw() {
          throw new Error("no");
        },
      },
      { onDraw: () => 5 },
      { onDraw: () => ({}) },
      {},
      { onDraw: 5 },
      { onDraw: () => ({ vertexShader: double, args: { A: [1], C: new Float32Array(1) } }) },
      {
        onDraw() {
          gpgpu.drawParam.z = 3;
          return { ...triangle, args: {} };
        },
      },
    ];
    for (const scene of bad) {
      const error = await refused(() => gpgpu.startDraw3D(scene));
      ok(["BAD_ARGUMENT", "MISSING_ARGUMENT"].includes(error.code), `the code is ${error.code}`);
      equal(gpgpu.drawParam.z, -7, "the place");
    }
    const before = drawn;
    await frames(5);
    ok(drawn >= before + 3 && drawn <= before + 7, `${drawn - before} frames were drawn in five`);
    // Once, not once for each scene that was refused.
    const move = (x) => canvas.dispatchEvent(new MouseEvent("mousemove", { clientX: x, buttons: 1 }));
    move(0);
    move(30);
    ok(Math.abs(gpgpu.drawParam.yRot - 0.1) < 1e-9, `turned by ${gpgpu.drawParam.yRot}`);
    // Each touch begins where the finger is, though the one before was taken away (touchcancel) somewhere else.
    const touch = (name, x) =>
      canvas.dispatchEvent(Object.assign(new Event(name), { touches: [{ clientX: x, clientY: 30 - x }] }));
    for (const [round, x] of [10, 200, 90].entries()) {
      touch("touchstart", x);
      touch("touchmove", x + 30);
      const { xRot, yRot } = gpgpu.drawParam;
      ok(
        Math.abs(yRot - 0.1 * (round + 2)) < 1e-9 && Math.abs(xRot + 0.1 * (round + 1)) < 1e-9,
        `touch ${round} turned it to ${xRot}, ${yRot}`,
      );
    }
    // One that begins another from its onDraw: the innermost goes on.
    const inner = { count: 0 };
    gpgpu.startDraw3D({
      onDraw() {
        gpgpu.startDraw3D({
          onDraw() {
            inner.count++;
          },
        });
      },
    });
    const [outer, started] = [drawn, inner.count];
    await frames(4);
    ok(drawn === outer && inner.count > started, `${drawn - outer} and ${inner.count - started} frames`);
    const { drawParam } = gpgpu;
    gpgpu.dispose();
    move(60);
    equal(drawParam.yRot, 0, "turned after dispose");
  },

  async "promises that dispose() interrupts name the kernel"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(document.createElement("canvas"));
    const under = {
      double: gpgpu.computeAsync({ id: "double", vertexShader: double, args: { A: [1], C: new Float32Array(1) } }),
      compute: gpgpu.computeAsync({ vertexShader: double, args: { A: [1], C: gpgpu.makeArray("float", [1]) } }),
      triangle: gpgpu.computeAsync(triangle),
      GpuArray: gpgpu.makeArray("float", [3]).read(),
    };
    gpgpu.dispose();
    const refusals = Object.entries(under).map(([name, promise]) => [name, refused(() => promise, name)]);
    for (const [name, refusal] of refusals) {
      const error = await refusal;
      equal([error.code, error.kernel], ["DISPOSED", name]);
    }
  },

  async "an output that is given away while the GPU is at work is refused, and the others stay"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = "in float A; out float B, C; void main() { B = A; C = A * 2.0; }";
    const A = [1, 2, 3, 4];
    const start = (B, C) => gpgpu.computeAsync({ id: "two", vertexShader, args: { A, B, C } });
    const refusals = [];
    for (const wrap of [(view) => view, (view) => gpgpu.makeTextureInfo("float", [4], view)]) {
      const B = new Float32Array(4).fill(9),
        C = new Float32Array(4);
      const done = start(wrap(B), wrap(C));
      transfer(C);
      refusals.push([refused(() => done), B]);
    }
    if (ArrayBuffer.prototype.resize) {
      for (const bytes of [8, 32]) {
        const B = new Float32Array(4).fill(9),
          buffer = new ArrayBuffer(16, { maxByteLength: 32 });
        const done = start(B, new Float32Array(buffer));
        buffer.resize(bytes);
        refusals.push([refused(() => done), B]);
      }
    }
    for (const [refusal, B] of refusals) {
      const error = await refusal;
      equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", "two", "C"]);
      equal(B, [9, 9, 9, 9]);
    }
    // What stays on the GPU was replaced at the call, so that the calls after it see it.
    const kept = gpgpu.makeArray("float", [4], [9, 9, 9, 9]);
    const given = new Float32Array(4);
    const done = start(kept, given);
    transfer(given);
    equal((await refused(() => done)).argument, "C");
    equal(kept.readSync(), [1, 2, 3, 4]);
    const [B, C] = [new Float32Array(4), new Float32Array(4)];
    await start(B, C);
    equal([...B, ...C], [1, 2, 3, 4, 2, 4, 6, 8]);
    gpgpu.dispose();
  },

  async "methods and getters refuse what is none of their own"({ CreateGPGPU, GPGPUError }) {
    const gpgpu = CreateGPGPU();
    const array = gpgpu.makeArray("float", [2], [1, 2]);
    const factors = gpgpu.lu(gpgpu.identity(2));
    const kinds = [gpgpu, array, factors];
    for (const own of kinds) {
      const prototype = Object.getPrototypeOf(own);
      for (const foreign of [
        undefined,
        null,
        5,
        {},
        prototype,
        Object.create(prototype),
        ...kinds.filter((kind) => kind !== own),
      ]) {
        for (const key of [...Object.getOwnPropertyNames(prototype), Symbol.dispose].filter(
          (name) => name !== "constructor" && name in prototype,
        )) {
          if (String(key).startsWith("__")) continue;
          const { value, get } = Object.getOwnPropertyDescriptor(prototype, key);
          const error = await refused(() => (value ?? get).call(foreign), String(key));
          ok(error instanceof GPGPUError && error.code === "BAD_ARGUMENT", `${String(key)}: ${error}`);
        }
      }
    }
    let promise = array.read.call({});
    equal((await refused(() => promise)).kernel, "read");
    promise = gpgpu.computeAsync.call(array, {});
    equal((await refused(() => promise)).kernel, "computeAsync");
    // Frameworks wrap what they watch.
    equal(new Proxy(array, {}).readSync(), [1, 2]);
    equal(multiplyInTextures(new Proxy(gpgpu, {})), product);
    gpgpu.dispose();
  },

  async "listeners: unknown events are refused, and once is once"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const listener = () => {};
    for (const name of ["contextlsot", "webglcontextlost", "", 5, undefined]) {
      for (const method of ["addEventListener", "removeEventListener"]) {
        const error = await refused(() => gpgpu[method](name, listener), `${method}(${name})`);
        equal([error.code, error.kernel], ["BAD_ARGUMENT", method]);
        ok(/contextlost.*contextrestored/.test(error.message), error.message);
      }
    }
    const calls = { once: 0, ever: 0, removed: 0 };
    const removed = () => calls.removed++;
    gpgpu.addEventListener("contextlost", () => calls.once++, { once: true });
    gpgpu.addEventListener("contextlost", () => calls.ever++, { once: false });
    gpgpu.addEventListener("contextlost", removed, { once: true });
    gpgpu.removeEventListener("contextlost", removed);
    const extension = gpgpu.getGL().getExtension("WEBGL_lose_context");
    for (let round = 0; round < 2; round++) {
      const restored = new Promise((resolve) => gpgpu.addEventListener("contextrestored", resolve, { once: true }));
      extension.loseContext();
      await sleep(50);
      extension.restoreContext();
      await restored;
    }
    equal(calls, { once: 1, ever: 2, removed: 0 });
    gpgpu.dispose();
  },

  async "a drawing of which nobody says how many vertices there are is refused"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(document.createElement("canvas"));
    const drawing = {
      id: "corners",
      vertexShader: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
      fragmentShader: triangle.fragmentShader,
    };
    const gl = gpgpu.getGL();
    const green = (param) => {
      const pixel = new Uint8Array(4);
      gpgpu.compute({ ...drawing, ...param });
      gl.readPixels(5, 5, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return pixel[1];
    };
    for (const call of [
      () => gpgpu.compute(drawing),
      () => gpgpu.computeAsync(drawing),
      () => gpgpu.startDraw3D({ onDraw: () => drawing }),
    ]) {
      const error = await refused(call);
      equal([error.code, error.kernel, error.argument], ["MISSING_ARGUMENT", "corners", "elementCount"]);
    }
    equal(
      [
        green({ elementCount: 3 }),
        green({ workgroups: [3] }),
        green({ VertexIndexBuffer: new Uint16Array([0, 1, 2]) }),
        green({ elementCount: 0 }),
      ],
      [255, 255, 255, 0],
    );
    gpgpu.dispose();
  },
};
