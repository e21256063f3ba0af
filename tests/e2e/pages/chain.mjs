// Many steps on data that stays on the GPU.
import { equal, ok, refused } from "../assert.mjs";
import { lostAndRestored } from "../context.mjs";

const scale = { vertexShader: "in float x; uniform float by; out float y; void main() { y = x * by; }" };
const shift = {
  fragmentShader: `
  uniform sampler2D x;
  uniform float by;
  out float y;
  void main() { y = texelFetch(x, ivec2(gl_FragCoord.xy), 0).r + by; }`,
};

/** Counts calls of WebGL by name while something runs. Asks for no context: an instance that gave its own away takes more care. */
function counting(names, during) {
  const { prototype } = WebGL2RenderingContext;
  const counts = Object.fromEntries(names.map((name) => [name, 0]));
  const saved = names.map((name) => [name, prototype[name]]);
  for (const [name, call] of saved)
    prototype[name] = function (...values) {
      // Copies between textures and buffers end in a number, an offset; reads end in the caller's memory.
      if (!name.startsWith("read") || typeof values[6] === "object") counts[name]++;
      return call.apply(this, values);
    };
  try {
    during();
  } finally {
    for (const [name, call] of saved) prototype[name] = call;
  }
  return counts;
}

const objects = [
  "createBuffer",
  "createTexture",
  "createFramebuffer",
  "createProgram",
  "createShader",
  "createSampler",
  "createVertexArray",
  "createTransformFeedback",
  "createRenderbuffer",
];

export const tests = {
  "ten kernels of both techniques in turn on 2^20 elements are exact, and read back once"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const n = 1 << 20;
    const start = Float32Array.from({ length: n }, (_, i) => i % 1009);
    const want = start.slice();
    const x = gpgpu.makeArray("float", [1024, 1024], start);
    let result;
    const counts = counting(["getBufferSubData", "readPixels"], () => {
      for (let step = 0; step < 10; step++) {
        if (step % 2 === 0) gpgpu.compute({ id: "scale", ...scale, args: { x, by: 2, y: x } });
        else gpgpu.compute({ id: "shift", ...shift, args: { x, by: -step, y: x } });
      }
      result = x.readSync();
    });
    for (let step = 0; step < 10; step++)
      for (let i = 0; i < n; i++) want[i] = step % 2 === 0 ? want[i] * 2 : want[i] - step;
    ok(
      result.every((value, i) => value === want[i]),
      "a number differs",
    );
    equal(counts.getBufferSubData + counts.readPixels, 1, "reads");
    gpgpu.dispose();
  },

  "steps of a field of 512 x 512 make no GL object after the second"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const field = gpgpu.makeArray("float", [512, 512]);
    const step = () => gpgpu.compute({ id: "shift", ...shift, args: { x: field, by: 1, y: field } });
    step();
    step();
    const before = gpgpu.memory();
    const counts = counting(objects, () => {
      for (let i = 2; i < 300; i++) step();
    });
    equal(
      Object.values(counts).reduce((a, b) => a + b),
      0,
      JSON.stringify(counts),
    );
    equal(gpgpu.memory(), before);
    ok(
      field.readSync().every((value) => value === 300),
      "a step is missing",
    );
    gpgpu.dispose();
  },

  async "a loss in the middle of a chain is said by old arrays; the same calls work after the restore"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    const make = () => gpgpu.makeArray("float", [64, 64], new Float32Array(4096).fill(1));
    const chain = (x) => {
      gpgpu.compute({ id: "scale", ...scale, args: { x, by: 3, y: x } });
      gpgpu.compute({ id: "shift", ...shift, args: { x, by: 1, y: x } });
    };
    const old = make();
    chain(old);
    await lostAndRestored(gpgpu, async () => {
      for (const call of [() => old.readSync(), () => chain(old), () => make()])
        equal((await refused(call)).code, "CONTEXT_LOST", String(call));
    });
    const fresh = make();
    chain(fresh);
    ok(
      fresh.readSync().every((value) => value === 4),
      "a wrong number after the restore",
    );
    equal((await refused(() => old.read())).code, "CONTEXT_LOST");
    gpgpu.dispose();
  },
};
