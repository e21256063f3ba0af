// Textures: where their data comes from, and what samplers and operations make of it.
import { equal, ok, refused } from "../assert.mjs";
import { bytesOf } from "../kernels.mjs";
import { urls } from "../library.mjs";

// Three rows of two texels: whole, or with alphas that leave whole numbers of the colours that they are multiplied with.
const whole = [
  10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120, 255, 130, 140, 150, 255, 160, 170, 180, 255,
];
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
  const bitmaps = {
    canvas: await createImageBitmap(canvasOf(bytes)),
    image: await createImageBitmap(await imageOf(bytes)),
    transferred: canvasOf(bytes).transferToImageBitmap(),
  };
  for (const premultiplyAlpha of ["default", "none", "premultiply"])
    bitmaps[premultiplyAlpha] = await createImageBitmap(imageData(bytes), { premultiplyAlpha });
  return bitmaps;
}

function close(given, expected, most, what) {
  ok(
    given.length === expected.length && given.every((value, i) => Math.abs(value - expected[i]) <= most),
    `${what} is ${given}; expected ${expected}`,
  );
}

/** A photo whose file says that it is to be turned by a quarter: green above on the left of the file, the rest red. */
async function turnedPhoto() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 16 });
  const context = canvas.getContext("2d");
  for (const [color, ...place] of [
    ["#f00", 0, 0, 32, 16],
    ["#0f0", 0, 0, 16, 8],
  ]) {
    context.fillStyle = color;
    context.fillRect(...place);
  }
  const file = await (await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 1))).arrayBuffer();
  // A segment of Exif with one entry: orientation (0x112) is 6.
  const segment = [
    0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0,
    6, 0, 0, 0, 0, 0, 0,
  ];
  return URL.createObjectURL(
    new Blob([file.slice(0, 2), new Uint8Array(segment), file.slice(2)], { type: "image/jpeg" }),
  );
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
    const sources = {
      data: imageData(whole),
      canvas: canvasOf(whole),
      img: await imageOf(whole),
      ...(await bitmapsOf(whole)),
    };
    for (const [name, source] of Object.entries(sources)) {
      for (const flipY of [undefined, true, false]) {
        const info = gpgpu.makeTextureInfo("vec4", null, source, { flipY });
        equal(info.shape, [3, 2], `the shape of ${name}`);
        equal(bytesOf(gpgpu, info, 6), (flipY ?? name === "img") ? turned(whole) : whole, `${name}, flipY ${flipY}`);
      }
    }
    gpgpu.dispose();
  },

  async "an image element is as large as it says, however it is shown and whatever file it chose"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const svg = (size) =>
      "data:image/svg+xml," +
      encodeURIComponent(
        `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 4 2"><path fill="#00f" d="M0 0h4v2H0z"/><path fill="#0f0" d="M0 0h2v1H0z"/></svg>`,
      );
    const photo = await turnedPhoto();
    const file = canvasOf(whole, Object.assign(document.createElement("canvas"), { width: 2, height: 3 })).toDataURL();
    const sources = {
      "a drawing": { src: svg('width="8" height="4"') },
      "a drawing without a size": { src: svg("") },
      "a photo that is turned": { src: photo },
      "a file": { src: file },
      "the one of several files": { srcset: `${file} 2x` },
    };
    for (const [name, source] of Object.entries(sources)) {
      for (const style of ["", "width: 3px; height: 2px", "width: 80px; height: 50px"]) {
        for (const shown of [true, false]) {
          const image = Object.assign(new Image(), source);
          image.style.cssText = style;
          if (shown) document.body.append(image);
          await image.decode();
          const { naturalWidth: width, naturalHeight: height } = image;
          const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
          context.drawImage(image, 0, 0, width, height);
          const expected = Array.from(context.getImageData(0, 0, width, height).data);
          equal(gpgpu.makeTextureInfo("vec4", null, image).shape, [height, width], `the shape of ${name}`);
          const given = bytesOf(gpgpu, gpgpu.makeTextureInfo("vec4", null, image, { flipY: false }), width * height);
          close(given, expected, 8, `${name}, ${width} x ${height}, ${style || "as it is"}${shown ? ", shown" : ""}`);
          image.remove();
        }
      }
    }
    equal(gpgpu.getGL().getError(), 0, "GL error");
    URL.revokeObjectURL(photo);
    gpgpu.dispose();
  },

  async "what a page adds to an image element is not asked while a call runs"({ CreateGPGPU }) {
    const gl = document.createElement("canvas").getContext("webgl2");
    for (const gpgpu of [CreateGPGPU(), CreateGPGPU({ gl })]) {
      const image = await imageOf(whole),
        vertexShader =
          "in float A; uniform sampler2D T; out float C; void main() { C = A + texelFetch(T, ivec2(0, 2), 0).b * 255.0; }";
      const call = (T) => {
        const C = new Float32Array(2);
        gpgpu.compute({ vertexShader, args: { A: [1, 2], T, C } });
        return Array.from(C, Math.round);
      };
      for (const name of ["srcset", "closest", "width", "naturalWidth"])
        Object.defineProperty(image, name, {
          configurable: true,
          get() {
            call(imageData(sheer));
            return "";
          },
        });
      equal(call(image), [31, 32], "with properties that call back");
      for (const name of ["srcset", "closest"])
        Object.defineProperty(image, name, {
          get() {
            throw new Error("the page's own");
          },
        });
      equal(call(image), [31, 32], "with properties that throw");
      gpgpu.dispose();
    }
  },

  async "a video is refused until it has a picture, and then arrives with its top row first"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 16 }),
      context = canvas.getContext("2d");
    let paint = true;
    (function next() {
      for (const [color, ...place] of [
        ["#f00", 0, 0, 32, 16],
        ["#0f0", 0, 0, 32, 8],
      ]) {
        context.fillStyle = color;
        context.fillRect(...place);
      }
      if (paint) setTimeout(next, 20);
    })();
    const video = Object.assign(document.createElement("video"), {
      muted: true,
      srcObject: canvas.captureStream(),
      width: 99,
      height: 7,
    });
    document.body.append(video);
    const unloaded = await refused(() => bytesOf(gpgpu, video, 1), "video without anything");
    await video.play();
    while (!video.videoWidth || video.readyState < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    // As Firefox has it for a moment: the size is known, no picture is.
    const readyState = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "readyState");
    Object.defineProperty(HTMLMediaElement.prototype, "readyState", { ...readyState, get: () => 1 });
    const pictureless = await refused(() => bytesOf(gpgpu, video, 1), "video without a picture");
    Object.defineProperty(HTMLMediaElement.prototype, "readyState", readyState);
    for (const error of [unloaded, pictureless]) equal([error.code, error.argument], ["BAD_SHAPE", "T"], error.message);
    const bytes = bytesOf(gpgpu, video, 32 * 16);
    close(bytes.slice(0, 4), [0, 255, 0, 255], 30, "the first row");
    close(bytes.slice(-4), [255, 0, 0, 255], 30, "the last row");
    equal(gpgpu.getGL().getError(), 0, "GL error");
    paint = false;
    video.remove();
    gpgpu.dispose();
  },

  async "an image needs neither type nor shape, as pages for gpgpu.js have it; numbers need both"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const nothing of [null, undefined]) {
      for (const source of [await imageOf(whole), imageData(whole)]) {
        const info = gpgpu.makeTextureInfo(nothing, nothing, source, { flipY: false });
        equal([info.texelType, info.shape], ["vec4", [3, 2]]);
        equal(bytesOf(gpgpu, info, 6), whole);
      }
      for (const value of [new Float32Array(4), [1], nothing]) {
        equal((await refused(() => gpgpu.makeTextureInfo(nothing, [1], value), "numbers")).code, "BAD_ARGUMENT");
      }
    }
    gpgpu.dispose();
  },

  async "what a fragment kernel has written is sampled as what was uploaded, in components that the type does not have, too"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    for (const [scalar, prefix, View] of [
      ["float", "", Float32Array],
      ["int", "i", Int32Array],
      ["uint", "u", Uint32Array],
    ]) {
      for (const width of [1, 2, 3, 4]) {
        const type = width === 1 ? scalar : `${prefix}vec${width}`;
        const written = gpgpu.makeArray(type, [2, 3]),
          uploaded = gpgpu.makeArray(type, [2, 3], new Array(6 * width).fill(7));
        for (const [main, T] of [
          ["", written],
          ["if (gl_FragCoord.x < 0.0) discard;", written],
          ["", uploaded],
        ]) {
          if (T === written)
            gpgpu.compute({ fragmentShader: `out ${type} T; void main() { ${main} T = ${type}(7); }`, args: { T } });
          const C = new View(24);
          gpgpu.compute({
            vertexShader: `uniform ${prefix}sampler2D T; flat out ${prefix}vec4 C; void main() { C = texelFetch(T, ivec2(gl_VertexID % 3, gl_VertexID / 3), 0); }`,
            args: { T, C },
          });
          equal(
            C,
            [0, 1, 2, 3, 4, 5].flatMap(() => [7, width > 1 ? 7 : 0, width > 2 ? 7 : 0, width > 3 ? 7 : 1]),
            `${type} ${main}`,
          );
        }
      }
    }
    equal(gpgpu.getGL().getError(), 0, "GL error");
    gpgpu.dispose();
  },

  async "coordinates far from a texture read the right texel in every address mode"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const at = {
      wrap: (i, n) => ((i % n) + n) % n,
      mirror: (i, n) => Math.min(at.wrap(i, 2 * n), 2 * n - 1 - at.wrap(i, 2 * n)),
      clamp: (i, n) => Math.max(0, Math.min(n - 1, i)),
    };
    const list = [1, 10, 1000, 30_000, 100_000, 1_000_000, 6_000_000, 16_000_000].flatMap((far) =>
      Array.from({ length: 60 }, (_, i) => (i % 2 ? 1 : -1) * (far + 7 * i)),
    );
    const x = Float32Array.from([...list, ...list.map((value) => value + 0.5)]).filter(
        (value) => Math.abs(value) < 2 ** 24,
      ),
      y = new Float32Array(x.length),
      [z, v] = [y.slice(), y.slice()];
    for (const n of [1, 2, 3, 5, 7, 100, 1000, 2048]) {
      const T = Float32Array.from({ length: n }, (_, i) => i);
      for (const addressMode of ["wrap", "mirror", "clamp"]) {
        const make = (shape) => gpgpu.makeTextureInfo("float", shape, T, { addressMode });
        gpgpu.compute({
          vertexShader: `uniform sampler2D row, column; uniform sampler3D deep; in float x; out float y, z, v;
            void main() { y = tex1D(row, x).r; z = tex2D(column, 0.5, x).r; v = tex3D(deep, x, x, x).r; }`,
          args: { x, y, z, v, row: make([n]), column: make([n, 1]), deep: make([1, 1, n]) },
        });
        for (const given of [y, z, v]) {
          const wrong = x.findIndex((value, i) => given[i] !== at[addressMode](Math.floor(value), n));
          equal(wrong < 0 ? "" : `${given[wrong]} at ${x[wrong]}`, "", `${addressMode}, ${n} texels`);
        }
      }
      // Where floats skip texels, and beyond all numbers, the edges are still on their sides.
      const far = Float32Array.of(1e8, 1e15, 3e38, Infinity),
        own = new Float32Array(8);
      gpgpu.compute({
        vertexShader: "uniform sampler2D T; in float x; out float y; void main() { y = tex1D(T, x).r; }",
        args: { T: gpgpu.makeTextureInfo("float", [n], T), x: [...far, ...far.map((value) => -value)], y: own },
      });
      equal(own, [n - 1, n - 1, n - 1, n - 1, 0, 0, 0, 0], `the edges of ${n} texels`);
    }
    gpgpu.dispose();
  },

  "tex1D in a matrix ends at its first and its last element, however far away it reads"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU(),
      far = [11.5, 12, 1e8, 2e9, 4294967296, 1e15, 3e38, Infinity],
      y = new Float32Array(2 * far.length);
    gpgpu.compute({
      vertexShader: "uniform sampler2D T; in float x; out float y; void main() { y = tex1D(T, x).r; }",
      args: {
        T: gpgpu.makeTextureInfo("float", [4, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        x: [...far, ...far.map((value) => -value)],
        y,
      },
    });
    equal(y, [...far.map(() => 12), ...far.map(() => 1)]);
    gpgpu.dispose();
  },

  async "every texel of an image, or of 8-bit numbers, is read from its border on, however many there are"({
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    const vertexShader = `uniform sampler2D image, bytes; uniform float within; out float C, D;
      void main() {
        vec4 v = 255.0 * tex2D(image, float(gl_VertexID) + within, within);
        C = v.r + 256.0 * v.g;
        D = 255.0 * tex1D(bytes, float(gl_VertexID) + within).r;
      }`;
    for (const n of [1, 3, 64, 100, 129, 640, 1000, 1920, 2047]) {
      const image = new ImageData(n, 1);
      for (let i = 0; i < n; i++) image.data.set([i & 255, i >> 8, 0, 255], 4 * i);
      const bytes = gpgpu.makeTextureInfo(
        "uint",
        [n],
        Uint8Array.from({ length: n }, (_, i) => i),
        { readMode: "normalizedFloat" },
      );
      for (const within of [0, 1 / 1024, 0.5, 1 - 1 / 1024]) {
        const [C, D] = [new Float32Array(n), new Float32Array(n)];
        gpgpu.compute({ vertexShader, args: { image, bytes, within, C, D } });
        const wrong = C.findIndex((value, i) => Math.round(value) !== i || Math.round(D[i]) !== (i & 255));
        equal(wrong < 0 ? "" : `${C[wrong]} and ${D[wrong]} at ${wrong} + ${within}`, "", `${n} texels`);
      }
    }
    gpgpu.dispose();
  },

  async "the colours of a bitmap are free from alpha, however it was made"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [name, bitmap] of Object.entries(await bitmapsOf(sheer))) {
      close(bytesOf(gpgpu, bitmap, 6), sheer, 1, name);
      close(
        bytesOf(gpgpu, gpgpu.makeTextureInfo("vec4", null, bitmap, { flipY: true }), 6),
        turned(sheer),
        1,
        `${name}, turned`,
      );
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
      const sources = {
        data,
        canvas,
        image,
        offscreen: canvasOf(whole, new other.OffscreenCanvas(2, 3)),
        bitmap: await other.createImageBitmap(data),
      };
      for (const [name, source] of Object.entries(sources))
        equal(bytesOf(gpgpu, source, 6), name === "image" ? turned(whole) : whole, name);
      for (const given of [
        other.document.createElement("canvas"),
        new other.OffscreenCanvas(1, 1),
        { gl: other.document.createElement("canvas").getContext("webgl2") },
      ]) {
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
    const lookalikes = [
      { width: 2, height: 3, [Symbol.toStringTag]: "ImageData" },
      Object.create(ImageData.prototype),
      Object.create(ImageBitmap.prototype),
    ];
    for (const lookalike of lookalikes) {
      const error = await refused(() => bytesOf(gpgpu, lookalike, 6));
      equal([error.code, error.kernel, error.argument], ["BAD_ARGUMENT", "bytesOf", "T"]);
    }
    for (const lookalike of [
      Object.create(HTMLCanvasElement.prototype),
      { gl: Object.create(WebGL2RenderingContext.prototype) },
    ])
      equal((await refused(() => CreateGPGPU(lookalike))).code, "BAD_ARGUMENT");
    gpgpu.dispose();
  },

  async "integers of 16 bits that read as normalized floats are exact, and cost no memory of the wasm instance"({
    form,
    CreateGPGPU,
  }) {
    const gpgpu = CreateGPGPU();
    const wasm = form === "module" ? await (await import(urls.module)).default() : null;
    const side = 1024,
      before = wasm?.memory.buffer.byteLength;
    for (const [values, most] of [
      [new Uint16Array(4 * side * side), 65535],
      [new Int16Array(4 * side * side), 32767],
    ]) {
      for (let i = 0; i < values.length; i++) values[i] = i;
      const C = new Float32Array(4 * 65536);
      gpgpu.compute({
        vertexShader:
          "uniform sampler2D T; out vec4 C; void main() { C = texelFetch(T, ivec2(gl_VertexID % 1024, gl_VertexID / 1024), 0); }",
        args: { T: gpgpu.makeTextureInfo("vec4", [side, side], values, { readMode: "normalizedFloat" }), C },
      });
      const wrong = C.findIndex((value, i) => value !== Math.max(Math.fround(values[i] / most), -1));
      equal(wrong < 0 ? "" : `${C[wrong]} for ${values[wrong]}`, "");
    }
    ok(
      !wasm || wasm.memory.buffer.byteLength < before + 2 ** 22,
      `the instance grew by ${wasm?.memory.buffer.byteLength - before} bytes`,
    );
    gpgpu.dispose();
  },

  async "integers that read as normalized floats can be filtered, others are refused at once"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const filterMode = "linear",
      readMode = "normalizedFloat";
    const { floatLinear } = gpgpu.capabilities();
    const lists = [
      Uint8Array.of(0, 255),
      Uint8ClampedArray.of(0, 255),
      Int8Array.of(0, 127),
      Uint16Array.of(0, 65535),
      Int16Array.of(0, 32767),
    ];
    for (const type of ["uint", "int", "float"]) {
      for (const list of lists) {
        const y = new Float32Array(1);
        const args = { t: gpgpu.makeTextureInfo(type, [1, 2], list, { filterMode, readMode }), y };
        const run = () =>
          gpgpu.compute({
            vertexShader: "uniform sampler2D t; out float y; void main() { y = tex2D(t, 1.0, 0.5).r; }",
            args,
          });
        if (floatLinear || list.BYTES_PER_ELEMENT === 1) {
          run();
          close(y, [0.5], 1 / 256, `${type}, ${list.constructor.name}`);
        } else equal((await refused(run)).code, "UNSUPPORTED");
      }
      if (type === "float") continue;
      const made = [
        () => gpgpu.makeTextureInfo(type, [2], [1, 2], { filterMode }),
        () => gpgpu.makeArray(type, [2], [1, 2], { filterMode }),
      ];
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
    const { type } = gpgpu.map("a", {
      a: gpgpu.makeTextureInfo("uvec2", [1], new Uint8Array(2), { readMode: "normalizedFloat" }),
    });
    equal(type, "vec2");
    gpgpu.dispose();
  },

  async "beside what tex1D reads, an array for tex1Dfetch may have any length"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    const n = gpgpu.capabilities().limits.textureSize + 1000;
    const S = gpgpu.makeTextureInfo("float", [3], [1, 2, 3]);
    const L = gpgpu.makeTextureInfo(
      "float",
      [n],
      Float32Array.from({ length: n }, (_, i) => i),
    );
    const run = (body, own = "") => {
      const C = new Float32Array(1);
      const args = { L, C, ...(body.includes("S") ? { S } : {}) };
      gpgpu.compute({
        id: "Long",
        vertexShader: `uniform sampler2D L, S; uniform int last; out float C; ${own} void main() { C = ${body}; }`,
        args: { S, last: n - 1, ...args },
      });
      return C[0];
    };
    equal(run("tex1D(S, 1.5).r + tex1Dfetch(L, last).r"), n + 1);
    equal(run("own(S) + tex1Dfetch(L, last).r", "float own(sampler2D s) { return tex1D(s, 1.5).r; }"), n + 1);
    equal(run("tex1Dfetch(L, last).r; float tex1D = 1.0; C += tex1D"), n);
    for (const [body, own] of [
      ["tex1D(L, 0.5).r"],
      ["tex1D(S, 0.5).r + tex1D((L), 0.5).r"],
      ["own(L)", "float own(sampler2D s) { return tex1D(s, 1.5).r; }"],
    ]) {
      const error = await refused(() => run(body, own));
      equal([error.code, error.kernel, error.argument], ["UNSUPPORTED", "Long", "L"], body);
    }
    gpgpu.dispose();
  },

  async "half floats are taken by value"({ CreateGPGPU }) {
    if (typeof Float16Array === "undefined") return;
    const gpgpu = CreateGPGPU();
    const halves = Float16Array.of(1.5, -2, 65504),
      numbers = [1.5, -2, 65504];
    const run = (vertexShader, args) => {
      gpgpu.compute({ id: "Halves", vertexShader, args });
      return args.C;
    };
    equal(run("in float A; out float C; void main() { C = A; }", { A: halves, C: new Float32Array(3) }), numbers);
    equal(run("in int A; flat out int C; void main() { C = A; }", { A: halves, C: new Int32Array(3) }), [1, -2, 65504]);
    equal(
      run("uniform float k[3]; out float C; void main() { C = k[gl_VertexID]; }", {
        k: halves,
        C: new Float32Array(3),
      }),
      numbers,
    );
    const info = gpgpu.makeTextureInfo("float", [3], halves);
    equal(
      run("uniform sampler2D t; out float C; void main() { C = tex1Dfetch(t, gl_VertexID).r; }", {
        t: info,
        C: new Float32Array(3),
      }),
      numbers,
    );
    const array = gpgpu.makeArray("float", [3], halves);
    array.write(halves);
    equal(array.readSync(), numbers);
    equal(gpgpu.permuteRows(gpgpu.makeArray("float", [2, 1], [7, 8]), Float16Array.of(1, 0)).readSync(), [8, 7]);
    // As an output it is refused, as all are that are not of the declared kind; in a TextureInfo it is replaced.
    const C = new Float16Array(3);
    const error = await refused(() => run("in float A; out float C; void main() { C = A; }", { A: halves, C }));
    equal([error.code, error.argument, Array.from(C)], ["BAD_ARGUMENT", "C", [0, 0, 0]]);
    ok(error.message.includes("Float16Array"), error.message);
    const filled = run("in float A; out float C; void main() { C = A; }", {
      A: halves,
      C: gpgpu.makeTextureInfo("float", [3], new Float16Array(3)),
    });
    equal(filled.value, Float32Array.from(numbers));
    equal(
      (await refused(() => gpgpu.makeTextureInfo("float", [3], halves, { readMode: "normalizedFloat" }))).code,
      "BAD_ARGUMENT",
    );
    gpgpu.dispose();
  },
};
