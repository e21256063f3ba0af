// Textures: where their data comes from, and what samplers and operations make of it.
import { equal, ok, refused } from "../assert.mjs";
import { bytesOf } from "../kernels.mjs";

// Three rows of two texels: whole, or with alphas that leave whole numbers of the colours that they are multiplied with.
const whole = [10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120, 255, 130, 140, 150, 255, 160, 170, 180, 255];
const sheer = [200, 100, 50, 51, 255, 0, 1, 255, 240, 120, 60, 85, 0, 255, 0, 204, 90, 80, 70, 102, 255, 255, 255, 128];

const imageData = (bytes) => new ImageData(new Uint8ClampedArray(bytes), 2, 3);
const turned = (bytes) => [2, 1, 0].flatMap((row) => bytes.slice(8 * row, 8 * row + 8));

function canvasOf(bytes, canvas = new OffscreenCanvas(2, 3)) {
  canvas.getContext("2d").putImageData(imageData(bytes), 0, 0);
  return canvas;
}

async function imageOf(bytes) {
  const image = new Image();
  image.src = canvasOf(bytes, Object.assign(document.createElement("canvas"), { width: 2, height: 3 })).toDataURL();
  await image.decode();
  return image;
}

async function bitmapsOf(bytes) {
  const bitmaps = { canvas: await createImageBitmap(canvasOf(bytes)), image: await createImageBitmap(await imageOf(bytes)), transferred: canvasOf(bytes).transferToImageBitmap() };
  for (const premultiplyAlpha of ["default", "none", "premultiply"])
    bitmaps[premultiplyAlpha] = await createImageBitmap(imageData(bytes), { premultiplyAlpha });
  return bitmaps;
}

function close(given, expected, most, what) {
  ok(given.length === expected.length && given.every((value, i) => Math.abs(value - expected[i]) <= most), `${what} is ${given}; expected ${expected}`);
}

/** A window of its own. */
async function within(work) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  try {
    return await work(frame.contentWindow);
  } finally {
    frame.remove();
  }
}

export const tests = {
  async "every image source is turned upside down where flipY says so, and only there"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const sources = { data: imageData(whole), canvas: canvasOf(whole), img: await imageOf(whole), ...await bitmapsOf(whole) };
    for (const [name, source] of Object.entries(sources)) {
      for (const flipY of [undefined, true, false]) {
        const info = gpgpu.makeTextureInfo("vec4", null, source, { flipY });
        equal(info.shape, [3, 2], `the shape of ${name}`);
        equal(bytesOf(gpgpu, info, 6), flipY ?? name === "img" ? turned(whole) : whole, `${name}, flipY ${flipY}`);
      }
    }
    gpgpu.dispose();
  },

  async "the colours of a bitmap are free from alpha, however it was made"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [name, bitmap] of Object.entries(await bitmapsOf(sheer))) {
      close(bytesOf(gpgpu, bitmap, 6), sheer, 1, name);
      close(bytesOf(gpgpu, gpgpu.makeTextureInfo("vec4", null, bitmap, { flipY: true }), 6), turned(sheer), 1, `${name}, turned`);
    }
    const grey = new Uint8ClampedArray(4 * 256).map((_, i) => (i % 4 === 3 ? 255 : i >> 2));
    equal(bytesOf(gpgpu, await createImageBitmap(new ImageData(grey, 16)), 256), Array.from(grey), "opaque greys");
    gpgpu.dispose();
  },

  async "a bitmap that was closed is refused by name, and the next call works"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const bitmap = await createImageBitmap(imageData(whole));
    bitmap.close();
    const error = await refused(() => bytesOf(gpgpu, bitmap, 6));
    equal([error.code, error.kernel, error.argument], ["BAD_SHAPE", "bytesOf", "T"]);
    equal(bytesOf(gpgpu, imageData(whole), 6), whole);
    gpgpu.dispose();
  },

  async "images, canvases and contexts of another window are what they are here"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    await within(async (other) => {
      const canvas = Object.assign(other.document.createElement("canvas"), { width: 2, height: 3 });
      const image = new other.Image();
      image.src = canvasOf(whole, canvas).toDataURL();
      await image.decode();
      const data = new other.ImageData(new other.Uint8ClampedArray(whole), 2, 3);
      const sources = { data, canvas, image, offscreen: canvasOf(whole, new other.OffscreenCanvas(2, 3)), bitmap: await other.createImageBitmap(data) };
      for (const [name, source] of Object.entries(sources)) equal(bytesOf(gpgpu, source, 6), name === "image" ? turned(whole) : whole, name);
      for (const given of [other.document.createElement("canvas"), new other.OffscreenCanvas(1, 1), { gl: other.document.createElement("canvas").getContext("webgl2") }]) {
        const guest = CreateGPGPU(given);
        ok(guest.canvas === (given.gl?.canvas ?? given), "another canvas is used");
        equal(bytesOf(guest, data, 6), whole);
        guest.dispose();
      }
    });
    gpgpu.dispose();
  },

  async "what only looks like an image or a canvas is refused"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const lookalikes = [{ width: 2, height: 3, [Symbol.toStringTag]: "ImageData" }, Object.create(ImageData.prototype), Object.create(ImageBitmap.prototype)];
    for (const lookalike of lookalikes) {
      const error = await refused(() => bytesOf(gpgpu, lookalike, 6));
      equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", "bytesOf", "T"]);
    }
    for (const lookalike of [Object.create(HTMLCanvasElement.prototype), { gl: Object.create(WebGL2RenderingContext.prototype) }])
      equal((await refused(() => CreateGPGPU(lookalike))).code, "BAD_ARGUMENT");
    gpgpu.dispose();
  },

  async "integers that read as normalized floats can be filtered, others are refused at once"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const filterMode = "linear", readMode = "normalizedFloat";
    const { floatLinear } = gpgpu.capabilities();
    const lists = [Uint8Array.of(0, 255), Uint8ClampedArray.of(0, 255), Int8Array.of(0, 127), Uint16Array.of(0, 65535), Int16Array.of(0, 32767)];
    for (const type of ["uint", "int", "float"]) {
      for (const list of lists) {
        const y = new Float32Array(1);
        const args = { t: gpgpu.makeTextureInfo(type, [1, 2], list, { filterMode, readMode }), y };
        const run = () => gpgpu.compute({ vertexShader: "uniform sampler2D t; out float y; void main() { y = tex2D(t, 1.0, 0.5).r; }", args });
        if (floatLinear || list.BYTES_PER_ELEMENT === 1) {
          run();
          close(y, [0.5], 1 / 256, `${type}, ${list.constructor.name}`);
        } else equal((await refused(run)).code, "UNSUPPORTED");
      }
      if (type === "float") continue;
      const made = [() => gpgpu.makeTextureInfo(type, [2], [1, 2], { filterMode }), () => gpgpu.makeArray(type, [2], [1, 2], { filterMode })];
      const [info, array] = await Promise.all(made.map((make) => refused(make)));
      equal([info.code, array.code], ["BAD_ARGUMENT", "BAD_ARGUMENT"]);
      const words = `has filterMode "linear" on ${type}; only floats can be filtered linearly`;
      ok(info.message.endsWith(words) && array.message.endsWith(words), `${info.message}; ${array.message}`);
    }
    gpgpu.dispose();
  },

  async "operations read normalized floats as samplers do"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const info = (type, list) => gpgpu.makeTextureInfo(type, [list.length], list, { readMode: "normalizedFloat" });
    equal(gpgpu.add(info("float", Uint8Array.of(255, 0, 51)), 0).readSync(), Float32Array.of(1, 0, 0.2));
    equal(gpgpu.add(info("uint", Uint16Array.of(65535, 13107)), 0).readSync(), Float32Array.of(1, 0.2));
    equal(gpgpu.sort(info("int", Int8Array.of(127, -128, -127, 0))).readSync(), [-1, -1, 0, 1]);
    equal(gpgpu.sum(info("float", Int16Array.of(32767, -32768))).readSync(), [0]);
    const { type } = gpgpu.map("a", { a: gpgpu.makeTextureInfo("uvec2", [1], new Uint8Array(2), { readMode: "normalizedFloat" }) });
    equal(type, "vec2");
    gpgpu.dispose();
  },

  async "beside what tex1D reads, an array for tex1Dfetch may have any length"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const n = gpgpu.capabilities().limits.textureSize + 1000;
    const S = gpgpu.makeTextureInfo("float", [3], [1, 2, 3]);
    const L = gpgpu.makeTextureInfo("float", [n], Float32Array.from({ length: n }, (_, i) => i));
    const run = (body, own = "") => {
      const C = new Float32Array(1);
      const args = { L, C, ...(body.includes("S") ? { S } : {}) };
      gpgpu.compute({ id: "Long", vertexShader: `uniform sampler2D L, S; uniform int last; out float C; ${own} void main() { C = ${body}; }`, args: { S, last: n - 1, ...args } });
      return C[0];
    };
    equal(run("tex1D(S, 1.5).r + tex1Dfetch(L, last).r"), n + 1);
    equal(run("own(S) + tex1Dfetch(L, last).r", "float own(sampler2D s) { return tex1D(s, 1.5).r; }"), n + 1);
    equal(run("tex1Dfetch(L, last).r; float tex1D = 1.0; C += tex1D"), n);
    for (const [body, own] of [["tex1D(L, 0.5).r"], ["tex1D(S, 0.5).r + tex1D((L), 0.5).r"], ["own(L)", "float own(sampler2D s) { return tex1D(s, 1.5).r; }"]]) {
      const error = await refused(() => run(body, own));
      equal([error.code, error.kernel, error.argument], ["UNSUPPORTED", "Long", "L"], body);
    }
    gpgpu.dispose();
  },

  async "half floats are taken by value"({ CreateGPGPU }) {
    if (typeof Float16Array === "undefined") return;
    const gpgpu = CreateGPGPU();
    const halves = Float16Array.of(1.5, -2, 65504), numbers = [1.5, -2, 65504];
    const run = (vertexShader, args) => {
      gpgpu.compute({ id: "Halves", vertexShader, args });
      return args.C;
    };
    equal(run("in float A; out float C; void main() { C = A; }", { A: halves, C: new Float32Array(3) }), numbers);
    equal(run("in int A; flat out int C; void main() { C = A; }", { A: halves, C: new Int32Array(3) }), [1, -2, 65504]);
    equal(run("uniform float k[3]; out float C; void main() { C = k[gl_VertexID]; }", { k: halves, C: new Float32Array(3) }), numbers);
    const info = gpgpu.makeTextureInfo("float", [3], halves);
    equal(run("uniform sampler2D t; out float C; void main() { C = tex1Dfetch(t, gl_VertexID).r; }", { t: info, C: new Float32Array(3) }), numbers);
    const array = gpgpu.makeArray("float", [3], halves);
    array.write(halves);
    equal(array.readSync(), numbers);
    equal(gpgpu.permuteRows(gpgpu.makeArray("float", [2, 1], [7, 8]), Float16Array.of(1, 0)).readSync(), [8, 7]);
    // As an output it is refused, as all are that are not of the declared kind; in a TextureInfo it is replaced.
    const C = new Float16Array(3);
    const error = await refused(() => run("in float A; out float C; void main() { C = A; }", { A: halves, C }));
    equal([error.code, error.argument, Array.from(C)], ["BAD_ARGUMENT", "C", [0, 0, 0]]);
    ok(error.message.includes("Float16Array"), error.message);
    const filled = run("in float A; out float C; void main() { C = A; }", { A: halves, C: gpgpu.makeTextureInfo("float", [3], new Float16Array(3)) });
    equal(filled.value, Float32Array.from(numbers));
    equal((await refused(() => gpgpu.makeTextureInfo("float", [3], halves, { readMode: "normalizedFloat" }))).code, "BAD_ARGUMENT");
    gpgpu.dispose();
  },
};
