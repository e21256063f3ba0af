// Calls with random arguments: each works or is refused with a GPGPUError, and the next valid call is right.
import { multiplyInTextures, product } from "./kernels.mjs";

/** Numbers that are the same for the same seed: mulberry32. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end) => Math.floor(next() * end);
  return { next, below, of: (list) => list[below(list.length)], chance: (share) => next() < share };
}

const n = 12;
const floats = (count) => Float32Array.from({ length: count }, (_, i) => i / 2);

// Kernels, and for each argument something that fits.
const kernels = [
  {
    vertexShader: "in float A; uniform float k; out float C; void main() { C = A * k; }",
    args: () => ({ A: floats(n), k: 3, C: new Float32Array(n) }),
  },
  {
    vertexShader:
      "in vec3 P; uniform mat3 m; uniform vec2 w[2]; out vec3 Q; out float l; void main() { Q = m * P + w[1].xyx; l = length(P); }",
    args: () => ({
      P: floats(3 * n),
      m: floats(9),
      w: [1, 2, 3, 4],
      Q: new Float32Array(3 * n),
      l: new Float32Array(n),
    }),
  },
  {
    vertexShader:
      "in int a; in uint b; uniform bool f; flat out int c; flat out uint d; void main() { c = f ? a : -a; d = b + 1u; }",
    args: () => ({ a: new Int32Array(n), b: new Uint32Array(n), f: true, c: new Int32Array(n), d: new Uint32Array(n) }),
  },
  {
    vertexShader:
      "struct Light { vec3 at; float power; }; uniform Light lights[2]; uniform sampler2D T; out float C; void main() { C = texelFetch(T, ivec2(gl_VertexID % 4, 0), 0).r + lights[1].power * lights[0].at.z; }",
    args: (g) => ({
      lights: [
        { at: [1, 2, 3], power: 4 },
        { at: [5, 6, 7], power: 8 },
      ],
      T: g.makeTextureInfo("float", [3, 4], floats(12)),
      C: new Float32Array(n),
    }),
  },
  {
    vertexShader:
      "uniform sampler3D V; uniform isampler2DArray L; uniform sampler2D S[2]; out vec4 C; void main() { C = texelFetch(V, ivec3(0), 0) + vec4(texelFetch(L, ivec3(0), 0)) + texelFetch(S[0], ivec2(0), 0) + texelFetch(S[1], ivec2(0), 0); }",
    args: (g) => ({
      V: g.makeTextureInfo("vec4", [2, 2, 2], floats(32)),
      L: g.makeTextureInfo("int", [1, 2, 2], new Int32Array(4)),
      S: [g.makeTextureInfo("float", [1, 1], [1]), g.makeArray("vec4", [2, 2])],
      C: new Float32Array(4 * n),
    }),
  },
  {
    fragmentShader:
      "uniform sampler2D x; uniform vec4 k; out vec4 y; void main() { y = texelFetch(x, ivec2(gl_FragCoord.xy), 0) + k; }",
    args: (g) => ({
      x: g.makeTextureInfo("vec4", [3, 4], floats(48)),
      k: [1, 2, 3, 4],
      y: g.makeTextureInfo("vec4", [3, 4]),
    }),
  },
  {
    fragmentShader:
      "uniform sampler2D x; out float y; out ivec2 z; void main() { y = tex2D(x, gl_FragCoord.x, gl_FragCoord.y).r; z = ivec2(gl_FragCoord.xy); }",
    args: (g) => ({
      x: g.makeArray("float", [3, 4], floats(12), { addressMode: "wrap" }),
      y: g.makeArray("float", [3, 4]),
      z: g.makeArray("ivec2", [3, 4]),
    }),
  },
  {
    vertexShader: "in vec2 P; out vec2 u; void main() { u = P; gl_Position = vec4(P, 0.0, 1.0); }",
    fragmentShader: "in vec2 u; uniform sampler2D T; out vec4 color; void main() { color = texture(T, u); }",
    args: (g) => ({ P: new Float32Array([-1, -1, 3, -1, -1, 3]), T: g.makeTextureInfo("vec4", [1, 1], [1, 0, 0, 1]) }),
  },
];

// Valid calls of every kind: what they give, and what they must give.
const valids = [
  (g) => [multiplyInTextures(g), product],
  (g) => {
    const C = new Float32Array(4),
      D = new Int32Array(8);
    g.compute({
      id: "a",
      vertexShader:
        "in float x; in vec2 y; uniform vec2 w[2]; out float C; flat out ivec2 D; void main() { C = x * w[1].y + y.x; D = ivec2(y) + gl_VertexID; }",
      args: { x: floats(4), y: floats(8), w: [1, 2, 3, 4], C, D },
    });
    return [
      [...C, ...D],
      [0, 3, 6, 9, 0, 0, 2, 2, 4, 4, 6, 6],
    ];
  },
  (g) => {
    const x = g.makeArray("float", [2, 3], [1, 2, 3, 4, 5, 6]),
      z = g.makeTextureInfo("ivec2", [2, 3]);
    for (let i = 0; i < 3; i++)
      g.compute({
        id: "b",
        fragmentShader:
          "uniform sampler2D x; out float y; out ivec2 z; void main() { y = 2.0 * texelFetch(x, ivec2(gl_FragCoord.xy), 0).r; z = ivec2(gl_FragCoord.xy); }",
        args: { x, y: x, z },
      });
    const given = [...x.readSync(), ...z.value];
    x.dispose();
    return [given, [8, 16, 24, 32, 40, 48, 0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1]];
  },
  (g) => {
    const C = new Float32Array(8);
    g.compute({
      vertexShader:
        "uniform sampler3D V; uniform isampler2DArray L; uniform sampler2D T; out float C; void main() { ivec3 at = ivec3(gl_VertexID & 1, gl_VertexID >> 1 & 1, gl_VertexID >> 2); C = texelFetch(V, at, 0).r + float(texelFetch(L, at, 0).r) + tex1Dfetch(T, gl_VertexID).r; }",
      args: {
        V: g.makeTextureInfo("float", [2, 2, 2], floats(8)),
        L: g.makeTextureInfo("int", [2, 2, 2], new Int32Array(8).fill(100)),
        T: g.makeTextureInfo("float", [8], floats(8)),
        C,
      },
    });
    return [C, [100, 101, 102, 103, 104, 105, 106, 107]];
  },
  (g) => {
    const a = g.makeArray("float", [3, 3], [5, 1, 9, 2, 8, 3, 7, 4, 6]),
      v = a.reshape([9]),
      made = [
        g.matmul(a, a),
        g.sum(v),
        g.sort(v),
        g.argmax(a, { axis: 0 }),
        g.transpose(a),
        g.map("a + 1.0", { a }),
        g.cumsum(v),
      ];
    const given = made.flatMap((array) => Array.from(array.readSync()));
    for (const array of [a, v, ...made]) array.dispose();
    return [
      given,
      [
        90, 49, 102, 47, 78, 60, 85, 63, 111, 45, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 0, 5, 2, 7, 1, 8, 4, 9, 3, 6, 6, 2,
        10, 3, 9, 4, 8, 5, 7, 5, 6, 15, 17, 25, 28, 35, 39, 45,
      ],
    ];
  },
];

/** Another realm: its arrays, objects and errors are of classes that this one does not know. */
function otherRealm() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  return frame.contentWindow;
}

/** The contexts that are made from now on, without asking anybody for them: who hands one out must reckon with others. */
export function watchContexts() {
  const made = [];
  for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
    const { getContext } = prototype;
    prototype.getContext = function (...words) {
      const context = getContext.apply(this, words);
      if (context instanceof WebGL2RenderingContext && !made.includes(context)) made.push(context);
      return context;
    };
  }
  return made;
}

function detached(view) {
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

/** Something that fits nowhere, or only sometimes. `world` is what getters may disturb. */
function oddity(random, world) {
  const { of, below } = random;
  const number = () => of([0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 7, 12]);
  const shape = () =>
    of([
      [n],
      [3, 4],
      [2, 2, 2],
      [],
      [0],
      [0, 4],
      [-1],
      [NaN],
      [1.5],
      [2 ** 31],
      [2 ** 31, 2 ** 31],
      ["3", "4"],
      [1, 2, 3, 4],
      "34",
      null,
      undefined,
      {},
      [[3, 4]],
      new Uint8Array([3, 4]),
      [65536, 65536],
      [Symbol("s")],
      [1n],
      { length: 2, 0: 3, 1: 4 },
    ]);
  const type = () =>
    of(["float", "vec2", "vec3", "vec4", "int", "uvec3", "double", "", null, 5, {}, "FLOAT", "vec4 ", Symbol.iterator]);
  const numbers = () =>
    of([
      floats,
      (c) => new Float64Array(c),
      (c) => new Int8Array(c),
      (c) => new Uint8ClampedArray(c),
      (c) => new Int16Array(c),
      (c) => new (globalThis.Float16Array ?? Float32Array)(c),
      (c) => new Uint16Array(c),
      (c) => new Int32Array(c),
      (c) => new Uint32Array(c),
      (c) => Array.from({ length: c }, number),
      (c) => new Array(c),
      (c) => new BigInt64Array(c),
      (c) => Array.from({ length: c }, () => of([1, "2", null, {}, [3], 4n, undefined])),
    ])(of([0, 1, 2, 3, 4, 9, n - 1, n, n + 1, 2 * n, 3 * n, 4 * n, 100]));
  const disturb = () =>
    of([
      () => {
        throw new RangeError("a getter's own error");
      },
      () => {
        throw undefined;
      },
      () => world.again(),
      () => world.gpgpu.dispose(),
      () => world.gpgpu.clearAll(),
      () => world.shared.dispose(),
      () => detached(world.buffer),
      () => world.growing.buffer.resize(of([0, 8, 4 * n, 400])),
      () => {
        world.list.length = of([0, 1, n, 1000]);
      },
      () => {
        world.list[below(n)] = of([1, "x", undefined, 2n, Symbol("s")]);
      },
      () => world.foreign.dispose(),
      () => {
        world.gone.dispose();
        world.shared.write(floats(12));
      },
      () => world.shared.readSync(),
      () => {
        world.depth < 3 && world.call();
      },
    ])();
  const trap = (value) =>
    new Proxy(
      value,
      of([
        {},
        {
          get(target, name) {
            disturb();
            return Reflect.get(target, name);
          },
        },
        { has: disturb, ownKeys: disturb, getPrototypeOf: disturb },
        {
          get: () => {
            throw null;
          },
        },
        { getOwnPropertyDescriptor: disturb },
        { get: (target, name) => of([number(), target, undefined, name]) },
      ]),
    );
  const tries = [
    () => of([undefined, null, true, false, "", "abc", "1", "\ud800", Symbol("x"), 1n, () => 1, class {}]),
    number,
    numbers,
    numbers,
    numbers,
    () =>
      Object.fromEntries(
        Array.from({ length: below(4) }, () => [
          of(["at", "power", "0", "length", "texelType", "value", "shape"]),
          of([number(), numbers(), shape(), "float"]),
        ]),
      ),
    () => [numbers(), numbers()],
    () => ({
      texelType: type(),
      shape: shape(),
      value: of([numbers(), undefined, null, "x", {}]),
      addressMode: of([undefined, "wrap", "twist", 3]),
      filterMode: of([undefined, "linear", "point"]),
    }),
    () => ({
      texelType: "float",
      shape: [3, 4],
      get value() {
        disturb();
        return floats(12);
      },
    }),
    () => ({
      get texelType() {
        disturb();
        return "float";
      },
      get shape() {
        return shape();
      },
      value: numbers(),
    }),
    () => Object.freeze({ texelType: "vec4", shape: Object.freeze([3, 4]), value: null }),
    () => detached(floats(n)),
    () => world.growing,
    () => world.list,
    () => {
      world.list.length = n;
      return Object.defineProperty(world.list, below(n), {
        get: disturb,
        set() {},
        configurable: true,
        enumerable: true,
      });
    },
    () => new world.realm.Float32Array(of([n, 4, 3 * n])),
    () => new world.realm.Array(1, 2, 3, 4),
    () => new world.realm.Object(),
    () => detached(new world.realm.Float32Array(n)),
    () => new world.realm.Proxy(new world.realm.Float32Array(n), {}),
    () => new world.realm.ImageData(3, 4),
    () => new Array(2 ** 32 - 1),
    () => Object.assign([], { length: 2 ** 31 }),
    () => Object.assign([1, 2, 3, 4], { 4294967294: 5 }),
    () => ({ length: 2 ** 53 }),
    () => ({
      length: n,
      get 0() {
        disturb();
        return 1;
      },
    }),
    () => new Float32Array(new ArrayBuffer(4 * n + 8), 4, n),
    () => new Float32Array(4 * n).subarray(1, n + 1),
    () => Object.defineProperty(floats(n), Symbol.iterator, { get: disturb }),
    () => Object.defineProperty(floats(n), "constructor", { get: disturb }),
    () => Object.defineProperty([1, 2, 3, 4], "length", { writable: false }),
    () => Object.freeze([1, 2, 3, 4]),
    () => Object.assign(Object.create([1, 2, 3, 4]), { length: 4 }),
    () => (typeof Float16Array === "function" ? new Float16Array(n) : 1),
    () => {
      const self = {};
      self.at = self;
      self[0] = self;
      return self;
    },
    () => {
      const self = [];
      self.push(self, self);
      return self;
    },
    () => new DataView(new ArrayBuffer(48)),
    () => new Float32Array(new ArrayBuffer(4 * n, { maxByteLength: 400 })),
    () => {
      const buffer = new ArrayBuffer(4 * n, { maxByteLength: 400 });
      const view = new Float32Array(buffer);
      buffer.resize(8);
      return view;
    },
    () => {
      const buffer = new ArrayBuffer(4 * n, { maxByteLength: 400 });
      const view = new Float32Array(buffer, 0, n);
      buffer.resize(8);
      return view;
    },
    () => (typeof SharedArrayBuffer === "function" ? new Float32Array(new SharedArrayBuffer(4 * n)) : 1),
    () => Object.defineProperty(floats(n), "length", { value: of([0, 5, 1e9, -1, NaN, "x"]) }),
    () => Object.defineProperty(floats(n), "buffer", { get: disturb }),
    () => Object.setPrototypeOf(floats(n), of([null, Object.prototype, Int32Array.prototype, Array.prototype])),
    () => new (class extends Float32Array {})(n),
    () => Object.create(of([Float32Array.prototype, ImageData.prototype, OffscreenCanvas.prototype, null])),
    () => trap(of([{}, [], floats(n), () => 1, { texelType: "float", shape: [3, 4], value: floats(12) }])),
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
    () => new ImageData(3, 4),
    () => new OffscreenCanvas(of([1, 4]), 3),
    () => document.createElement(of(["img", "canvas", "video", "div"])),
    () => document.all,
    () => world.shared,
    () => world.foreign,
    () => world.gone,
    () => world.buffer,
    () => ({
      toString() {
        throw new Error("a toString's own");
      },
    }),
    () => ({ valueOf: () => 4 }),
    () => ({ valueOf: disturb, toString: disturb, [Symbol.toPrimitive]: disturb }),
    () => new Date(),
    () => new Map([[1, 2]]),
    () => globalThis,
    () => new Error("x"),
    () => Promise.resolve(1),
    () => /x/g,
  ];
  return of(tries)();
}

/**
 * Makes `count` calls. `faults` are those that threw something else than a GPGPUError, hung, or after which a valid
 * call was not right.
 */
export async function fuzz({ CreateGPGPU, GPGPUError }, count, seed = 1) {
  const random = randomNumbers(seed);
  const { of, below, chance } = random;
  const result = { calls: 0, worked: 0, refused: {}, faults: [], slowest: 0 };
  const contexts = watchContexts();
  const other = CreateGPGPU();
  // The instance may be disposed by now; but nothing else may come out of a call within a call, either.
  const inside = (error) => {
    if (!(error instanceof GPGPUError))
      result.faults.push(`inside call ${result.calls}: ${error?.stack ?? String(error)}`);
  };
  const world = {
    depth: 0,
    realm: otherRealm(),
    again() {
      try {
        multiplyInTextures(world.gpgpu);
      } catch (error) {
        inside(error);
      }
    },
    call() {
      world.depth++;
      try {
        Promise.resolve(one()).catch(inside);
      } catch (error) {
        inside(error);
      } finally {
        world.depth--;
      }
    },
  };
  const renew = () => {
    world.gpgpu = CreateGPGPU();
    world.gone = world.gpgpu.makeArray("float", [3, 4]);
    world.gone.dispose();
    world.shared = world.gpgpu.makeArray("float", [3, 4], floats(12));
    world.buffer = floats(n);
    world.foreign = other.makeArray("float", [3, 4]);
    world.growing = new Float32Array(new ArrayBuffer(4 * n, { maxByteLength: 400 }));
    world.list = Array.from(floats(n));
  };
  const odd = () => oddity(random, world);

  function param() {
    const { args, ...kernel } = of(kernels);
    let given = args(world.gpgpu);
    for (const name of Object.keys(given)) {
      if (chance(0.25)) given[name] = odd();
      else if (chance(0.05)) delete given[name];
      else if (chance(0.05)) given[name] = of(Object.values(given));
      else if (chance(0.05)) {
        const kept = given[name];
        Object.defineProperty(given, name, {
          enumerable: true,
          configurable: true,
          get() {
            odd();
            return kept;
          },
        });
      }
    }
    if (chance(0.08)) {
      const more = { enumerable: true, configurable: true, writable: true, value: odd() };
      Object.defineProperty(given, of(["a", "zero", "constructor", "__proto__", "length", ""]), more);
    }
    if (chance(0.03)) given = odd();
    const call = { ...kernel, args: given };
    if (chance(0.5)) call.id = of(["a", "b", "c"]);
    if (chance(0.05)) call.id = odd();
    if (chance(0.05))
      call[of(["vertexShader", "fragmentShader"])] = of([
        odd(),
        "",
        "void main() {",
        "out float C; void main() { C = gl_FragCoord.x; }",
        kernels[5].fragmentShader,
      ]);
    if (chance(0.05)) call.elementCount = of([0, 1, n, -1, NaN, 1.5, "3", 2 ** 32, odd()]);
    if (chance(0.05)) call.workgroups = of([[n], [3, 4], [0], [-1], [1, 2, 3, 4], [1e9, 1e9, 1e9], odd()]);
    if (chance(0.03)) call.localSize = of([[2], [1, 1, 1], odd()]);
    if (chance(0.1))
      call.VertexIndexBuffer = of([new Uint16Array([0, 1, 2]), new Uint32Array([0, 1, 9]), new Uint16Array(0), odd()]);
    if (chance(0.05)) call.mode = of(["lines", "squares", 4, odd()]);
    return chance(0.02) ? odd() : call;
  }

  const operations = [
    "matmul",
    "add",
    "sub",
    "hadamard",
    "scale",
    "relu",
    "transpose",
    "identity",
    "map",
    "permuteRows",
    "sum",
    "min",
    "argmax",
    "cumsum",
    "sort",
    "argsort",
    "sortPairs",
    "lu",
    "multiplyLU",
    "invertLower",
    "inverse",
    "solve",
    "det",
    "rcond",
  ];
  const operand = () =>
    chance(0.6)
      ? of([
          () => world.shared,
          () => world.gpgpu.makeArray(of(["float", "vec2", "int"]), of([[3, 3], [4], [2, 3], [0, 3], [3, 0], [0]])),
          () => world.gpgpu.makeTextureInfo("float", [3, 3], [2, 1, 0, 1, 3, 1, 0, 1, 4]),
        ])()
      : odd();

  function one() {
    const { gpgpu } = world;
    const pick = below(20);
    if (pick < 13) return gpgpu.compute(param());
    if (pick < 15) {
      const call = param();
      const promise = gpgpu.computeAsync(call);
      // Whatever happens to the arguments meanwhile.
      try {
        const given = chance(0.3) ? Object.values(Object.getOwnPropertyDescriptors(call.args)) : [];
        for (const { value } of given) {
          if (ArrayBuffer.isView(value) && chance(0.5)) detached(value);
          else if (chance(0.3)) value?.dispose?.();
        }
      } catch {
        /* what is no object has nothing to lose */
      }
      if (chance(0.1)) gpgpu[of(["clearAll", "dispose"])]();
      return promise;
    }
    if (pick < 16)
      return gpgpu.makeTextureInfo(
        of(["float", "vec4", odd()]),
        of([[3, 4], odd()]),
        of([floats(12), odd()]),
        of([undefined, odd()]),
      );
    if (pick < 17)
      return gpgpu.makeArray(
        of(["float", "vec4", odd()]),
        of([[3, 4], odd()]),
        of([undefined, floats(12), odd()]),
        of([undefined, odd()]),
      );
    if (pick < 18)
      return of([world.shared, world.shared, world.gone, world.foreign])[
        of(["write", "reshape", "read", "readSync", "clone"])
      ](odd());
    if (pick < 19)
      return of([
        () => gpgpu[of(["clear", "addEventListener", "removeEventListener", "startDraw3D"])](odd(), odd()),
        () =>
          gpgpu.startDraw3D({
            onDraw: of([
              () => odd(),
              () => {
                throw odd();
              },
              () => world.call(),
              odd(),
            ]),
          }),
        () => {
          const param = gpgpu.drawParam;
          if (param) param[of(["xRot", "yRot", "z"])] = odd();
        },
        () => gpgpu.drawScene(odd()),
        () => CreateGPGPU(odd(), odd()).dispose(),
        () => CreateGPGPU({ gl: odd() }).dispose(),
      ])();
    const operation = of(operations);
    if (operation === "map")
      return gpgpu.map(of(["a + b", "a", "", odd()]), of([{ a: operand(), b: operand() }, odd()]));
    return gpgpu[operation](
      operation === "identity" ? of([3, odd()]) : operand(),
      operand(),
      of([undefined, {}, { axis: 0 }, { descending: true }, odd()]),
    );
  }

  renew();
  const patience = (promise) =>
    Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error("it hangs")), 10_000))]);
  for (; result.calls < count; result.calls++) {
    const start = performance.now();
    try {
      const answer = one();
      if (answer instanceof Promise) await patience(answer);
      result.worked++;
    } catch (error) {
      if (error instanceof GPGPUError) result.refused[error.code] = (result.refused[error.code] ?? 0) + 1;
      else result.faults.push(`call ${result.calls}: ${error?.stack ?? String(error)}`);
    }
    result.slowest = Math.max(result.slowest, performance.now() - start);
    try {
      world.shared.readSync();
    } catch {
      try {
        world.gpgpu.dispose();
      } catch (error) {
        result.faults.push(`dispose after call ${result.calls}: ${error}`);
      }
      renew();
    }
    if (world.buffer.length === 0) world.buffer = floats(n);
    try {
      // By turns, so that each meets what any other left behind.
      for (const valid of [valids[result.calls % valids.length], of(valids)]) {
        const [given, expected] = valid(world.gpgpu).map((value) => Array.from(value).join());
        if (given !== expected)
          result.faults.push(`call ${result.calls}: the next call gives ${given}, not ${expected}`);
      }
    } catch (error) {
      result.faults.push(`call ${result.calls}: the next call throws ${error}`);
    }
    for (const gl of contexts) {
      const error = gl.getError();
      if (error !== 0 && error !== gl.CONTEXT_LOST_WEBGL)
        result.faults.push(`call ${result.calls} leaves the GL error ${error}`);
    }
    if (contexts.length > 8) contexts.splice(1, contexts.length - 4); // of `other` and the latest
    if (result.faults.length > 20 || result.faults.some((fault) => fault.includes("RuntimeError"))) break;
    if (result.calls % 50 === 49) await new Promise((resolve) => setTimeout(resolve)); // lets garbage be collected
  }
  world.gpgpu.dispose();
  other.dispose();
  result.slowest = Math.round(result.slowest);
  return result;
}
