// Long histories: random steps on two instances in turn, whose every result a model in plain JavaScript predicts exactly. All
// numbers are small integers.
import { equal, ok } from "./assert.mjs";
import { randomNumbers } from "./fuzz.mjs";

const kinds = { float: Float32Array, int: Int32Array, uint: Uint32Array };
const prefixes = { float: "", int: "i", uint: "u" };
const typeOf = ({ scalar, width }) =>
  width === 1 ? scalar : { float: "vec", int: "ivec", uint: "uvec" }[scalar] + width;
const exact = { float: Math.fround, int: (value) => value | 0, uint: (value) => value >>> 0 };
const count = (shape) => shape.reduce((all, side) => all * side, 1);
const plain = (view) =>
  Array.from(
    { length: Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length").get.call(view) },
    (_, i) => view[i],
  );
const Shared = new WebAssembly.Memory({ shared: true, initial: 0, maximum: 1 }).buffer.constructor;

/** What the owner of a context draws on it, with state that it sets once and relies on ever after. */
function ownDrawing(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, "#version 300 es\nin vec2 P; void main() { gl_Position = vec4(P, 0.0, 1.0); }"],
    [
      gl.FRAGMENT_SHADER,
      "#version 300 es\nprecision highp float; uniform float k; out vec4 color; void main() { color = vec4(k / 255.0, 0.2, 0.4, 0.6); }",
    ],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindVertexArray(gl.createVertexArray());
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(gl.getAttribLocation(program, "P"));
  gl.vertexAttribPointer(gl.getAttribLocation(program, "P"), 2, gl.FLOAT, false, 0, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 5, 5);
  gl.framebufferRenderbuffer(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.RENDERBUFFER,
    gl.getParameter(gl.RENDERBUFFER_BINDING),
  );
  gl.viewport(0, 0, 5, 5);
  gl.enable(gl.SCISSOR_TEST);
  gl.scissor(1, 1, 2, 2);
  const k = gl.getUniformLocation(program, "k");
  let frame = 0;
  return () => {
    gl.uniform1f(k, ++frame % 200);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const pixel = new Uint8Array(4);
    gl.readPixels(2, 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    equal(pixel, [frame % 200, 51, 102, 153], "what the context's owner draws");
  };
}

/** Takes so many steps. An error tells the steps before it. */
export async function history({ CreateGPGPU }, steps, seed) {
  const { of, below, chance } = randomNumbers(seed);
  const told = [];
  const canvas = new OffscreenCanvas(4, 4),
    gl = new OffscreenCanvas(4, 4).getContext("webgl2");
  const draw = ownDrawing(gl);
  const make = (gpgpu, owner = null) => ({ gpgpu, owner, arrays: [], infos: [], waiting: [] });
  // Two on one canvas, one on a context of somebody else, one alone.
  const worlds = [
    ...[CreateGPGPU(canvas), CreateGPGPU(canvas), CreateGPGPU()].map((gpgpu) => make(gpgpu)),
    make(CreateGPGPU({ gl }), draw),
  ];

  const numbers = (scalar, length) => Array.from({ length }, () => (scalar === "uint" ? below(9) : below(17) - 8));
  const anyType = () => ({ scalar: of(["float", "float", "int", "uint"]), width: 1 + below(4) });
  const anyShape = () =>
    of([
      () => [1 + below(12)],
      () => [1 + below(5), 1 + below(6)],
      () => [1 + below(3), 1 + below(3), 1 + below(4)],
      () => [of([257, 8192, 8193])],
      () => [of([64, 129]), 3],
    ])();

  /** The numbers as whatever the library takes for them. */
  function host(scalar, values) {
    const Kind = kinds[scalar],
      bytes = 4 * values.length;
    const fill = (view) => {
      Kind.prototype.set.call(view, values);
      return view;
    };
    return of([
      () => Kind.from(values),
      () => Array.from(values),
      () => Object.freeze(Array.from(values)),
      () => Float64Array.from(values),
      () => (scalar === "uint" ? Uint8Array : Int16Array).from(values),
      () => fill(new Kind(new Shared(bytes + 8), 4, values.length)),
      () => fill(new Kind(new ArrayBuffer(bytes, { maxByteLength: bytes + 64 }))),
      () =>
        fill(
          new (class extends Kind {
            get length() {
              return 3;
            }
            get buffer() {
              return null;
            }
          })(values.length),
        ),
      () => Object.setPrototypeOf(Kind.from(values), null),
    ])();
  }
  const spoil = (value) => {
    if (!Object.isFrozen(value)) for (let i = 0; i < 3 && i in value; i++) value[i] = 99;
  };

  function keep(world, array, { scalar, width }, values, shape = Array.from(array.shape)) {
    const kept = { array, scalar, width, shape, values: values.map(exact[scalar]) };
    equal([array.type, Array.from(array.shape)], [typeOf(kept), shape]);
    world.arrays.push(kept);
    return kept;
  }
  function newArray(world, type, shape) {
    const values = numbers(type.scalar, count(shape) * type.width),
      given = chance(0.8) ? host(type.scalar, values) : null;
    const array = world.gpgpu.makeArray(typeOf(type), shape, given);
    if (given) spoil(given);
    return keep(world, array, type, given ? values : values.fill(0), shape);
  }
  function newInfo(world, type, shape) {
    const values = numbers(type.scalar, count(shape) * type.width);
    const kept = {
      info: world.gpgpu.makeTextureInfo(typeOf(type), shape, host(type.scalar, values)),
      ...type,
      shape,
      values,
    };
    world.infos.push(kept);
    return kept;
  }
  function dispose(world, kept) {
    kept.array.dispose();
    world.arrays.splice(world.arrays.indexOf(kept), 1);
  }
  function look(array, values) {
    equal(plain(array.readSync()), values);
    array.dispose();
  }
  /** Something that is there, or is made. */
  function some(world, type, shape, list = of([world.arrays, world.infos])) {
    const fit = list.filter(
      (kept) =>
        kept.scalar === type.scalar && kept.width === type.width && (!shape || kept.shape.join() === shape.join()),
    );
    if (fit.length > 0 && chance(0.85)) return of(fit);
    return (list === world.arrays ? newArray : newInfo)(world, type, shape ?? anyShape());
  }
  const given = (kept) => kept.array ?? kept.info ?? kept.view;

  /** An output with what will be in it. */
  function output(world, type, shape, values, views) {
    if (!views || chance(0.6)) return { kept: some(world, type, shape), values };
    const Kind = kinds[type.scalar],
      length = values.length;
    const view = of([
      () => new Kind(length),
      () => new Kind(new Shared(4 * length)),
      () => new Kind(length + 4).subarray(1, 1 + length),
      () =>
        new (class extends Kind {
          get length() {
            return 1;
          }
        })(length),
    ])();
    return { kept: { view }, values };
  }

  /** Runs a kernel whose outputs are known, in either way. */
  async function run(world, param, outputs, inputs = []) {
    if (new Set(Object.values(outputs).map(({ kept }) => kept)).size < Object.keys(outputs).length) return;
    const args = { ...param.args };
    for (const [name, { kept }] of Object.entries(outputs)) args[name] = given(kept);
    const call = {
      ...param,
      id: of(["a", "b", undefined, "constructor"]),
      args: of([args, Object.freeze({ ...args }), Object.assign(Object.create(null), args), new Proxy(args, {})]),
    };
    const list = Object.values(outputs);
    const land = ({ kept, values }) => {
      if (kept.view) equal(plain(kept.view), values, "an output");
      else kept.values = values;
      if (kept.info) equal(plain(kept.info.value), values, "the value of an output");
    };
    if (chance(0.6)) {
      world.gpgpu.compute(call);
      list.forEach(land);
      return;
    }
    const done = world.gpgpu.computeAsync(call);
    inputs.forEach(spoil);
    // Arrays have their new numbers at once; TextureInfos when the promise has resolved.
    list.filter(({ kept }) => kept.array).forEach(land);
    const later = list.filter(({ kept }) => !kept.array);
    world.infos = world.infos.filter((info) => !later.some(({ kept }) => kept === info));
    for (const { kept } of later) if (kept.info && chance(0.2)) kept.info.value = null;
    world.waiting.push(
      done.then(() => {
        later.forEach(land);
        world.infos.push(...later.map(({ kept }) => kept).filter(({ info }) => info));
      }),
    );
    if (chance(0.5)) await Promise.all(world.waiting.splice(0));
  }

  const actions = {
    async vertex(world) {
      const type = anyType(),
        T = typeOf(type),
        shape = anyShape(),
        k = below(3),
        flat = type.scalar === "float" ? "" : "flat";
      const source = chance(0.6) ? some(world, type, shape, world.arrays) : null;
      const values = source?.values ?? numbers(type.scalar, count(shape) * type.width),
        x = source?.array ?? host(type.scalar, values);
      const C = output(
        world,
        type,
        shape,
        values.map((value) => exact[type.scalar](value * k + 1)),
        true,
      );
      const D = output(
        world,
        { scalar: "int", width: 1 },
        shape,
        Array.from({ length: count(shape) }, (_, i) => i + 3),
        true,
      );
      await run(
        world,
        {
          vertexShader: `in ${T} x; uniform ${type.scalar} k; ${flat} out ${T} C; flat out int D; void main() { C = x * k + ${T}(1); D = gl_VertexID + 3; }`,
          args: { x, k },
        },
        chance(0.5) ? { C } : { C, D },
        source ? [] : [x],
      );
    },
    async fragment(world) {
      const type = anyType(),
        T = typeOf(type),
        x = some(world, type),
        [, rows] = x.shape,
        deep = x.shape.length === 3;
      const at = deep ? `texelFetch(x, ivec3(c.x, c.y % ${rows}, c.y / ${rows}), 0)` : "texelFetch(x, c, 0)";
      const values = x.values.map((value) => exact[type.scalar](value * 2 + 1));
      const y = chance(0.4) && x.array ? { kept: x, values } : output(world, type, x.shape, values, false);
      const z = output(world, { scalar: "uint", width: 2 }, x.shape, new Array(2 * count(x.shape)).fill(7), false);
      await run(
        world,
        {
          fragmentShader: `uniform highp ${prefixes[type.scalar]}sampler${deep ? of(["3D", "2DArray"]) : "2D"} x; out ${T} y; out uvec2 z;
          void main() { ivec2 c = ivec2(gl_FragCoord.xy); y = ${T}(${at}.${"rgba".slice(0, type.width)}) * ${type.scalar}(2) + ${T}(1); z = uvec2(7); }`,
          args: { x: given(x) },
        },
        chance(0.6) ? { y } : { y, z },
      );
    },
    async groups(world) {
      const [w, h] = [1 + below(3), 1 + below(3)],
        C = Array.from({ length: 4 * w * h }, (_, i) => (i % (2 * w)) + 10 * Math.floor(i / (2 * w)));
      const stage = of(["vertexShader", "fragmentShader"]),
        text = "out float C; void main() { C = float(globalInvocationID.x + 10u * globalInvocationID.y); }";
      await run(
        world,
        { [stage]: text, workgroups: [w, h], localSize: [2, 2] },
        { C: output(world, { scalar: "float", width: 1 }, [4 * w * h], C, stage === "vertexShader") },
      );
    },
    async operation(world) {
      const { gpgpu } = world,
        type = anyType(),
        a = some(world, type),
        { values, shape } = a,
        x = given(a);
      const [rows, cols] = shape,
        elements = count(shape),
        record = (i) => values.slice(i * type.width, (i + 1) * type.width);
      const single = type.width === 1 && !values.some((value) => Object.is(value, -0)),
        order = [...Array(elements).keys()];
      const sum = (list) => list.reduce((all, value) => all + value, 0);
      const operations = {
        scale: () =>
          keep(
            world,
            gpgpu.scale(x, 2),
            type,
            values.map((value) => value * 2),
            shape,
          ),
        add: () => {
          const b = some(world, type, shape);
          keep(
            world,
            gpgpu.add(x, given(b)),
            type,
            values.map((value, i) => value + b.values[i]),
            shape,
          );
        },
        transpose: () =>
          shape.length === 2 &&
          keep(
            world,
            gpgpu.transpose(x),
            type,
            order.flatMap((i) => record((i % rows) * cols + Math.floor(i / rows))),
            [cols, rows],
          ),
        cumsum: () =>
          single &&
          keep(
            world,
            gpgpu.cumsum(x),
            type,
            values.map((_, i) => sum(values.slice(0, i + 1))),
          ),
        sort: () =>
          single &&
          keep(
            world,
            gpgpu.sort(x),
            type,
            values.slice().sort((p, q) => p - q),
          ),
        argsort: () =>
          single &&
          look(
            gpgpu.argsort(x),
            order.sort((i, j) => values[i] - values[j]),
          ),
        sum: () => single && keep(world, gpgpu.sum(x), type, [sum(values)]),
        matmul: () => {
          if (
            !single ||
            type.scalar !== "float" ||
            shape.length !== 2 ||
            values.some((value) => Math.abs(value) > 1000)
          )
            return;
          const ones = gpgpu.makeArray("float", [cols, 2], new Array(2 * cols).fill(1));
          keep(
            world,
            gpgpu.matmul(x, ones),
            type,
            Array.from({ length: 2 * rows }, (_, i) => sum(values.slice((i >> 1) * cols, ((i >> 1) + 1) * cols))),
            [rows, 2],
          );
          ones.dispose();
        },
        inverse: () => look(gpgpu.inverse(gpgpu.makeTextureInfo("float", [2, 2], [0, 2, 4, 0])), [0, 0.25, 0.5, 0]),
        clone: () => a.array && keep(world, x.clone(), type, values, shape),
        reshape: () => a.array && elements < 2000 && keep(world, x.reshape([1, elements]), type, values, [1, elements]),
      };
      const name = of(Object.keys(operations));
      told.push(`  ${name} of ${typeOf(type)} [${shape}]`);
      operations[name]();
    },
    async read(world) {
      if (world.arrays.length === 0) return;
      const kept = of(world.arrays),
        { values } = kept;
      world.waiting.push(kept.array.read().then((view) => equal(plain(view), values, "what was read")));
      if (chance(0.5)) dispose(world, kept);
      else kept.array.write(host(kept.scalar, (kept.values = numbers(kept.scalar, values.length))));
    },
    async change(world) {
      if (world.infos.length === 0) return;
      const kept = of(world.infos);
      kept.shape = kept.info.shape = anyShape();
      kept.values = numbers(kept.scalar, count(kept.shape) * kept.width);
      kept.info.value = host(kept.scalar, kept.values);
    },
    async refusal(world) {
      const C = new Float32Array(3).fill(9),
        gone = world.gpgpu.makeArray("float", [3]);
      gone.dispose();
      const wrong = of([
        { x: [1, 2] },
        { x: gone },
        { x: [1, 2, 3], y: 1 },
        {
          get x() {
            throw new Error("a getter's own error");
          },
        },
        {
          get x() {
            world.gpgpu.clearAll();
          },
        },
      ]);
      const text = of([
        "in float x; out float C; void main() { C = x; }",
        "in float x; out float C; void main() { C = x }",
      ]);
      const code = await (async () =>
        world.gpgpu[of(["compute", "computeAsync"])]({
          id: "a",
          vertexShader: text,
          args: Object.defineProperty(wrong, "C", { value: C, enumerable: true }),
        }))().then(
        () => "none",
        (error) => error.code,
      );
      ok(code && code !== "none", `a wrong call is ${code}`);
      equal(C, [9, 9, 9], "the output of a refused call");
    },
    async clear(world) {
      if (chance(0.5)) return world.gpgpu.clear(of(["a", "b", "nobody"]));
      world.gpgpu.clearAll();
      if (world.waiting.length === 0)
        equal([world.gpgpu.memory().pooledBytes, world.gpgpu.memory().programs], [0, 0], "what clearAll leaves");
    },
    async owner(world) {
      world.owner?.();
    },
    async wait(world) {
      await Promise.all(world.waiting.splice(0));
    },
  };
  const often = { vertex: 4, fragment: 5, operation: 6, read: 2, change: 2, owner: 2 };
  const bag = Object.keys(actions).flatMap((name) => new Array(often[name] ?? 1).fill(name));

  try {
    for (let step = 0; step < steps; step++) {
      const world = of(worlds),
        name = of(bag);
      told.push(`${step}: ${name} on ${worlds.indexOf(world)}`);
      await actions[name](world);
      for (const kept of world.arrays.filter(
        ({ values }, i) => i < world.arrays.length - 12 || values.some((value) => Math.abs(value) > 2 ** 20),
      ))
        dispose(world, kept);
      world.infos = world.infos.slice(-8).filter(({ values }) => !values.some((value) => Math.abs(value) > 2 ** 20));
    }
    for (const { gpgpu, owner, arrays, waiting } of worlds) {
      told.push("the end");
      await Promise.all(waiting);
      for (const { array, values } of arrays) look(array, values);
      gpgpu.clearAll();
      equal(gpgpu.memory(), { arrays: 0, textures: 0, buffers: 0, programs: 0, bytes: 0, pooledBytes: 0 });
      gpgpu.dispose();
      owner?.();
    }
    equal(gl.getError(), 0);
    gl.getExtension("WEBGL_lose_context").loseContext(); // browsers give a page few contexts
  } catch (error) {
    throw new Error(`seed ${seed}: ${error.message.slice(0, 500)}\n${told.slice(-12).join("\n")}`);
  }
}
