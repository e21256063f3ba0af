// Small things that users feel: what one call costs.
import { finish, settle, takeTurns, randoms, tensorflow, gpuJs } from "./measure.js";
import { context, adder, guardedAdder, texelAdder, stepper } from "./raw.js";

const ADD = "in float A;\nin float B;\nout float C;\nvoid main() { C = A + B; }";

export const call = {
  id: "call",
  title: "A call with 4 elements, answered at once",
  text: "Upload two arrays of 4 floats, compute, read the result.",
  async run({ gpgpu, report, turns }) {
    const A = Float32Array.of(1, 2, 3, 4);
    const B = Float32Array.of(10, 20, 30, 40);
    const C = new Float32Array(4);
    const gl = context();
    const raw = adder(gl, 4);
    const guarded = guardedAdder(gl, 4);
    const param = { id: "Bench call", vertexShader: ADD, args: { A, B, C } };
    const times = await takeTurns(
      [
        { name: "gpgpu-wasm", run: () => gpgpu.compute(param) },
        { name: "raw WebGL2", run: () => raw(A, B, C) },
        { name: "in gpgpu.js's way", run: () => guarded(A, B, C) },
        { name: "one readPixels alone", run: () => finish(gl) },
      ],
      // Browsers compile code well once it has run a few thousand times; until then wasm takes some 50 µs more a call.
      turns({ rounds: 15, batch: 25, warm: 100, budget: 10_000 }),
    );
    C.fill(0);
    gpgpu.compute(param);
    report(4, times, {
      right: C.join() === "11,22,33,44",
      reach: [
        ["raw WebGL2", "at most", 1.3],
        ["in gpgpu.js's way", "at least", 5],
      ],
    });
    lose(gl);
  },
};

export const add = {
  id: "add",
  title: "Adding, end to end",
  text: "Two arrays from JS, their sum back in JS.",
  async run({ gpgpu, report, turns, quick }) {
    for (const n of quick ? [1 << 16] : [1 << 12, 1 << 16, 1 << 20]) {
      const A = randoms(n, 1);
      const B = randoms(n, 2);
      const C = new Float32Array(n);
      const gl = context();
      const raw = adder(gl, n);
      const texels = texelAdder(gl, n);
      const param = { id: "Bench add", vertexShader: ADD, args: { A, B, C } };
      const width = 1 << Math.ceil(Math.log2(n / 4) / 2);
      const texture = (value) => gpgpu.makeTextureInfo("vec4", [n / 4 / width, width], value);
      const byTexels = {
        id: "Bench add texels",
        args: { A: texture(A), B: texture(B), C: texture(new Float32Array(n)) },
        fragmentShader:
          "uniform sampler2D A;\nuniform sampler2D B;\nout vec4 C;\nvoid main() { ivec2 at = ivec2(gl_FragCoord.xy); C = texelFetch(A, at, 0) + texelFetch(B, at, 0); }",
      };
      const peers = [];
      const tensor = await tensorflow();
      if (tensor)
        peers.push({
          name: "tfjs webgl",
          run: () => tensor.tf.tidy(() => tensor.tf.add(tensor.tf.tensor1d(A), tensor.tf.tensor1d(B)).dataSync()),
        });
      const GPU = await gpuJs();
      const gpu = GPU && new GPU({ mode: "gpu" });
      if (gpu) {
        const kernel = gpu
          .createKernel("function (a, b) { return a[this.thread.x] + b[this.thread.x]; }")
          .setOutput([n]);
        peers.push({ name: "gpu.js", run: () => kernel(A, B) });
      }
      const times = await takeTurns(
        [
          { name: "gpgpu-wasm", run: () => gpgpu.compute(param) },
          { name: "gpgpu-wasm, fragments", run: () => gpgpu.compute(byTexels) },
          {
            name: "gpgpu-wasm, add()",
            run: () => {
              const sum = gpgpu.add(gpgpu.makeTextureInfo("float", [n], A), gpgpu.makeTextureInfo("float", [n], B));
              sum.readSync();
              sum.dispose();
            },
          },
          { name: "raw WebGL2, transform feedback", run: () => raw(A, B, C) },
          { name: "raw WebGL2, fragments", run: () => texels(A, B, C) },
          {
            name: "plain JS",
            run: () => {
              for (let i = 0; i < n; i++) C[i] = A[i] + B[i];
            },
          },
          ...peers,
        ],
        turns({ rounds: 11, batch: n > 1e5 ? 0 : 10 }),
      );
      C.fill(0);
      gpgpu.compute(param);
      report(n, times, {
        right: C.every((c, i) => c === Math.fround(A[i] + B[i])),
        reach:
          n === 1 << 20
            ? [
                ["raw WebGL2, transform feedback", "at most", 1.2],
                ["raw WebGL2, fragments", "at most", 1.2, "gpgpu-wasm, fragments"],
              ]
            : [],
      });
      lose(gl);
      gpu?.destroy();
    }
  },
};

const WAVE = `
  uniform sampler2D field;
  out float next;
  void main() {
    ivec2 size = textureSize(field, 0), at = ivec2(gl_FragCoord.xy);
    float sum = 0.0;
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++) sum += texelFetch(field, clamp(at + ivec2(x, y), ivec2(0), size - 1), 0).r;
    next = sum * (1.0 / 9.0);
  }`;

export const resident = {
  id: "resident",
  title: "A step of a field that stays on the GPU",
  text: "Each texel becomes the mean of its neighbourhood; the array is read and written by the same call. 16 x 16 shows what the call itself costs.",
  async run({ gpgpu, report, turns }) {
    for (const size of [16, 512]) {
      const seed = randoms(size * size, 3, 0, 1);
      const gl = context();
      const raw = stepper(gl, WAVE, size, seed);
      const field = gpgpu.makeArray("float", [size, size], seed);
      const param = { id: "Bench step", fragmentShader: WAVE, args: { field, next: field } };
      const tensor = size === 16 ? await tensorflow() : null;
      const one = tensor?.tf.tensor2d(seed, [size, size]);
      const times = await takeTurns(
        [
          { name: "gpgpu-wasm", run: () => gpgpu.compute(param), once: () => settle(gpgpu) },
          { name: "raw WebGL2", run: () => raw.step(), once: () => finish(gl) },
          ...(tensor
            ? [{ name: "tfjs webgl (relu)", run: () => tensor.tf.relu(one).dispose(), once: () => finish(tensor.gl) }]
            : []),
        ],
        turns({ rounds: 11, batch: 60 }),
      );
      const again = stepper(gl, WAVE, size, seed);
      field.write(seed);
      for (let i = 0; i < 3; i++) {
        gpgpu.compute(param);
        again.step();
      }
      const want = again.read();
      report(size, times, {
        right: field.readSync().every((v, i) => Math.abs(v - want[i]) < 1e-6),
        reach: [["raw WebGL2", "at most", 1.2]],
      });
      field.dispose();
      one?.dispose();
      lose(gl);
    }
  },
};

export const start = {
  id: "start",
  title: "From script start to the first result",
  text: "In a fresh frame each time: loading the module, making the context, compiling, one answer.",
  async run({ report, turns }) {
    const open = (kind) =>
      new Promise((resolve, reject) => {
        const frame = document.createElement("iframe");
        frame.hidden = true;
        frame.title = "Measures a start";
        const late = setTimeout(() => done(reject, new Error("no answer in 20 s")), 20000);
        const done = (settle, value) => {
          clearTimeout(late);
          removeEventListener("message", listen);
          frame.remove();
          settle(value);
        };
        const listen = (event) => {
          if (event.source !== frame.contentWindow) return;
          if (event.data.error) done(reject, new Error(event.data.error));
          else done(resolve, event.data.ms);
        };
        addEventListener("message", listen);
        frame.src = new URL(`start.html?${kind}`, import.meta.url).href;
        document.body.append(frame);
      });
    const { rounds } = turns({ rounds: 7 });
    const kinds = [
      ["gpgpu-wasm", "module"],
      ["raw WebGL2", "raw"],
    ];
    const lists = kinds.map(() => []);
    const failed = kinds.map(() => null);
    for (let round = 0; round <= rounds; round++)
      for (const [i, [, kind]] of kinds.entries()) {
        if (failed[i]) continue;
        try {
          const ms = await open(kind);
          if (round) lists[i].push(ms); // the first one warms the browser's own caches
        } catch (error) {
          failed[i] = error;
        }
      }
    const times = kinds.map(([name], i) => ({
      name,
      ms: failed[i] ? NaN : lists[i].sort((a, b) => a - b)[lists[i].length >> 1],
      runs: lists[i].length,
      ...(failed[i] ? { error: failed[i].message } : {}),
    }));
    report(1, times, {
      more: `${(times[0].ms - times[1].ms).toFixed(1)} ms more than raw WebGL2 (to reach: at most 40)`,
      reached: times[0].ms - times[1].ms <= 40,
    });
  },
};

function lose(gl) {
  gl.getExtension("WEBGL_lose_context")?.loseContext();
}
