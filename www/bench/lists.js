// Long lists: their sum, and sorting them.
import { finish, settle, takeTurns, randoms, tensorflow } from "./measure.js";

export const sum = {
  id: "sum",
  title: "Sum of a list",
  text: "The list stays on the GPU, and so does its sum.",
  async run({ gpgpu, report, turns, quick }) {
    const tensor = await tensorflow();
    for (const n of quick ? [1 << 16] : [1 << 12, 1 << 16, 1 << 20]) {
      const A = randoms(n, 7, 0, 1);
      const a = gpgpu.makeArray("float", [n], A);
      const candidates = [{ name: "gpgpu-wasm", run: () => gpgpu.sum(a).dispose(), once: () => settle(gpgpu) }];
      let t;
      if (tensor) {
        t = tensor.tf.tensor1d(A);
        candidates.push({ name: "tfjs webgl", run: () => tensor.tf.sum(t).dispose(), once: () => finish(tensor.gl) });
      }
      let want = 0;
      for (const x of A) want += x;
      const made = gpgpu.sum(a);
      const error = Math.abs(made.readSync()[0] - want) / want;
      made.dispose();
      report(n, await takeTurns(candidates, turns({ rounds: 11, batch: 30 })), {
        mode: "resident",
        error,
        right: error < 2e-7,
        more: `relative error ${error.toExponential(1)}`,
      });
      a.dispose();
      t?.dispose();
    }
  },
};

// One compare step of a bitonic network over a square R32F texture.
const COMPARE = `
  uniform sampler2D keys;
  uniform int block, distance;
  out float next;
  void main() {
    int width = textureSize(keys, 0).x;
    ivec2 at = ivec2(gl_FragCoord.xy);
    int i = at.y * width + at.x, other = i ^ distance;
    float own = texelFetch(keys, at, 0).r, its = texelFetch(keys, ivec2(other % width, other / width), 0).r;
    bool low = ((i & block) == 0) == (i < other);
    next = low ? min(own, its) : max(own, its);
  }`;

function plainBitonic(gpgpu, keys, n) {
  const param = { id: "Bench bitonic", fragmentShader: COMPARE, args: { keys, next: keys, block: 0, distance: 0 } };
  for (let block = 2; block <= n; block *= 2)
    for (let distance = block / 2; distance >= 1; distance /= 2) {
      param.args.block = block;
      param.args.distance = distance;
      gpgpu.compute(param);
    }
}

/** A radix sort of floats in JS: three rounds of 11 bits over their order-keeping bits. */
function radixSort(list) {
  const n = list.length;
  const bits = new Uint32Array(list.buffer, list.byteOffset, n);
  let from = new Uint32Array(n),
    to = new Uint32Array(n);
  const counts = [new Uint32Array(2048), new Uint32Array(2048), new Uint32Array(1024)];
  for (let i = 0; i < n; i++) {
    const key = bits[i] ^ (bits[i] >> 31 ? 0xffffffff : 0x80000000);
    from[i] = key;
    counts[0][key & 2047]++;
    counts[1][(key >>> 11) & 2047]++;
    counts[2][key >>> 22]++;
  }
  for (const [round, count] of counts.entries()) {
    for (let i = 0, at = 0; i < count.length; i++) {
      const own = count[i];
      count[i] = at;
      at += own;
    }
    const shift = 11 * round,
      mask = count.length - 1;
    for (let i = 0; i < n; i++) {
      const key = from[i];
      to[count[(key >>> shift) & mask]++] = key;
    }
    [from, to] = [to, from];
  }
  for (let i = 0; i < n; i++) bits[i] = from[i] ^ (from[i] >>> 31 ? 0x80000000 : 0xffffffff);
  return list;
}

export const sort = {
  id: "sort",
  title: "Sorting a list",
  text: "Resident: keys and result stay on the GPU. End to end: from an array in JS to an array in JS. The plain bitonic network is one compare step a call, written with compute().",
  async run({ gpgpu, report, turns, quick, real }) {
    for (const n of quick ? [1 << 14] : [1 << 14, 1 << 18, 1 << 20, ...(real ? [1 << 22] : [])]) {
      const A = randoms(n, 9, -1000, 1000);
      const keys = gpgpu.makeArray("float", [n], A);
      const side = 1 << Math.ceil(Math.log2(n) / 2);
      const square = gpgpu.makeArray("float", [n / side, side], A);
      const want = A.slice().sort();
      const equal = (list) => list.every((v, i) => Object.is(v, want[i]));
      const made = gpgpu.sort(keys);
      const right = equal(made.readSync()) && equal(radixSort(A.slice()));
      made.dispose();
      const js = [
        { name: "Float32Array.sort", run: () => A.slice().sort() },
        { name: "radix sort in JS", run: () => radixSort(A.slice()) },
      ];
      report(
        n,
        await takeTurns(
          [
            { name: "gpgpu-wasm", run: () => gpgpu.sort(keys).dispose(), once: () => settle(gpgpu) },
            { name: "plain bitonic", run: () => plainBitonic(gpgpu, square, n), once: () => settle(gpgpu) },
            ...js,
          ],
          turns({ rounds: 7 }),
        ),
        {
          mode: "resident",
          right,
          reach:
            n >= 1 << 20
              ? [
                  ["plain bitonic", "at least", real ? 2.3 : 15],
                  ...(real ? [["Float32Array.sort", "at least", 15]] : []),
                ]
              : [],
        },
      );
      report(
        n,
        await takeTurns(
          [
            {
              name: "gpgpu-wasm",
              run: () => {
                const sorted = gpgpu.sort(gpgpu.makeTextureInfo("float", [n], A));
                sorted.readSync();
                sorted.dispose();
              },
            },
            ...js,
          ],
          turns({ rounds: 7 }),
        ),
        { mode: "end to end", right },
      );
      keys.dispose();
      square.dispose();
    }
  },
};
