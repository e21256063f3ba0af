// Matrix products and inverses, beside the libraries that pages use for them.
import { finish, settle, takeTurns, randoms, tensorflow, gpuJs, mlMatrix } from "./measure.js";

// gpgpu.js's way: one vertex an element, four numbers a texel.
const VEC4 = `
  uniform sampler2D A;
  uniform sampler2D B;
  out float C;
  void main() {
    ivec2 size = textureSize(B, 0);
    int row = gl_VertexID / size.y, column = gl_VertexID % size.y;
    float sum = 0.0;
    for (int i = 0; i < size.x; i++) sum += dot(texelFetch(A, ivec2(i, row), 0), texelFetch(B, ivec2(i, column), 0));
    C = sum;
  }`;

/** The largest error of some elements of a product, beside float64, measured in |A| |B|. */
function productError(A, B, C, n) {
  let worst = 0;
  for (let pick = 0; pick < 64; pick++) {
    const row = (pick * 7919) % n,
      column = (pick * 104729) % n;
    let sum = 0,
      size = 0;
    for (let i = 0; i < n; i++) {
      const term = A[row * n + i] * B[i * n + column];
      sum += term;
      size += Math.abs(term);
    }
    worst = Math.max(worst, Math.abs(C[row * n + column] - sum) / size);
  }
  return worst;
}

export const product = {
  id: "matmul",
  title: "Product of two matrices",
  text: "n x n times n x n. Resident: operands and result stay on the GPU. End to end: from arrays in JS to an array in JS.",
  async run({ gpgpu, report, turns, quick, real }) {
    const tensor = await tensorflow();
    const GPU = await gpuJs();
    let slowest = 0; // of gpu.js's last size; the next takes eight times as long
    for (const n of quick ? [64, 128, 256] : [64, 128, 256, 512, 1024, ...(real ? [2048] : [])]) {
      const A = randoms(n * n, 1);
      const B = randoms(n * n, 2);
      const BT = B.map((_, i) => B[(i % n) * n + Math.floor(i / n)]);
      const a = gpgpu.makeArray("float", [n, n], A);
      const b = gpgpu.makeArray("float", [n, n], B);
      const candidates = [{ name: "gpgpu-wasm", run: () => gpgpu.matmul(a, b).dispose(), once: () => settle(gpgpu) }];
      let ta, tb;
      if (tensor) {
        const { tf, gl } = tensor;
        ta = tf.tensor2d(A, [n, n]);
        tb = tf.tensor2d(B, [n, n]);
        candidates.push({ name: "tfjs webgl", run: () => tf.matMul(ta, tb).dispose(), once: () => finish(gl) });
      }
      const c = gpgpu.matmul(a, b);
      const error = productError(A, B, c.readSync(), n);
      c.dispose();
      const flops = 2 * n ** 3;
      const rates = (list) => list.map((one) => ({ ...one, gflops: flops / one.ms / 1e6 }));
      const reach =
        n >= 512 ? [["tfjs webgl", "at least", real && n >= 1024 ? 3 : 2.5]] : [["tfjs webgl", "at least", 1]];
      report(n, rates(await takeTurns(candidates, turns({ rounds: 9, batch: n <= 512 ? 30 : real ? 60 : 0 }))), {
        mode: "resident",
        error,
        right: error < 1e-5,
        reach,
      });
      a.dispose();
      b.dispose();
      ta?.dispose();
      tb?.dispose();

      const C = new Float32Array(n * n);
      const whole = [
        {
          name: "gpgpu-wasm",
          run: () => {
            const made = gpgpu.matmul(
              gpgpu.makeTextureInfo("float", [n, n], A),
              gpgpu.makeTextureInfo("float", [n, n], B),
            );
            made.readSync();
            made.dispose();
          },
        },
        {
          name: "gpgpu.js's kernel in ours",
          run: () =>
            gpgpu.compute({
              id: "Bench vec4 product",
              vertexShader: VEC4,
              args: {
                A: gpgpu.makeTextureInfo("vec4", [n, n / 4], A),
                B: gpgpu.makeTextureInfo("vec4", [n, n / 4], BT),
                C,
              },
            }),
        },
      ];
      if (tensor) {
        const { tf } = tensor;
        whole.push({
          name: "tfjs webgl",
          run: () => tf.tidy(() => tf.matMul(tf.tensor2d(A, [n, n]), tf.tensor2d(B, [n, n])).dataSync()),
        });
      }
      const gpu = GPU && slowest < 1500 && new GPU({ mode: "gpu" });
      if (GPU && !gpu)
        whole.push({
          name: "gpu.js",
          run: () => {
            throw new Error("left out: the last size was too slow, or failed");
          },
        });
      if (gpu) {
        const input = GPU.input ?? globalThis.GPU?.input ?? globalThis.GPU?.GPU?.input;
        const kernel = gpu
          .createKernel(
            `function (a, b) { let sum = 0; for (let i = 0; i < ${n}; i++) { sum += a[this.thread.y][i] * b[i][this.thread.x]; } return sum; }`,
          )
          .setOutput([n, n])
          .setLoopMaxIterations(n);
        const rows = (m) => Array.from({ length: n }, (_, i) => m.subarray(i * n, (i + 1) * n));
        const [ga, gb] = input ? [input(A, [n, n]), input(B, [n, n])] : [rows(A), rows(B)];
        whole.push({ name: "gpu.js", run: () => kernel(ga, gb) });
      }
      const times = await takeTurns(whole, turns({ rounds: 7, batch: n <= 128 ? 20 : 0 }));
      slowest = times.find((one) => one.name === "gpu.js")?.ms || Infinity;
      report(n, rates(times), {
        mode: "end to end",
        error,
        right: error < 1e-5,
        reach:
          n === 1024
            ? [
                ["tfjs webgl", "at least", 2.3],
                ["gpu.js", "at least", 10],
              ]
            : [],
      });
      if (gpu) gpu.destroy();
    }
  },
};

export const inverse = {
  id: "inverse",
  title: "Inverse of a matrix",
  text: "A random n x n matrix from JS, its inverse back in JS. ml-matrix gets its own Matrix ready made.",
  async run({ gpgpu, report, turns, quick, real }) {
    const ml = await mlMatrix();
    for (const n of quick ? [64, 128] : [128, 256, 512, ...(real ? [1024] : [])]) {
      const A = randoms(n * n, 5);
      const run = () => {
        const made = gpgpu.inverse(gpgpu.makeTextureInfo("float", [n, n], A));
        const X = made.readSync();
        made.dispose();
        return X;
      };
      const X = run();
      const draws = drawsOf(run);

      let residual = 0;
      for (let pick = 0; pick < Math.min(n, 48); pick++) {
        const row = Math.floor((pick * n) / Math.min(n, 48));
        const line = new Float64Array(n);
        for (let i = 0; i < n; i++) for (let j = 0, a = A[row * n + i]; j < n; j++) line[j] += a * X[i * n + j];
        line[row] -= 1;
        for (const v of line) residual = Math.max(residual, Math.abs(v));
      }
      const candidates = [{ name: "gpgpu-wasm", run }];
      if (ml) {
        const matrix = ml.Matrix.from1DArray(n, n, A);
        candidates.push({ name: "ml-matrix", run: () => ml.inverse(matrix) });
      }
      const reach = real
        ? [["ml-matrix", "at least", n >= 512 ? 12 : 1]]
        : n >= 512
          ? [["ml-matrix", "at least", 1]]
          : [];
      report(n, await takeTurns(candidates, turns({ rounds: n >= 512 ? 5 : 7 })), {
        mode: "end to end",
        draws,
        residual,
        right: residual < 1e-2,
        more: `${draws} draws, max |A·X − 1| = ${residual.toExponential(1)}`,
        reach,
      });
    }
  },
};

/** How many draws a run makes. Counted on the prototype: an instance whose context was asked for takes more care. */
function drawsOf(run) {
  const { prototype } = WebGL2RenderingContext;
  const { drawArrays } = prototype;
  let draws = 0;
  prototype.drawArrays = function (...values) {
    draws++;
    return drawArrays.apply(this, values);
  };
  try {
    run();
  } finally {
    prototype.drawArrays = drawArrays;
  }
  return draws;
}
