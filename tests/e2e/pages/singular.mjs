// Which matrices count as singular: those that are, and those that rounding their elements could have made of such.
import { equal, ok, refused } from "../assert.mjs";

export const forms = ["module"];

/** Whole numbers from -most to most, the same in every run. */
function numbers(seed, most) {
  let state = (seed * 2654435769) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return (state % (2 * most + 1)) - most;
  };
}

/** The product of an n x (n - 1) and an (n - 1) x n matrix. */
function product(n, next) {
  const left = Array.from({ length: n * (n - 1) }, next),
    right = Array.from({ length: n * (n - 1) }, next);
  return Float32Array.from({ length: n * n }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < n - 1; k++) sum += left[Math.floor(at / n) * (n - 1) + k] * right[k * n + (at % n)];
    return sum;
  });
}

const kinds = {
  full: (n, seed) => product(n, numbers(seed, 5)),
  sparse(n, seed) {
    const next = numbers(seed, 9),
      pick = numbers(seed + 1, 2);
    return product(n, () => (pick() === 0 ? next() : 0));
  },
  "sparse rows"(n, seed) {
    const next = numbers(seed, 9),
      pick = numbers(seed + 1, 2);
    const a = Float32Array.from({ length: n * n }, () => (pick() > 0 ? next() : 0));
    const row = seed % n,
      one = (row + 1) % n,
      other = (row + 2) % n;
    for (let j = 0; j < n; j++) a[row * n + j] = 3 * a[one * n + j] - (n > 2 ? 5 * a[other * n + j] : 0);
    return a;
  },
  "rows of different sizes": (n, seed) =>
    kinds.full(n, seed).map((x, at) => x * 2 ** (((Math.floor(at / n) * 13) % 41) - 20)),
  "a rounded row": (n, seed) =>
    kinds.full(n, seed).map((x, at, all) => (at < n ? all[at] : at < 2 * n ? all[at - n] * 0.3 : x)),
};

/** Of a graph in which half of all nodes are joined: its rows have the sum 0. */
function laplacian(n, seed) {
  const next = numbers(seed, 50),
    a = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (next() >= 0) continue;
      a[i * n + j] = a[j * n + i] = -1;
      a[i * n + i]++;
      a[j * n + j]++;
    }
  }
  return a;
}

const code = (action) => {
  try {
    action();
    return "none";
  } catch (error) {
    return error.code;
  }
};

export const tests = {
  "singular matrices, full and sparse, of all sizes have determinant 0"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [kind, make] of Object.entries(kinds)) {
      for (const [n, times] of [
        [2, 10],
        [3, 20],
        [4, 20],
        [5, 20],
        [8, 20],
        [12, 5],
        [33, 2],
        [129, 1],
      ]) {
        for (let seed = 1; seed <= times; seed++) {
          const a = gpgpu.makeTextureInfo("float", [n, n], make(n, 100 * n + seed)),
            what = `${kind}, order ${n}, seed ${seed}`;
          equal([gpgpu.det(a), gpgpu.lu(a).rcond], [0, 0], `${what}: the determinant, and the factors' condition`);
        }
      }
    }
    for (let seed = 1; seed <= 3; seed++)
      equal(gpgpu.det(gpgpu.makeTextureInfo("float", [300, 300], laplacian(300, seed))), 0, "of a graph");
    gpgpu.dispose();
  },

  "a row that is a combination of others only but for rounding in the elimination is found, whatever zeros hide it"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    // Three rows have elements in two columns alone.
    for (const a of [
      [1, 0, 0, 10, 6, 0, 0, -3, 2, 0, 0, -8, 7, -3, 1, -12],
      [-7, 9, -4, 3, 3, 0, 0, 0, -2, 0, 0, 0, -1, 6, -6, -3],
    ]) {
      const A = gpgpu.makeArray("float", [4, 4], a);
      equal([gpgpu.det(A), gpgpu.rcond(A), gpgpu.lu(A).rcond, gpgpu.logDet(A).sign], [0, 0, 0, 0]);
      equal(
        [code(() => gpgpu.inverse(A)), code(() => gpgpu.solve(A, gpgpu.makeArray("float", [4])))],
        ["SINGULAR_MATRIX", "SINGULAR_MATRIX"],
      );
    }
    gpgpu.dispose();
  },

  "factors whose product is singular but for its rounding have the condition 0"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    // Three rows have elements in two columns alone, but for one of the size of a rounding error: whether it is one, nobody knows.
    const a = [6, 0, 0, -3, 1, 0, 0, 10, 2, 0, 1e-8, -8, 0, 1, 1, 0];
    const A = gpgpu.makeArray("float", [4, 4], a);
    const { LU, rcond } = gpgpu.lu(A);
    const product = gpgpu.multiplyLU(LU).readSync();
    ok(
      product.some((value) => Math.abs(value / 1e-8 - 1) < 1e-3),
      `the product has lost the smallest element: ${product}`,
    );
    equal(rcond, 0);
    ok(gpgpu.rcond(A) > 0, "the matrix itself is regular");
    gpgpu.dispose();
  },

  async "a matrix near to a singular one has its inverse, until a change of the last bits makes it singular"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    for (let k = 1; k < 24; k++) {
      const A = gpgpu.makeArray("float", [2, 2], [1, 1, 1, 1 + 2 ** -k]);
      if (k > 21) {
        const error = await refused(() => gpgpu.inverse(A));
        equal([error.code, error.kernel, gpgpu.det(A)], ["SINGULAR_MATRIX", "inverse", 0], `2^-${k}`);
        continue;
      }
      equal([gpgpu.det(A), gpgpu.logDet(A).sign], [2 ** -k, 1], `2^-${k}`);
      const close = (given, wanted, what) =>
        ok(
          given.every((x, i) => Math.abs(x / wanted[i] - 1) < 1e-6),
          `2^-${k}: ${what} is ${given}`,
        );
      close(gpgpu.inverse(A).readSync(), [2 ** k + 1, -(2 ** k), -(2 ** k), 2 ** k], "the inverse");
      close(gpgpu.solve(A, gpgpu.makeArray("float", [2], [0, 1])).readSync(), [-(2 ** k), 2 ** k], "the solution");
      const norms = (2 + 2 ** -k) * (2 ** (k + 1) + 1);
      // Factors are rounded, so their product looks singular sooner.
      for (const rcond of k < 21 ? [gpgpu.rcond(A), gpgpu.lu(A).rcond] : [gpgpu.rcond(A)])
        ok(Math.abs(rcond * norms - 1) < 1e-6, `2^-${k}: rcond ${rcond}`);
    }
    gpgpu.dispose();
  },

  "a triangular matrix of large inverse is regular"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const n of [26, 40, 70]) {
      const a = Float32Array.from({ length: n * n }, (_, at) =>
        at % (n + 1) === 0 ? 1 : at % n > Math.floor(at / n) ? -1 : 0,
      );
      const A = gpgpu.makeArray("float", [n, n], a);
      equal([gpgpu.det(A), gpgpu.inverse(A).readSync()[n - 1]], [1, 2 ** (n - 2)], `order ${n}`);
    }
    gpgpu.dispose();
  },

  "where numbers leave the range of floats on the way, nothing is known, and nobody is told that a determinant is 0"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    // Wilkinson's matrix: elements double with each step; and one whose inverse has elements of 2^(n - 2).
    const wilkinson = (i, j, n) => (i === j || j === n - 1 ? 1 : i > j ? -1 : 0),
      triangular = (i, j) => (i === j ? 1 : i < j ? -1 : 0);
    for (const [element, n, wanted] of [
      [wilkinson, 100, 2 ** 99],
      [wilkinson, 140, NaN],
      [triangular, 126, 1],
      [triangular, 140, NaN],
    ]) {
      const A = gpgpu.makeTextureInfo(
        "float",
        [n, n],
        Float32Array.from({ length: n * n }, (_, at) => element(Math.floor(at / n), at % n, n)),
      );
      const det = gpgpu.det(A),
        logDet = gpgpu.logDet(A);
      ok(
        Math.abs(det / wanted - 1) < 1e-5 || (Number.isNaN(det) && Number.isNaN(wanted)),
        `${element.name}, order ${n}: det ${det}`,
      );
      if (!Number.isNaN(wanted)) continue;
      equal([String(gpgpu.rcond(A)), String(logDet.sign), String(logDet.log)], ["NaN", "NaN", "NaN"]);
      equal(
        [code(() => gpgpu.inverse(A)), code(() => gpgpu.solve(A, gpgpu.makeArray("float", [n])))],
        ["SINGULAR_MATRIX", "SINGULAR_MATRIX"],
      );
    }
    gpgpu.dispose();
  },

  "columns and rows of all sizes that floats have make no matrix singular, and hide none that is"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const sizes = [1e37, 1, 1e-20, 1e-30, 1e-37];
    for (const one of sizes) {
      for (const other of sizes) {
        for (const [a, scale] of [
          [[one, other, one, -other], "columns"],
          [[one, one, other, -other], "rows"],
        ]) {
          const A = gpgpu.makeArray("float", [2, 2], a),
            what = `${scale} of ${one} and ${other}`;
          const close = (given, wanted, name) =>
            ok(Math.abs(given / wanted - 1) < 1e-5, `${what}: ${name} is ${given}, not ${wanted}`);
          close(gpgpu.det(A), -2 * one * other, "det");
          // The inverse of a matrix with a column of 1e-37 is as large as floats go.
          const X = gpgpu.inverse(A).readSync();
          close(X[0], 0.5 / one, "the inverse's first element");
          close(X[3], -0.5 / other, "the inverse's last element");
          const norms =
            scale === "columns"
              ? Math.max(one, other) * (1 / one + 1 / other)
              : (one + other) * Math.max(1 / one, 1 / other);
          close(gpgpu.rcond(A), 1 / norms, "rcond");
          const singular = gpgpu.makeArray(
            "float",
            [2, 2],
            scale === "columns" ? [one, other, 3 * one, 3 * other] : [one, 3 * one, other, 3 * other],
          );
          equal([gpgpu.det(singular), code(() => gpgpu.inverse(singular))], [0, "SINGULAR_MATRIX"], what);
        }
      }
    }
    gpgpu.dispose();
  },

  "the condition is that of A, whatever its columns and rows are scaled by"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const n of [1, 2, 5, 8, 33, 64, 65, 129]) {
      // I + u·vᵀ has the inverse I - u·vᵀ / (1 + vᵀ·u); scaled by D and E: E⁻¹·(…)·D⁻¹.
      const next = numbers(n, 4),
        u = Float64Array.from({ length: n }, next),
        v = Float64Array.from({ length: n }, next);
      const dot = u.reduce((sum, x, i) => sum + x * v[i], 0);
      if (dot === -1) u.fill(0);
      const f = 1 + u.reduce((sum, x, i) => sum + x * v[i], 0);
      for (const [left, right] of [
        [0, 0],
        [57, 0],
        [0, 57],
        [30, 25],
      ]) {
        const d = (i) => 2 ** (left * ((i % 3) - 1)),
          e = (j) => 2 ** (right * (((j % 5) % 3) - 1));
        const norm = (element) =>
          Math.max(
            ...Array.from({ length: n }, (_, j) =>
              [...Array(n).keys()].reduce((sum, i) => sum + Math.abs(element(i, j)), 0),
            ),
          );
        const a = (i, j) => (Number(i === j) + u[i] * v[j]) * d(i) * e(j);
        const wanted = 1 / norm(a) / norm((i, j) => (Number(i === j) - (u[i] * v[j]) / f) / e(i) / d(j));
        const given = gpgpu.rcond(
          gpgpu.makeTextureInfo(
            "float",
            [n, n],
            Float32Array.from({ length: n * n }, (_, at) => a(Math.floor(at / n), at % n)),
          ),
        );
        ok(Math.abs(given / wanted - 1) < 1e-3, `order ${n}, 2^${left}, 2^${right}: ${given}, not ${wanted}`);
      }
    }
    gpgpu.dispose();
  },

  "a doubt that is settled leaves nothing behind"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const A = gpgpu.makeArray("float", [2, 2], [1, 1, 1, 1 + 2 ** -20]);
    gpgpu.det(A);
    const before = gpgpu.memory();
    for (let i = 0; i < 20; i++) gpgpu.det(A);
    equal(gpgpu.memory(), before);
    gpgpu.dispose();
  },
};
