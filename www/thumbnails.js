// Thumbnails of 32 x 16 texels. Each one is what its demo computes, in small and in plain JS: the sort is a real bitonic network
// (32 keys, 15 passes, one row a pass), the spots are real reaction and diffusion.
// A painter gives `(x, y) => [teal, orange]`, both from 0 to 1.
export const WIDTH = 32;
export const HEIGHT = 16;

/** Paints the thumbnail of a demo in the colours of the stylesheet. */
export function thumbnail(name, canvas) {
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [ground, teal, orange] = [0, 1, 2].map((i) => rgb(style.getPropertyValue(`--texel-${i}`)));
  const image = context.createImageData(WIDTH, HEIGHT);
  const paint = painters[name]();
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [a, b] = paint(x, y).map((v) => Math.min(1, Math.max(0, v)));
      for (let c = 0; c < 3; c++) {
        const base = ground[c] + a * (teal[c] - ground[c]);
        image.data[4 * (y * WIDTH + x) + c] = base + b * (orange[c] - base);
      }
      image.data[4 * (y * WIDTH + x) + 3] = 255;
    }
  context.putImageData(image, 0, 0);
}

function rgb(hex) {
  const value = parseInt(hex.trim().slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function random(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

const wave = (x) => 0.5 + 0.5 * Math.sin(x);
const bars = (list) => (x, y) => {
  const [a, b] = list[Math.min(list.length - 1, Math.floor((x * list.length) / WIDTH))];
  if ((x * list.length) % WIDTH < list.length) return [0, 0];
  const up = HEIGHT - y;
  return up <= a ? [1, 0] : up <= a + b ? [0, 1] : [0, 0];
};

function matrixPair(four) {
  return (x, y) => {
    const shade = four ? 0.25 + 0.2 * ((x >> 2) & 1) : 0.25 + 0.2 * ((x ^ y) & 1);
    if (x < 14 && y >= 5 && y < 14 && x >= 2)
      return y === 8 ? [four ? 0.55 + 0.45 * ((x >> 2) & 1) : 1, 0] : [shade, 0];
    if (x >= 16 && x < 20 && y >= 2 && y < 14)
      return x === 18 ? [four ? 0.55 + 0.45 * ((y >> 2) & 1) : 1, 0] : [0.25 + 0.2 * ((x ^ y) & 1), 0];
    if (x >= 23 && x < 29 && y >= 5 && y < 14)
      return y === 8 && x === 26 ? [0, 1] : [0.3, y === 8 || x === 26 ? 0.35 : 0];
    return [0, 0];
  };
}

const painters = {
  "add-vec": () =>
    bars([
      [3, 5],
      [5, 2],
      [4, 7],
      [8, 4],
      [6, 3],
      [2, 8],
      [7, 6],
      [5, 5],
    ]),
  "add-mul-vec": () =>
    bars([
      [5, 0],
      [0, 6],
      [4, 0],
      [0, 3],
      [7, 0],
      [0, 12],
      [6, 0],
      [0, 9],
      [8, 0],
      [0, 14],
    ]),
  "add-dot-vec": () => (x, y) => {
    const dot =
      Math.cos(0.35 * (x - 16)) * Math.cos(0.2 * (y - 8)) + Math.sin(0.35 * (x - 16)) * Math.sin(0.5 * (y - 8));
    return [Math.max(0, dot), Math.max(0, -dot)];
  },
  "uni-mul": () =>
    bars([
      [1, 1.5],
      [2, 3],
      [3, 4.5],
      [4, 6],
      [5, 7.5],
      [6, 9],
    ]),
  "uni-mul-mat": () => (x, y) => {
    const u = 0.9 * (x - 16) + 0.5 * (y - 8);
    const v = -0.45 * (x - 16) + 0.9 * (y - 8);
    const on = (Math.floor(u / 3.2) + Math.floor(v / 3.2)) & 1;
    return Math.abs(u) < 9.6 && Math.abs(v) < 6.4 ? (on ? [1, 0] : [0, 0.85]) : [on ? 0.12 : 0, 0];
  },
  "tex-mul-mat": () => matrixPair(false),
  "tex-mul-mat-vec4": () => matrixPair(true),
  life() {
    const next = random(7);
    let cells = Uint8Array.from({ length: WIDTH * HEIGHT }, () => (next() < 0.35 ? 1 : 0));
    let before = cells;
    for (let i = 0; i < 30; i++) {
      before = cells;
      cells = cells.map((alive, at) => {
        let count = -alive;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++)
            count += before[((((at >> 5) + dy + HEIGHT) % HEIGHT) << 5) + (((at & 31) + dx + WIDTH) % WIDTH)];
        return count === 3 || (alive && count === 2) ? 1 : 0;
      });
    }
    return (x, y) => {
      const at = y * WIDTH + x;
      return [cells[at], !cells[at] && before[at] ? 0.8 : 0];
    };
  },
  reaction() {
    const n = WIDTH * HEIGHT;
    let u = new Float32Array(n).fill(1);
    let v = new Float32Array(n);
    let nu = new Float32Array(n);
    let nv = new Float32Array(n);
    const next = random(11);
    for (let i = 0; i < 9; i++) {
      const x = Math.floor(next() * WIDTH);
      const y = Math.floor(next() * HEIGHT);
      for (let d = 0; d < 9; d++) {
        const at = ((y + Math.floor(d / 3)) % HEIGHT) * WIDTH + ((x + (d % 3)) % WIDTH);
        v[at] = 0.6;
        u[at] = 0.4;
      }
    }
    for (let step = 0; step < 1400; step++) {
      for (let at = 0; at < n; at++) {
        const y = at >> 5;
        const x = at & 31;
        const near = [
          ((y + 1) % HEIGHT) * 32 + x,
          ((y + HEIGHT - 1) % HEIGHT) * 32 + x,
          y * 32 + ((x + 1) & 31),
          y * 32 + ((x + 31) & 31),
        ];
        let lu = -4 * u[at];
        let lv = -4 * v[at];
        for (const i of near) {
          lu += u[i];
          lv += v[i];
        }
        const r = u[at] * v[at] * v[at];
        nu[at] = u[at] + 0.1 * lu - r + 0.037 * (1 - u[at]);
        nv[at] = v[at] + 0.05 * lv + r - 0.097 * v[at];
      }
      [u, nu, v, nv] = [nu, u, nv, v];
    }
    return (x, y) => {
      const t = v[y * WIDTH + x] * 3.2;
      return [t, t - 0.75];
    };
  },
  bodies() {
    const next = random(5);
    const hits = new Map();
    for (let i = 0; i < 240; i++) {
      const second = i % 2;
      const r = 6.5 * next() ** 0.7;
      const angle = r * 0.75 + second * 2 + (next() - 0.5) * 0.7 + (next() < 0.5 ? Math.PI : 0);
      const x = Math.round((second ? 22 : 9) + r * Math.cos(angle));
      const y = Math.round((second ? 6 : 9) + 0.62 * r * Math.sin(angle));
      const key = y * WIDTH + x;
      const old = hits.get(key) ?? [0, 0];
      old[second] += 0.55;
      hits.set(key, old);
    }
    return (x, y) => hits.get(y * WIDTH + x) ?? [0, 0];
  },
  filters: () => (x, y) => {
    const inside = (px, py) =>
      (Math.hypot(px - 10.5, py - 7.5) < 5.5 ? 1 : 0) ||
      (px > 17 && px < 28 && py > 3 && py < 13 && py > 15 - 0.9 * (px - 15) ? 1 : 0);
    const edge = Math.abs(inside(x + 1, y) - inside(x - 1, y)) + Math.abs(inside(x, y + 1) - inside(x, y - 1));
    return [0.45 * inside(x, y), edge];
  },
  addressing: () => (x, y) => {
    // A motif of 5 x 5 texels in each third: clamped, wrapped, mirrored across.
    const third = Math.floor(x / 11);
    const t = (x % 11) - 3;
    const clamped = (at) => Math.min(4, Math.max(0, at));
    const wrapped = (at, size) => ((at % size) + size) % size;
    const mirrored = (at) => Math.min(wrapped(at, 10), 9 - wrapped(at, 10));
    const u = [clamped(t), wrapped(t, 5), mirrored(t)][third];
    const v = third === 0 ? clamped(y - 5) : wrapped(y - 5, 5);
    const motif = u + v < 4 ? 1 : 0;
    const core = t >= 0 && t < 5 && y >= 5 && y < 10;
    return x % 11 === 10 ? [0, 0] : core ? [motif ? 1 : 0.25, 0] : [0.2, motif ? 0.75 : 0.1];
  },
  "group-index": () => (x, y) => [0.15 + (0.8 * ((x & 7) + 8 * (y & 7))) / 64, ((x >> 3) + (y >> 3)) & 1 ? 0.45 : 0],
  "group-gray": () => (x, y) => {
    const light = wave(0.35 * x + 0.5 * y) * wave(0.6 * y - 0.2 * x);
    return (x >> 2) + (y >> 2) * 2 < 9 ? [light, 0] : [0.2, light];
  },
  "group-sums"() {
    const next = random(3);
    const values = Array.from({ length: WIDTH * 9 }, next);
    return (x, y) => {
      if (y < 9) return [values[y * WIDTH + x] * (0.5 + 0.5 * ((x >> 3) & 1)), 0];
      let sum = 0;
      for (let i = 0; i < 72; i++) sum += values[(i >> 3) * WIDTH + (x & ~7) + (i & 7)];
      return y > 10 && (x & 7) !== 7 && 16 - y <= 5 * ((sum / 72 - 0.35) / 0.25) ? [0, 1] : [0, 0];
    };
  },
  matmul: () => (x, y) => {
    let sum = 0;
    for (let k = 0; k < 12; k++) sum += Math.sin(0.5 * y + 0.9 * k) * Math.cos(0.31 * x - 0.9 * k + 0.05 * k * k);
    return [sum / 5, -sum / 5];
  },
  sort() {
    const next = random(2);
    const keys = Array.from({ length: WIDTH }, (_, i) => i / 31);
    for (let i = 31; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [keys[i], keys[j]] = [keys[j], keys[i]];
    }
    const rows = [keys.slice()];
    for (let k = 2; k <= WIDTH; k *= 2)
      for (let j = k / 2; j >= 1; j /= 2) {
        for (let i = 0; i < WIDTH; i++) {
          const l = i ^ j;
          if (l > i && keys[i] > keys[l] === ((i & k) === 0)) [keys[i], keys[l]] = [keys[l], keys[i]];
        }
        rows.push(keys.slice());
      }
    return (x, y) => [rows[y][x], Math.max(0, rows[y][x] - 0.72) * 3];
  },
  inverse: () => (x, y) => {
    const i = y;
    const j = x - 8;
    if (j < 0 || j > 15) return [0, 0];
    const done = 9;
    if (i === done && j === done) return [0, 1];
    if (j < done && i > j) return [0.75 - 0.04 * ((i * 7 + j * 3) % 5), 0];
    if (i < done && j > i) return [0, 0.45 + 0.06 * ((i * 5 + j * 3) % 5)];
    if (i === j && i < done) return [1, 0];
    return [0.18 + 0.05 * ((i * 3 + j * 5) % 4), i === done || j === done ? 0.25 : 0];
  },
  digits: () => (x, y) => {
    // Three digits as pens write them, and beside each what it is taken for.
    const shapes = [
      [
        [2, 4],
        [4, 2],
        [6, 3],
        [6, 6],
        [2, 12],
        [7, 12],
      ],
      [
        [2, 3],
        [6, 3],
        [4, 6],
        [6, 9],
        [4, 12],
        [2, 11],
      ],
      [
        [6, 2],
        [3, 7],
        [3, 11],
        [6, 12],
        [7, 9],
        [4, 8],
      ],
    ];
    const digit = Math.floor(x / 11);
    const px = (x % 11) + 0.5;
    const py = y + 0.5;
    const points = shapes[digit];
    if (!points) return [0, 0];
    let near = 9;
    for (let i = 1; i < points.length; i++) {
      const [ax, ay] = points[i - 1];
      const [bx, by] = points[i];
      const t = Math.min(
        1,
        Math.max(0, ((px - 1 - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)),
      );
      near = Math.min(near, Math.hypot(px - 1 - ax - t * (bx - ax), py - ay - t * (by - ay)));
    }
    return [Math.min(1, Math.max(0, 1.7 - near)), x % 11 === 9 && y > 13 - 3.5 * (digit + 1) && y < 14 ? 1 : 0];
  },
  spirals: () => (x, y) => {
    const dx = (x - 15.5) * 0.55;
    const dy = y - 7.5;
    const r = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    const t = Math.sin(angle - 0.75 * r);
    return t > 0 ? [0.25 + 0.75 * t, 0] : [0, 0.25 - 0.75 * t];
  },
  earth: () => (x, y) => {
    const dx = (x - 15.5) / 7.4;
    const dy = (y - 7.5) / 7.4;
    const r = dx * dx + dy * dy;
    if (r > 1) return [0, 0];
    const z = Math.sqrt(1 - r);
    const light = Math.max(0.12, 0.55 * z - 0.6 * dx - 0.45 * dy);
    const lon = Math.atan2(dx, z);
    const land = Math.sin(3.1 * lon + 0.7) + Math.sin(4 * dy + 2 * lon) + 0.6 * Math.sin(7 * lon - 5 * dy) > 0.55;
    return land ? [0.2, light] : [light, 0];
  },
  plane: () => (x, y) => {
    const depth = (y + 3) / 8;
    const u = (x - 15.5) / depth;
    const v = 26 / depth;
    const height = Math.sin(0.45 * u + 0.5 * v) + Math.sin(0.8 * v - 0.2 * u);
    return y < 2 ? [0, 0] : [0.35 + 0.33 * height, height - 1];
  },
  bench: () => (x, y) => {
    const list = [3, 4, 6, 9, 13, 15];
    const at = Math.floor(x / 5.4);
    const up = HEIGHT - y;
    return x % 5.4 < 1 || at > 5
      ? [0, 0]
      : x % 5.4 < 3.2
        ? [up <= list[at] * 0.42 ? 1 : 0, 0]
        : [0, up <= list[at] ? 0.9 : 0];
  },
};
