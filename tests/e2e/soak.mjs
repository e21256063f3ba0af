// Mixed calls for as long as wanted; what they leave behind is counted.
import { multiplyInTextures, product } from "./kernels.mjs";
import { randomNumbers } from "./fuzz.mjs";

const kinds = [
  "Buffer",
  "Texture",
  "Program",
  "Shader",
  "Framebuffer",
  "Renderbuffer",
  "VertexArray",
  "TransformFeedback",
  "Sampler",
  "Query",
];

/** Counts the living objects of all contexts through the prototype. */
function countObjects() {
  const { prototype } = WebGL2RenderingContext;
  const live = Object.fromEntries([...kinds, "Sync"].map((kind) => [kind, 0]));
  const dead = new WeakSet();
  for (const [kind, create, remove] of [
    ...kinds.map((kind) => [kind, `create${kind}`, `delete${kind}`]),
    ["Sync", "fenceSync", "deleteSync"],
  ]) {
    const [make, end] = [prototype[create], prototype[remove]];
    prototype[create] = function (...words) {
      const made = make.apply(this, words);
      if (made) live[kind]++;
      return made;
    };
    prototype[remove] = function (object) {
      if (object && !dead.has(object)) {
        dead.add(object);
        live[kind]--;
      }
      return end.call(this, object);
    };
  }
  return () => ({ ...live });
}

/** Begins; gives back `{ run(seconds), state() }`. `memory` is the wasm instance's. */
export async function soak({ CreateGPGPU }, memory) {
  const live = countObjects();
  const random = randomNumbers(3);
  const { of, below, next } = random;
  const canvas = document.createElement("canvas");
  // One that draws on a canvas of the page, one whose context nobody else knows.
  const all = [CreateGPGPU(canvas), CreateGPGPU()];
  let gpgpu;
  const numbers = (n) => Float32Array.from({ length: n }, () => next() - 0.5);
  const check = (condition, what) => {
    if (!condition) throw new Error(`${what} is wrong`);
  };
  const calls = [
    () => check(multiplyInTextures(gpgpu).join() === product.join(), "the product in textures"),
    () => {
      const n = 1 + below(3000),
        A = numbers(n),
        C = new Float32Array(n);
      gpgpu.compute({
        id: of(["a", "b"]),
        vertexShader: "in float A; uniform float k; out float C; void main() { C = A * k; }",
        args: { A, k: 2, C },
      });
      check(
        C.every((value, i) => value === 2 * A[i]),
        "the vertex kernel",
      );
    },
    async () => {
      const n = 1 + below(40),
        x = gpgpu.makeArray("float", [n, n], numbers(n * n)),
        y = gpgpu.makeTextureInfo("float", [n, n]);
      await gpgpu.computeAsync({
        fragmentShader:
          "uniform sampler2D x; out float y; void main() { y = -texelFetch(x, ivec2(gl_FragCoord.xy), 0).r; }",
        args: { x, y },
      });
      const before = await x.read();
      check(
        y.value.every((value, i) => value === -before[i]),
        "the fragment kernel",
      );
      x.dispose();
    },
    async () => {
      const n = 1 + below(2000),
        values = numbers(n),
        a = gpgpu.makeArray("float", [n], values),
        sorted = gpgpu.sort(a),
        total = gpgpu.sum(a);
      check((await sorted.read()).join() === values.slice().sort().join(), "sort");
      check(Math.abs(total.readSync()[0] - values.reduce((sum, value) => sum + value, 0)) < 1e-2, "sum");
      for (const array of [a, sorted, total]) array.dispose();
    },
    () => {
      const n = 1 + below(30),
        A = numbers(n * n);
      for (let i = 0; i < n; i++) A[i * n + i] += n;
      const a = gpgpu.makeArray("float", [n, n], A),
        inverse = gpgpu.inverse(a),
        one = gpgpu.matmul(a, inverse);
      check(
        one.readSync().every((value, i) => Math.abs(value - (i % (n + 1) === 0 ? 1 : 0)) < 1e-4),
        "inverse",
      );
      for (const array of [a, inverse, one]) array.dispose();
    },
    () => {
      const cells = gpgpu.makeArray("float", [16, 16], new Float32Array(256));
      for (let i = 0; i < 10; i++)
        gpgpu.compute({
          id: "step",
          fragmentShader:
            "uniform sampler2D cells; out float next; void main() { next = texelFetch(cells, ivec2(gl_FragCoord.xy), 0).r + 1.0; }",
          args: { cells, next: cells },
        });
      check(
        cells.readSync().every((value) => value === 10),
        "ping-pong",
      );
      cells.dispose();
    },
    () => {
      const a = gpgpu.makeArray("float", [64], numbers(64)),
        b = gpgpu.map(`a * ${below(1000)}.5`, { a });
      b.readSync();
      a.dispose();
      b.dispose();
    },
    () =>
      gpgpu.compute({
        vertexShader: "in vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }",
        fragmentShader: "out vec4 c; void main() { c = vec4(1.0); }",
        args: { P: numbers(6) },
        VertexIndexBuffer: new Uint16Array([0, 1, 2]),
      }),
    () => {
      let refused = 0;
      for (const args of [{ A: new Float32Array(2), C: new Float32Array(3) }, { A: "x", C: 1 }, {}]) {
        try {
          gpgpu.compute({
            id: `r${below(1000)}`,
            vertexShader: `in float A; out float C; void main() { C = A + ${below(2000)}.0; }`,
            args,
          });
        } catch {
          refused++;
        }
      }
      check(refused === 3, "a refusal");
    },
    () => {
      gpgpu.makeArray("vec4", [1 + below(200)]);
    }, // left to the garbage collector
    () => of([() => gpgpu.clear("a"), () => gpgpu.clear("step"), () => gpgpu.clearAll()])(),
    () => {
      if (below(20) > 0) return;
      const which = all.indexOf(gpgpu);
      gpgpu.dispose();
      all[which] = which === 0 ? CreateGPGPU(canvas) : CreateGPGPU();
    },
  ];
  return {
    async run(seconds) {
      const end = performance.now() + 1000 * seconds;
      let made = 0;
      for (; performance.now() < end; made++) {
        gpgpu = of(all);
        await of(calls)();
      }
      return made;
    },
    /** After `clearAll`, so that only what is still used counts. */
    state() {
      for (const each of all) each.clearAll();
      const [arrays, bytes] = ["arrays", "bytes"].map((name) =>
        all.reduce((sum, each) => sum + each.memory()[name], 0),
      );
      return { objects: live(), wasm: memory.buffer.byteLength, library: { arrays, bytes } };
    },
  };
}
