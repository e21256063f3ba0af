// What fails is said: contexts that are lost at any moment, work that the GPU drops, sizes beyond the device.
import { equal, ok, refused } from "../assert.mjs";
import { lostAndRestored } from "../context.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

const loser = (gpgpu) => gpgpu.getGL().getExtension("WEBGL_lose_context");
const once = (gpgpu, name) => new Promise((resolve) => gpgpu.addEventListener(name, resolve));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const double = "in float A; out float C; void main() { C = A * 2.0; }";

/** Resolves to the code that a promise rejects with; a promise that hangs fails the test. */
async function codeOf(promise, what) {
  const late = sleep(8000).then(() => {
    throw new Error(`${what} hangs`);
  });
  return Promise.race([
    promise.then(
      () => "resolved",
      (error) => error.code ?? String(error),
    ),
    late,
  ]);
}

/** Replaces a method of the context for as long as `during` takes. */
async function replacing(gpgpu, name, replacement, during) {
  const gl = gpgpu.getGL();
  gl[name] = replacement(gl[name].bind(gl));
  try {
    return await during();
  } finally {
    delete gl[name];
  }
}

export const tests = {
  async "both events come once for each loss, on every instance of the canvas, and all recover"({ CreateGPGPU }) {
    const canvas = document.createElement("canvas");
    const all = [CreateGPGPU(canvas), CreateGPGPU(canvas), CreateGPGPU({ gl: canvas.getContext("webgl2") })];
    const counts = all.map((gpgpu) => {
      const count = { lost: 0, restored: 0 };
      gpgpu.addEventListener("contextlost", () => count.lost++);
      gpgpu.addEventListener("contextrestored", () => count.restored++);
      return count;
    });
    for (let round = 1; round <= 3; round++) {
      for (const gpgpu of all) equal(multiplyInTextures(gpgpu), product);
      await lostAndRestored(all[0]);
      await sleep(20);
      equal(
        counts,
        all.map(() => ({ lost: round, restored: round })),
      );
    }
    for (const gpgpu of all) equal(multiplyInTextures(gpgpu), product);
    for (const gpgpu of all) gpgpu.dispose();
  },

  async "what outlives a loss can be let go of on the restored context without an error of WebGL"({ CreateGPGPU }) {
    for (const context of [
      () => document.createElement("canvas"),
      () => ({ gl: document.createElement("canvas").getContext("webgl2") }),
    ]) {
      const gpgpu = CreateGPGPU(context());
      const gl = gpgpu.getGL();
      const field = gpgpu.makeArray("float", [64, 64]);
      const step = {
        fragmentShader:
          "uniform sampler2D field; out float next; void main() { next = texelFetch(field, ivec2(gl_FragCoord), 0).r + 1.0; }",
        args: { field, next: field },
      };
      gpgpu.compute(step);
      const [buffer, texture] = [gpgpu.makeArray("float", [3], [1, 2, 3]), gpgpu.add(field, field)];
      const promises = [
        buffer.read(),
        texture.read(),
        gpgpu.computeAsync({ vertexShader: double, args: { A: [1], C: new Float32Array(1) } }),
      ];
      for (const promise of promises) promise.catch(() => {});
      await lostAndRestored(gpgpu);
      gl.getError(); // CONTEXT_LOST, once
      for (const array of [field, buffer, texture]) array.dispose();
      await Promise.allSettled(promises);
      equal(gl.getError(), 0, "after the arrays");
      gpgpu.clearAll();
      equal(multiplyInTextures(gpgpu), product);
      await lostAndRestored(gpgpu);
      gl.getError();
      gpgpu.dispose();
      equal(gl.getError(), 0, "after the instance");
    }
  },

  async "a context that is lost between calls refuses every kind of call at once"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const a = gpgpu.makeArray("float", [2, 2], [1, 2, 3, 4]);
    loser(gpgpu).loseContext();
    const C = new Float32Array([9]);
    const kernel = { vertexShader: double, args: { A: new Float32Array(1), C } };
    for (const [what, call] of Object.entries({
      compute: () => gpgpu.compute(kernel),
      computeAsync: () => gpgpu.computeAsync(kernel),
      makeArray: () => gpgpu.makeArray("float", [1]),
      read: () => a.read(),
      readSync: () => a.readSync(),
      write: () => a.write([1, 2, 3, 4]),
      clone: () => a.clone(),
      reshape: () => a.reshape([4]),
      matmul: () => gpgpu.matmul(a, a),
      sort: () => gpgpu.sort(a),
      det: () => gpgpu.det(a),
      sum: () => gpgpu.sum(a),
      map: () => gpgpu.map("1.0", {}),
      identity: () => gpgpu.identity(3),
      capabilities: () => gpgpu.capabilities(),
      startDraw3D: () => gpgpu.startDraw3D({ onDraw() {} }),
    }))
      equal((await refused(call, what)).code, "CONTEXT_LOST", what);
    equal(C, [9]);
    gpgpu.clear("x");
    gpgpu.clearAll();
    a.dispose();
    gpgpu.dispose();
  },

  async "a call on a context that was lost, or on an instance that was disposed, is refused by the kernel's name"({
    CreateGPGPU,
  }) {
    for (const [code, end] of [
      ["CONTEXT_LOST", (gpgpu) => loser(gpgpu).loseContext()],
      ["DISPOSED", (gpgpu) => gpgpu.dispose()],
    ]) {
      const gpgpu = CreateGPGPU(),
        C = new Float32Array([9]);
      end(gpgpu);
      const kernel = { vertexShader: double, args: { A: new Float32Array(1), C } };
      for (const [param, name] of [
        [{ id: "Double", ...kernel }, "Double"],
        [kernel, "compute"],
        [{ id: "Double", args: {} }, "Double"],
        [null, "compute"],
      ]) {
        for (const call of ["compute", "computeAsync"]) {
          const error = await refused(() => gpgpu[call](param));
          equal([error.code, error.kernel, C[0]], [code, name, 9], error.message);
          ok(error.message.startsWith(`kernel "${name}": `), error.message);
        }
      }
      gpgpu.dispose();
    }
  },

  async "a loss that only WebGL's error tells of, while a large array is made, is CONTEXT_LOST"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const gl = gpgpu.getGL();
    let told = 0;
    const telling =
      (own) =>
      (...words) => {
        own(...words);
        told = gl.CONTEXT_LOST_WEBGL;
      };
    const asked = (own) => () => {
      const error = told || own();
      told = 0;
      return error;
    };
    const make = () => gpgpu.makeArray("float", [2048, 2048]);
    const error = await replacing(gpgpu, "bufferData", telling, () =>
      replacing(gpgpu, "texStorage2D", telling, () =>
        replacing(gpgpu, "getError", asked, () => refused(make, "makeArray")),
      ),
    );
    equal(error.code, "CONTEXT_LOST", error.message);
    equal(make().readSync()[4194303], 0, "afterwards");
    gpgpu.dispose();
  },

  async "promises that a loss interrupts reject, and outputs stay as they were"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const C = new Float32Array(1000).fill(9);
    const array = gpgpu.makeArray("float", [1000], new Float32Array(1000).fill(5));
    const made = gpgpu.sort(array);
    const under = [
      gpgpu.computeAsync({ vertexShader: double, args: { A: new Float32Array(1000).fill(1), C } }),
      array.read(),
      made.read(),
    ];
    loser(gpgpu).loseContext();
    for (const promise of under) equal(await codeOf(promise, "a promise"), "CONTEXT_LOST");
    ok(
      C.every((value) => value === 9),
      `the output is ${C.slice(0, 3)} …`,
    );
    gpgpu.dispose();
  },

  async "promises that dispose() interrupts reject"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const C = new Float32Array(10).fill(9);
    const under = [
      gpgpu.computeAsync({ vertexShader: double, args: { A: new Float32Array(10), C } }),
      gpgpu.makeArray("float", [10]).read(),
    ];
    gpgpu.dispose();
    for (const promise of under) equal(await codeOf(promise, "a promise"), "DISPOSED");
    equal(C, new Float32Array(10).fill(9));
  },

  async "a loss at any draw of an operation of many passes is said, and the instance recovers"({ CreateGPGPU }) {
    const n = 48;
    const values = Float32Array.from({ length: n * n }, (_, i) => Math.sin(i * i));
    for (const at of [1, 2, 5, 11]) {
      for (const operation of ["inverse", "sort", "matmul", "sum", "det"]) {
        const gpgpu = CreateGPGPU();
        const extension = loser(gpgpu);
        const a = gpgpu.makeArray("float", [n, n], values);
        const call = async () => {
          const result = operation === "matmul" ? gpgpu.matmul(a, a) : gpgpu[operation](a);
          return typeof result === "number" ? result : result.read();
        };
        let draws = 0;
        const losing =
          (draw) =>
          (...words) => {
            if (++draws === at) extension.loseContext();
            return draw(...words);
          };
        const code = await replacing(gpgpu, "drawArrays", losing, () => codeOf(call(), operation));
        equal(code, draws >= at ? "CONTEXT_LOST" : "resolved", `${operation}, lost at draw ${at} of ${draws}`);
        if (draws >= at) {
          await sleep(20);
          const restored = once(gpgpu, "contextrestored");
          extension.restoreContext();
          await restored;
          equal(multiplyInTextures(gpgpu), product);
        }
        gpgpu.dispose();
      }
    }
  },

  async "a loss while the library is at any call of WebGL ends in an error or a right result"({ CreateGPGPU }) {
    for (let at = 1; ; at += 2) {
      const gpgpu = CreateGPGPU();
      const gl = gpgpu.getGL();
      const lose = loser(gpgpu);
      let calls = 0;
      const prototype = WebGL2RenderingContext.prototype;
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const { value } = Object.getOwnPropertyDescriptor(prototype, name);
        if (typeof value !== "function" || name === "constructor") continue;
        gl[name] = (...words) => {
          if (++calls === at) lose.loseContext();
          return value.apply(gl, words);
        };
      }
      const C = new Float32Array(4).fill(9);
      let code = "resolved";
      try {
        gpgpu.compute({
          vertexShader: `uniform float k[3]; uniform sampler2D T; ${double.replace("A *", "(A + k[1] + texelFetch(T, ivec2(0), 0).r - 1.0) *")}`,
          args: {
            A: new Float32Array([1, 2, 3, 4]),
            k: [0, 1, 0],
            T: gpgpu.makeTextureInfo("float", [1, 1], [3]),
            C,
          },
        });
      } catch (error) {
        code = error.code ?? String(error);
      }
      // A loss after the result was read leaves it there.
      const right = code === "resolved" || C[0] === 8 ? [8, 10, 12, 14] : [9, 9, 9, 9];
      equal(C, right, `the output after a loss at call ${at} of ${calls} (${code})`);
      if (code !== "resolved") equal(code, "CONTEXT_LOST", `call ${at} of ${calls}`);
      gpgpu.dispose();
      if (calls < at) break;
    }
  },

  async "work that the GPU drops without a word is GPU_RESET, not zeros"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const nothing = () => () => {};
    const n = 600;
    const A = Float32Array.from({ length: n * n }, (_, i) => i % 7);
    const big = gpgpu.makeArray("float", [n, n], A);
    const regular = gpgpu.makeArray("float", [3, 3], [4, 1, 0, 1, 3, 1, 0, 1, 2]);
    const T = gpgpu.makeTextureInfo("vec3", [2, 3], A.slice(0, 18));
    const C = new Float32Array(5).fill(9);
    const vertex = () => ({ vertexShader: double, args: { A: A.slice(0, 5), C } });
    const fragment = {
      fragmentShader:
        "uniform sampler2D T; out vec3 C; void main() { C = texelFetch(T, ivec2(gl_FragCoord.xy), 0).rgb; }",
      args: { T, C: gpgpu.makeTextureInfo("vec3", [2, 3]) },
    };
    const calls = {
      vertex: () => gpgpu.compute(vertex()),
      "vertex, async": () => gpgpu.computeAsync(vertex()),
      fragment: () => gpgpu.compute(fragment),
      "fragment, async": () => gpgpu.computeAsync(fragment),
      large: () => gpgpu.add(big, big).readSync(),
      "large, async": () => gpgpu.transpose(big).read(),
      det: () => gpgpu.det(regular),
      rcond: () => gpgpu.rcond(regular),
      inverse: () => gpgpu.inverse(regular),
    };
    for (const [what, call] of Object.entries(calls)) {
      await call(); // what is compiled and made once is there
      const code = await replacing(gpgpu, "drawArrays", nothing, () => codeOf((async () => call())(), what));
      equal(code, "GPU_RESET", what);
      await call();
    }
    for (const [what, call] of Object.entries({
      ...calls,
      small: () => regular.readSync(),
      "small, async": () => regular.read(),
    })) {
      C.fill(9);
      // Results are read from buffers, or straight from the texture that they are in.
      const code = await replacing(gpgpu, "getBufferSubData", nothing, () =>
        replacing(gpgpu, "readPixels", nothing, () => codeOf((async () => call())(), what)),
      );
      if (what.startsWith("vertex")) equal(C, [9, 9, 9, 9, 9], what);
      equal(code, "GPU_RESET", `${what}, not read`);
    }
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },

  async "where the browser gives random numbers for what is read, every read is refused, and nothing else"({
    CreateGPGPU,
  }) {
    // As Firefox does with privacy.resistFingerprinting: silently, and with every read.
    const random =
      (read) =>
      (...words) => {
        read(...words);
        for (const view of words.filter(ArrayBuffer.isView))
          crypto.getRandomValues(new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, 4096)));
      };
    const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
    const gpgpu = CreateGPGPU(canvas);
    const [a, float] = await replacing(gpgpu, "getBufferSubData", random, () =>
      replacing(gpgpu, "readPixels", random, async () => {
        const a = gpgpu.makeArray("float", [2, 2], [4, 1, 1, 3]),
          C = new Float32Array(4).fill(9),
          T = gpgpu.makeTextureInfo("float", [4]);
        const reads = {
          compute: () => gpgpu.compute({ vertexShader: double, args: { A: [1, 2, 3, 4], C } }),
          computeAsync: () => gpgpu.computeAsync({ vertexShader: double, args: { A: [1, 2, 3, 4], C } }),
          "compute into a TextureInfo": () => gpgpu.compute({ vertexShader: double, args: { A: [1, 2, 3, 4], C: T } }),
          "compute into an array, too": () =>
            gpgpu.compute({
              vertexShader: "in float A; out float a, C; void main() { C = A; a = A + 1.0; }",
              args: { A: a, C, a },
            }),
          read: () => a.read(),
          readSync: () => a.readSync(),
          det: () => gpgpu.det(a),
          inverse: () => gpgpu.inverse(a),
        };
        for (const [what, call] of Object.entries(reads)) {
          equal(await codeOf((async () => call())(), what), "UNSUPPORTED", what);
          equal(C, [9, 9, 9, 9], `the output of ${what}`);
          equal(T.value, null, `the TextureInfo after ${what}`);
        }
        const b = gpgpu.makeArray("float", [2, 2]);
        gpgpu.compute({
          fragmentShader:
            "uniform sampler2D a; out float b; void main() { b = texelFetch(a, ivec2(gl_FragCoord.xy), 0).r + 1.0; }",
          args: { a, b },
        });
        gpgpu.compute({
          vertexShader: "in vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }",
          fragmentShader:
            "uniform sampler2D b; out vec4 color; void main() { color = texelFetch(b, ivec2(0), 0).rrrr / 5.0; }",
          args: { P: [-1, -1, 3, -1, -1, 3], b },
        });
        return [b, gpgpu.capabilities().floatTargets];
      }),
    );
    equal(float, "full");
    equal(a.readSync(), [5, 2, 2, 4], "what was computed meanwhile");
    equal(multiplyInTextures(gpgpu), product, "once it is allowed");
    equal(gpgpu.getGL().getError(), 0);
    gpgpu.dispose();
  },

  async "a fence that fails rejects"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const array = gpgpu.makeArray("float", [4]);
    const failing = () => () => WebGL2RenderingContext.WAIT_FAILED;
    const code = await replacing(gpgpu, "clientWaitSync", failing, () => codeOf(array.read(), "read"));
    equal(code, "CONTEXT_LOST");
    equal(await array.read(), [0, 0, 0, 0]);
    gpgpu.dispose();
  },

  async "a loss whose event somebody else stops is known at once, or at the next read, and then all calls work"({
    CreateGPGPU,
  }) {
    const stop = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const [where, early] of [
      ["canvas", false],
      ["canvas", true],
      ["window", true],
    ]) {
      const canvas = document.createElement("canvas");
      document.body.append(canvas);
      const target = where === "canvas" ? canvas : window;
      target.addEventListener("webglcontextlost", stop, early);
      const gpgpu = CreateGPGPU(canvas),
        gl = gpgpu.getGL(),
        old = gpgpu.makeArray("float", [3], [1, 2, 3]);
      equal(multiplyInTextures(gpgpu), product);
      const restored = new Promise((resolve) => canvas.addEventListener("webglcontextrestored", resolve));
      const extension = loser(gpgpu);
      extension.loseContext();
      await sleep(20);
      extension.restoreContext();
      await restored;
      if (early)
        equal((await refused(() => multiplyInTextures(gpgpu))).code, "CONTEXT_LOST", `${where}, the first call`);
      while (gl.getError() !== 0); // of the handles that were no more
      equal(multiplyInTextures(gpgpu), product, `${where}, the next call`);
      equal((await refused(() => old.readSync())).code, "CONTEXT_LOST");
      equal(gl.getError(), 0);
      target.removeEventListener("webglcontextlost", stop, early);
      gpgpu.dispose();
      canvas.remove();
    }
  },

  async "a context that was lost before the instance was made says so, and recovers"({ CreateGPGPU }) {
    const canvas = document.createElement("canvas");
    const gl = canvas.getContext("webgl2");
    const extension = gl.getExtension("WEBGL_lose_context");
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    extension.loseContext();
    await sleep(20);
    for (const source of [canvas, { gl }]) {
      const gpgpu = CreateGPGPU(source);
      equal((await refused(() => multiplyInTextures(gpgpu))).code, "CONTEXT_LOST");
      const restored = once(gpgpu, "contextrestored");
      extension.restoreContext();
      await restored;
      equal(multiplyInTextures(gpgpu), product);
      if (source === canvas) {
        extension.loseContext();
        await sleep(20);
      }
      gpgpu.dispose();
    }
  },

  async "a scene goes on after a restore"({ CreateGPGPU }) {
    const canvas = document.createElement("canvas");
    const gpgpu = CreateGPGPU(canvas);
    let frames = 0;
    gpgpu.startDraw3D({
      onDraw() {
        frames++;
        return {
          id: "scene",
          args: { P: new Float32Array([-1, -1, 3, -1, -1, 3]) },
          vertexShader:
            "in vec2 P; uniform mat4 uPMVMatrix; void main() { gl_Position = vec4(P, 0.0, 1.0) + 0.0 * uPMVMatrix[0]; }",
          fragmentShader: "out vec4 color; void main() { color = vec4(1.0, 0.2, 0.0, 1.0); }",
        };
      },
    });
    const picture = () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          gpgpu.drawScene();
          const pixel = new Uint8Array(4),
            gl = gpgpu.getGL();
          gl.readPixels(5, 5, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
          resolve(Array.from(pixel));
        }),
      );
    equal(await picture(), [255, 51, 0, 255]);
    await lostAndRestored(gpgpu);
    const before = frames;
    const end = performance.now() + 3000;
    while (frames < before + 3 && performance.now() < end) await sleep(20);
    ok(frames >= before + 3, `${frames - before} frames after the restore`);
    equal(await picture(), [255, 51, 0, 255]);
    gpgpu.dispose();
  },

  async "where no frames come and timers are slow, as in a hidden page, promises settle all the same"({ CreateGPGPU }) {
    const { requestAnimationFrame, setTimeout } = globalThis;
    globalThis.requestAnimationFrame = () => 0;
    globalThis.setTimeout = (callback, time) => setTimeout(callback, Math.max(time, 1000));
    try {
      const gpgpu = CreateGPGPU();
      const array = gpgpu.makeArray("float", [3], [3, 1, 2]);
      gpgpu.startDraw3D({ onDraw() {} });
      equal(await gpgpu.sort(array).read(), [1, 2, 3]);
      const C = new Float32Array(2);
      const kernel = { vertexShader: double, args: { A: new Float32Array([1, 2]), C } };
      await gpgpu.computeAsync(kernel);
      equal(C, [2, 4]);
      const extension = loser(gpgpu);
      const under = gpgpu.computeAsync(kernel),
        restored = once(gpgpu, "contextrestored"),
        lost = once(gpgpu, "contextlost");
      extension.loseContext();
      equal(await codeOf(under, "a promise"), "CONTEXT_LOST");
      await lost;
      await sleep(1);
      extension.restoreContext();
      await restored;
      equal(multiplyInTextures(gpgpu), product);
      gpgpu.dispose();
    } finally {
      Object.assign(globalThis, { requestAnimationFrame, setTimeout });
    }
  },

  async "forty instances one after the other; twenty at once, of which the browser may drop the oldest"({
    CreateGPGPU,
  }) {
    const first = CreateGPGPU();
    for (let i = 0; i < 40; i++) {
      const gpgpu = CreateGPGPU();
      equal(multiplyInTextures(gpgpu), product);
      gpgpu.dispose();
    }
    equal(multiplyInTextures(first), product);
    const all = [first, ...Array.from({ length: 19 }, () => CreateGPGPU())];
    const answers = all.map((gpgpu) => {
      try {
        return multiplyInTextures(gpgpu).join() === product.join() ? "right" : "wrong";
      } catch (error) {
        return error.code;
      }
    });
    ok(
      answers.every((answer, i) => answer === "right" || (i < 10 && answer === "CONTEXT_LOST")),
      answers.join(" "),
    );
    equal(answers.at(-1), "right");
    for (const gpgpu of all) gpgpu.dispose();
  },

  async "sizes beyond the device are said before anything is allocated"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const most = gpgpu.capabilities().limits.textureSize;
    const column = gpgpu.makeArray("float", [40000, 1]),
      row = gpgpu.makeArray("float", [1, 40000]);
    const before = JSON.stringify(gpgpu.memory());
    for (const [what, call] of Object.entries({
      makeArray: () => gpgpu.makeArray("float", [2 ** 31 - 1, 2 ** 31 - 1]),
      "makeArray of a side": () => gpgpu.makeArray("vec4", [most * most + 1]),
      matmul: () => gpgpu.matmul(column, row),
      identity: () => gpgpu.identity(2 ** 20),
      "a texture": () =>
        gpgpu.compute({
          vertexShader: "uniform sampler2D T; out float C; void main() { C = texelFetch(T, ivec2(0), 0).r; }",
          args: {
            T: gpgpu.makeTextureInfo("float", [1, most + 1], new Float32Array(most + 1)),
            C: new Float32Array(1),
          },
        }),
      "a fragment output": () =>
        gpgpu.compute({
          fragmentShader: "out float C; void main() { C = 1.0; }",
          args: { C: gpgpu.makeTextureInfo("float", [most + 1, 1]) },
        }),
      workgroups: () =>
        gpgpu.compute({
          vertexShader: "out float C; void main() { C = 1.0; }",
          workgroups: [65536, 65536],
          args: { C: new Float32Array(1) },
        }),
    })) {
      const error = await refused(call, what);
      ok(
        ["LIMIT_EXCEEDED", "BAD_SHAPE", "LENGTH_MISMATCH"].includes(error.code),
        `${what}: ${error.code ?? ""} ${error.message}`,
      );
      ok(
        (error.message.match(/\d+/g) ?? []).length >= 2,
        `${what}: the message names no two numbers: ${error.message}`,
      );
      equal(JSON.stringify(gpgpu.memory()), before, `memory after ${what}`);
    }
    equal(multiplyInTextures(gpgpu), product);
    gpgpu.dispose();
  },
};
