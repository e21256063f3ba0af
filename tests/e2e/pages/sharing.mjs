// A context that the library shares with somebody else: everything is found as it was left.
import { equal, ok } from "../assert.mjs";
import { multiplyInTextures, product } from "../kernels.mjs";

const switches = [
  "BLEND",
  "CULL_FACE",
  "DEPTH_TEST",
  "DITHER",
  "POLYGON_OFFSET_FILL",
  "SAMPLE_ALPHA_TO_COVERAGE",
  "SAMPLE_COVERAGE",
  "SCISSOR_TEST",
  "STENCIL_TEST",
  "RASTERIZER_DISCARD",
];

/** State of extensions, as far as the browser has them: its name, how it is asked for, and how it is set another way. */
function* added(gl) {
  const clip = gl.getExtension("EXT_clip_control"),
    provoking = gl.getExtension("WEBGL_provoking_vertex");
  const depth = gl.getExtension("EXT_depth_clamp");
  if (clip)
    yield [
      "clip control",
      () => [clip.CLIP_ORIGIN_EXT, clip.CLIP_DEPTH_MODE_EXT].map((name) => gl.getParameter(name)),
      () => clip.clipControlEXT(clip.UPPER_LEFT_EXT, clip.ZERO_TO_ONE_EXT),
    ];
  if (provoking)
    yield [
      "the provoking vertex",
      () => gl.getParameter(provoking.PROVOKING_VERTEX_WEBGL),
      () => provoking.provokingVertexWEBGL(provoking.FIRST_VERTEX_CONVENTION_WEBGL),
    ];
  if (depth) yield ["depth clamp", () => gl.isEnabled(depth.DEPTH_CLAMP_EXT), () => gl.enable(depth.DEPTH_CLAMP_EXT)];
  if ("unpackColorSpace" in gl)
    yield [
      "the colour space of uploads",
      () => gl.unpackColorSpace,
      () => {
        gl.unpackColorSpace = "display-p3";
      },
    ];
}

const parameters = [
  "ACTIVE_TEXTURE",
  "ARRAY_BUFFER_BINDING",
  "BLEND_COLOR",
  "BLEND_DST_ALPHA",
  "BLEND_DST_RGB",
  "BLEND_EQUATION_ALPHA",
  "BLEND_EQUATION_RGB",
  "BLEND_SRC_ALPHA",
  "BLEND_SRC_RGB",
  "COLOR_CLEAR_VALUE",
  "COLOR_WRITEMASK",
  "COPY_READ_BUFFER_BINDING",
  "COPY_WRITE_BUFFER_BINDING",
  "CULL_FACE_MODE",
  "CURRENT_PROGRAM",
  "DEPTH_CLEAR_VALUE",
  "DEPTH_FUNC",
  "DEPTH_RANGE",
  "DEPTH_WRITEMASK",
  "DRAW_FRAMEBUFFER_BINDING",
  "FRONT_FACE",
  "LINE_WIDTH",
  "PACK_ALIGNMENT",
  "PACK_ROW_LENGTH",
  "PACK_SKIP_PIXELS",
  "PACK_SKIP_ROWS",
  "PIXEL_PACK_BUFFER_BINDING",
  "PIXEL_UNPACK_BUFFER_BINDING",
  "POLYGON_OFFSET_FACTOR",
  "POLYGON_OFFSET_UNITS",
  "READ_FRAMEBUFFER_BINDING",
  "RENDERBUFFER_BINDING",
  "SAMPLE_COVERAGE_VALUE",
  "SCISSOR_BOX",
  "STENCIL_CLEAR_VALUE",
  "STENCIL_FUNC",
  "STENCIL_REF",
  "STENCIL_VALUE_MASK",
  "STENCIL_WRITEMASK",
  "TRANSFORM_FEEDBACK_BINDING",
  "TRANSFORM_FEEDBACK_BUFFER_BINDING",
  "TRANSFORM_FEEDBACK_ACTIVE",
  "TRANSFORM_FEEDBACK_PAUSED",
  "UNIFORM_BUFFER_BINDING",
  "UNPACK_ALIGNMENT",
  "UNPACK_COLORSPACE_CONVERSION_WEBGL",
  "UNPACK_FLIP_Y_WEBGL",
  "UNPACK_IMAGE_HEIGHT",
  "UNPACK_PREMULTIPLY_ALPHA_WEBGL",
  "UNPACK_ROW_LENGTH",
  "UNPACK_SKIP_IMAGES",
  "UNPACK_SKIP_PIXELS",
  "UNPACK_SKIP_ROWS",
  "VERTEX_ARRAY_BINDING",
  "VIEWPORT",
  "ELEMENT_ARRAY_BUFFER_BINDING",
];

// The copy targets are their own binding's names.
const enumOf = (gl, name) => gl[name] ?? gl[name.replace("_BINDING", "")];

/** All of it, object by object. */
function stateOf(gl) {
  const state = new Map();
  for (const name of switches) state.set(name, gl.isEnabled(gl[name]));
  for (const [name, ask] of added(gl)) state.set(name, ask());
  for (const name of parameters) state.set(name, gl.getParameter(enumOf(gl, name)));
  const active = gl.getParameter(gl.ACTIVE_TEXTURE);
  for (let unit = 0; unit < gl.getParameter(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS); unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    for (const name of [
      "TEXTURE_BINDING_2D",
      "TEXTURE_BINDING_3D",
      "TEXTURE_BINDING_2D_ARRAY",
      "TEXTURE_BINDING_CUBE_MAP",
      "SAMPLER_BINDING",
    ])
      state.set(`${name} of unit ${unit}`, gl.getParameter(gl[name]));
  }
  gl.activeTexture(active);
  for (let index = 0; index < 8; index++) {
    for (const name of ["UNIFORM_BUFFER_BINDING", "UNIFORM_BUFFER_START", "UNIFORM_BUFFER_SIZE"])
      state.set(`${name} ${index}`, gl.getIndexedParameter(gl[name], index));
    if (index < 4)
      state.set(`captured buffer ${index}`, gl.getIndexedParameter(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, index));
    for (const name of [
      "VERTEX_ATTRIB_ARRAY_ENABLED",
      "VERTEX_ATTRIB_ARRAY_BUFFER_BINDING",
      "VERTEX_ATTRIB_ARRAY_DIVISOR",
      "CURRENT_VERTEX_ATTRIB",
    ])
      state.set(`${name} ${index}`, gl.getVertexAttrib(index, gl[name]));
  }
  const framebuffer = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
  state.set("what is drawn of the canvas", gl.getParameter(gl.DRAW_BUFFER0));
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer);
  return state;
}

function sameState(gl, before, what) {
  equal(gl.getError(), 0, `${what}: the GL error`);
  const after = stateOf(gl);
  const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  for (const [name, value] of before) {
    const same =
      value === after.get(name) ||
      ((value === null || !(value.constructor?.name ?? "").startsWith("WebGL")) &&
        JSON.stringify(plain(value)) === JSON.stringify(plain(after.get(name))));
    ok(same, `${what}: ${name} was ${value} and is ${after.get(name)}`);
  }
}

/** Everything another way than WebGL begins. */
function unusual(gl) {
  for (const name of switches) name === "DITHER" ? gl.disable(gl[name]) : gl.enable(gl[name]);
  for (const [, , set] of added(gl)) set();
  gl.blendColor(0.1, 0.2, 0.3, 0.4);
  gl.blendFuncSeparate(gl.DST_COLOR, gl.ONE_MINUS_SRC_ALPHA, gl.SRC_ALPHA, gl.ZERO);
  gl.blendEquationSeparate(gl.FUNC_REVERSE_SUBTRACT, gl.MAX);
  gl.clearColor(0.5, 0.25, 0.125, 0.75);
  gl.clearDepth(0.375);
  gl.clearStencil(3);
  gl.colorMask(true, false, true, false);
  gl.cullFace(gl.FRONT);
  gl.depthFunc(gl.GREATER);
  gl.depthMask(false);
  gl.depthRange(0.25, 0.75);
  gl.frontFace(gl.CW);
  gl.polygonOffset(1.5, 2);
  gl.sampleCoverage(0.5, true);
  gl.scissor(1, 2, 3, 4);
  gl.viewport(5, 6, 7, 8);
  gl.stencilFunc(gl.LESS, 1, 7);
  gl.stencilMask(5);
  for (const [name, value] of Object.entries({
    PACK_ALIGNMENT: 8,
    PACK_ROW_LENGTH: 11,
    PACK_SKIP_PIXELS: 2,
    PACK_SKIP_ROWS: 3,
    UNPACK_ALIGNMENT: 2,
    UNPACK_ROW_LENGTH: 13,
    UNPACK_IMAGE_HEIGHT: 17,
    UNPACK_SKIP_PIXELS: 1,
    UNPACK_SKIP_ROWS: 2,
    UNPACK_SKIP_IMAGES: 1,
    UNPACK_FLIP_Y_WEBGL: 1,
    UNPACK_PREMULTIPLY_ALPHA_WEBGL: 1,
    UNPACK_COLORSPACE_CONVERSION_WEBGL: 0,
  }))
    gl.pixelStorei(gl[name], value);
  gl.drawBuffers([gl.NONE]);

  const buffer = () => {
    const made = gl.createBuffer();
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, made);
    gl.bufferData(gl.COPY_WRITE_BUFFER, 4096, gl.DYNAMIC_DRAW);
    return made;
  };
  gl.bindVertexArray(gl.createVertexArray());
  for (let index = 0; index < 8; index++) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer());
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, 2, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(index, index % 3);
    gl.vertexAttrib4f(index, index, 2, 3, 4);
    gl.bindBufferRange(gl.UNIFORM_BUFFER, index, buffer(), 256, 512 + 16 * index);
  }
  const indices = gl.createBuffer();
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
  gl.bindBuffer(gl.UNIFORM_BUFFER, buffer());
  for (const target of ["ARRAY_BUFFER", "PIXEL_PACK_BUFFER", "PIXEL_UNPACK_BUFFER", "COPY_READ_BUFFER"])
    gl.bindBuffer(gl[target], buffer());
  gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer());
  for (let unit = 0; unit < 16; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    for (const target of ["TEXTURE_2D", "TEXTURE_3D", "TEXTURE_2D_ARRAY", "TEXTURE_CUBE_MAP"])
      gl.bindTexture(gl[target], gl.createTexture());
    gl.bindSampler(unit, gl.createSampler());
  }
  gl.activeTexture(gl.TEXTURE5);
  for (const target of [gl.DRAW_FRAMEBUFFER, gl.READ_FRAMEBUFFER]) {
    gl.bindFramebuffer(target, gl.createFramebuffer());
    gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 4, 4);
    gl.framebufferRenderbuffer(target, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, gl.getParameter(gl.RENDERBUFFER_BINDING));
  }
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, gl.createTransformFeedback());
  const program = capturing(gl);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer());
  gl.useProgram(program);
}

/** Makes one draw buffer keep nothing. Whether it blends cannot be asked, so it cannot be put back. */
function blendOneBuffer(gl) {
  const indexed = gl.getExtension("OES_draw_buffers_indexed");
  gl.disable(gl.BLEND);
  indexed?.enableiOES(gl.BLEND, 1);
  indexed?.blendFunciOES(1, gl.ZERO, gl.ZERO);
}

function capturing(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [
      gl.VERTEX_SHADER,
      "#version 300 es\nout float v; void main() { v = 1.0; gl_Position = vec4(0); gl_PointSize = 1.0; }",
    ],
    [gl.FRAGMENT_SHADER, "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1); }"],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.transformFeedbackVaryings(program, ["v"], gl.SEPARATE_ATTRIBS);
  gl.linkProgram(program);
  return program;
}

/** Begins to capture with this object, and has captured one number; the buffer has room for four. */
function inFeedback(gl, object) {
  const program = capturing(gl),
    buffer = gl.createBuffer();
  gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer);
  gl.bufferData(gl.COPY_WRITE_BUFFER, 16, gl.DYNAMIC_DRAW);
  gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, object);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
  gl.useProgram(program);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, 1);
  return buffer;
}

/** One call of each kind; each says whether it was right. */
const calls = {
  "makeArray and write": (gpgpu) => {
    const array = gpgpu.makeArray("float", [5], [1, 2, 3, 4, 5]);
    array.write([5, 4, 3, 2, 1]);
    equal(array.readSync(), [5, 4, 3, 2, 1]);
    equal(gpgpu.makeArray("vec3", [2, 2]).readSync(), new Array(12).fill(0));
    equal(array.clone().readSync(), [5, 4, 3, 2, 1]);
  },
  capabilities: (gpgpu) => void gpgpu.capabilities(),
  "the vertex technique": (gpgpu) => equal(multiplyInTextures(gpgpu), product),
  "hundreds of uniforms": (gpgpu) => {
    const C = new Float32Array(3);
    const vertexShader = "in float A; uniform float w[900]; out float C; void main() { C = A + w[gl_VertexID + 800]; }";
    const w = Float32Array.from({ length: 900 }, (_, i) => i);
    gpgpu.compute({ vertexShader, args: { A: new Float32Array([1, 2, 3]), w, C } });
    equal(C, [801, 803, 805]);
  },
  "the fragment technique": (gpgpu) => {
    const x = gpgpu.makeArray(
      "vec4",
      [3, 3],
      Float32Array.from({ length: 36 }, (_, i) => i),
    );
    const y = gpgpu.makeTextureInfo("vec4", [3, 3]),
      z = gpgpu.makeTextureInfo("vec4", [3, 3]);
    gpgpu.compute({
      fragmentShader:
        "uniform sampler2D x; out vec4 y, z; void main() { z = texelFetch(x, ivec2(gl_FragCoord.xy), 0); y = 2.0 * z; }",
      args: { x, y, z },
    });
    for (const [factor, { value }] of [
      [2, y],
      [1, z],
    ])
      equal(
        value,
        Float32Array.from({ length: 36 }, (_, i) => factor * i),
      );
  },
  "volumes and layers": (gpgpu) => {
    const C = new Float32Array(8);
    const T = gpgpu.makeTextureInfo("float", [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]);
    gpgpu.compute({
      vertexShader:
        "uniform sampler3D T; uniform sampler2DArray L; out float C; void main() { ivec3 i = ivec3(gl_VertexID & 1, (gl_VertexID >> 1) & 1, gl_VertexID >> 2); C = texelFetch(T, i, 0).r + texelFetch(L, i, 0).r; }",
      args: { T, L: T, C },
    });
    equal(C, [2, 4, 6, 8, 10, 12, 14, 16]);
  },
  "an image": (gpgpu) => {
    const C = new Float32Array(2);
    const T = new ImageData(new Uint8ClampedArray([255, 0, 0, 255, 51, 0, 0, 255]), 2, 1);
    gpgpu.compute({
      vertexShader: "uniform sampler2D T; out float C; void main() { C = texelFetch(T, ivec2(gl_VertexID, 0), 0).r; }",
      args: { T, C },
    });
    equal(
      Array.from(C, (v) => Math.round(v * 255)),
      [255, 51],
    );
  },
  operations: (gpgpu) => {
    const a = gpgpu.makeArray("float", [2, 2], [4, 1, 2, 3]);
    equal(gpgpu.matmul(a, a).readSync(), [18, 7, 14, 11]);
    equal(gpgpu.sort(a.reshape([4])).readSync(), [1, 2, 3, 4]);
    equal(gpgpu.sum(a).readSync(), [10]);
    equal(gpgpu.map("a * 2.0", { a }).readSync(), [8, 2, 4, 6]);
    ok(Math.abs(gpgpu.det(a) - 10) < 1e-4, "the determinant is wrong");
  },
  "a product from uniform blocks": (gpgpu) => {
    const [m, k, n] = [66, 64, 68]; // too large for the one short pass of small products
    const values = (count) => Float32Array.from({ length: count }, (_, i) => ((i * 7) % 13) - 6);
    const A = gpgpu.makeArray("float", [m, k], values(m * k)),
      B = gpgpu.makeArray("float", [k, n], values(k * n));
    const wanted = gpgpu.matmul(A, B, { method: "texture" }).readSync();
    equal(gpgpu.matmul(A, B, { method: "uniformBlock" }).readSync(), wanted);
    ok(
      wanted.some((value) => value !== 0),
      "the product is empty",
    );
  },
  "computeAsync and read": async (gpgpu) => {
    const C = new Float32Array(2);
    await gpgpu.computeAsync({
      vertexShader: "in float A; out float C; void main() { C = A; }",
      args: { A: new Float32Array([7, 8]), C },
    });
    equal(C, [7, 8]);
    equal(await gpgpu.makeArray("float", [2], [1, 2]).read(), [1, 2]);
  },
  "a drawing": (gpgpu) => {
    gpgpu.compute({
      vertexShader:
        "in vec2 P; flat out int corner; void main() { gl_Position = vec4(P, -0.9, 1.0); corner = gl_VertexID; }",
      fragmentShader: "flat in int corner; out vec4 color; void main() { color = vec4(0.0, corner == 2, 0.0, 1.0); }",
      args: { P: new Float32Array([-1, -1, 1, -1, -1, 0.5]) },
      VertexIndexBuffer: new Uint16Array([0, 1, 2]),
    });
    const gl = gpgpu.getGL();
    const [read, pack] = [gl.getParameter(gl.READ_FRAMEBUFFER_BINDING), gl.getParameter(gl.PIXEL_PACK_BUFFER_BINDING)];
    const pixel = new Uint8Array(400);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, read);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pack);
    equal(
      pixel.filter((value) => value !== 0),
      [255, 255],
      "the colour at the canvas's corner",
    );
  },
  "a refusal": (gpgpu) => {
    let refused = 0;
    for (const vertexShader of [
      "out float C; void main() { C = ; }",
      "in float A; out float C; void main() { C = A; }",
    ])
      try {
        gpgpu.compute({ vertexShader, args: { C: new Float32Array(2) } });
      } catch {
        refused++;
      }
    equal(refused, 2);
  },
  clearAll: (gpgpu) => gpgpu.clearAll(),
};

/** A walk through a list on which each item comes once right after each, itself too. */
function* eachAfterEach(list) {
  for (const [i, first] of list.entries()) {
    yield first;
    for (const second of list.slice(i + 1)) {
      yield first;
      yield second;
    }
  }
  yield list[0];
}

export const tests = {
  async "on the caller's context every piece of state is put back, whatever was called"({ CreateGPGPU }) {
    const gl = new OffscreenCanvas(16, 16).getContext("webgl2", { stencil: true });
    unusual(gl);
    let before = stateOf(gl);
    equal(gl.getError(), 0, "the test's own GL error");
    const gpgpu = CreateGPGPU({ gl });
    sameState(gl, before, "CreateGPGPU");
    for (const [what, call] of Object.entries(calls)) {
      for (let round = 0; round < 2; round++) {
        await call(gpgpu);
        sameState(gl, before, what);
      }
    }
    gpgpu.dispose();
    sameState(gl, before, "dispose");
    ok(!gl.isContextLost(), "the caller's context was lost");
  },

  async "the same on a canvas whose context somebody else has made and used"({ CreateGPGPU }) {
    const canvas = new OffscreenCanvas(16, 16);
    const gl = canvas.getContext("webgl2");
    unusual(gl);
    const before = stateOf(gl);
    const gpgpu = CreateGPGPU(canvas);
    for (const [what, call] of Object.entries(calls)) {
      await call(gpgpu);
      sameState(gl, before, what);
    }
    gpgpu.dispose();
  },

  async "and whatever state a caller leaves on a context of the library's own, results are right"({ CreateGPGPU }) {
    const gpgpu = CreateGPGPU();
    for (const [what, call] of Object.entries(calls)) {
      unusual(gpgpu.getGL());
      blendOneBuffer(gpgpu.getGL());
      try {
        await call(gpgpu);
      } catch (error) {
        throw new Error(`${what}: ${error.message}`);
      }
      equal(gpgpu.getGL().getError(), 0, `${what}: the GL error`);
    }
    gpgpu.dispose();
  },

  async "transform feedback that the caller is in the middle of goes on"({ CreateGPGPU }) {
    for (const object of [(gl) => gl.createTransformFeedback(), () => null]) {
      const gl = new OffscreenCanvas(16, 16).getContext("webgl2");
      const gpgpu = CreateGPGPU({ gl });
      const buffer = inFeedback(gl, object(gl));
      for (const [what, call] of Object.entries(calls)) {
        const before = stateOf(gl);
        await call(gpgpu);
        sameState(gl, before, what);
      }
      gl.drawArrays(gl.POINTS, 0, 1);
      gl.endTransformFeedback();
      equal(gl.getError(), 0, "the GL error");
      gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
      gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
      const captured = new Float32Array(4);
      gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, captured);
      equal(captured, [1, 1, 0, 0]);
      gpgpu.dispose();
    }
  },

  async "on a context of the library's own it is paused, and in no call's way"({ CreateGPGPU }) {
    for (const object of [(gl) => gl.createTransformFeedback(), () => null]) {
      const gpgpu = CreateGPGPU(),
        gl = gpgpu.getGL();
      for (const [what, call] of Object.entries(calls)) {
        const own = object(gl);
        gpgpu.clearAll(); // nothing is linked yet
        inFeedback(gl, own);
        try {
          await call(gpgpu);
        } catch (error) {
          throw new Error(`${what}: ${error.message}`);
        }
        equal(gl.getError(), 0, `${what}: the GL error`);
        // A call that draws nothing may have left it as it was, and then nothing can be bound before it ends.
        if (gl.getParameter(gl.TRANSFORM_FEEDBACK_BINDING) !== own)
          gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, own);
        gl.endTransformFeedback();
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
        equal(gl.getError(), 0, `after ${what}, the GL error of ending it`);
      }
      gpgpu.dispose();
    }
  },

  async "nothing of the library's is left on the caller's context after dispose"({ CreateGPGPU }) {
    const gl = new OffscreenCanvas(16, 16).getContext("webgl2");
    const live = {};
    for (const kind of [
      "Buffer",
      "Texture",
      "Program",
      "Shader",
      "Framebuffer",
      "VertexArray",
      "TransformFeedback",
      "Sampler",
      "Renderbuffer",
      "Query",
    ]) {
      live[kind] = 0;
      const [create, remove] = [gl[`create${kind}`], gl[`delete${kind}`]];
      gl[`create${kind}`] = (...words) => {
        live[kind]++;
        return create.apply(gl, words);
      };
      gl[`delete${kind}`] = (object) => {
        if (object) live[kind]--;
        return remove.call(gl, object);
      };
    }
    const gpgpu = CreateGPGPU({ gl });
    for (const call of Object.values(calls)) await call(gpgpu);
    const factors = gpgpu.lu(gpgpu.identity(3));
    equal([factors.sign, factors.rcond], [1, 1]);
    gpgpu.dispose();
    equal(
      Object.entries(live).filter(([, count]) => count !== 0),
      [],
    );
  },

  async "error flags that the caller has left stay, and none is taken for the library's"({ CreateGPGPU }) {
    const canvas = new OffscreenCanvas(16, 16);
    const gl = canvas.getContext("webgl2");
    const errors = {
      INVALID_ENUM: () => gl.enable(0xbad),
      INVALID_VALUE: () => gl.viewport(0, 0, -1, -1),
      INVALID_OPERATION: () => gl.uniform1f(gl.getUniformLocation(program, "k"), 1),
    };
    const program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, "#version 300 es\nuniform float k; void main() { gl_Position = vec4(k); }"],
      [gl.FRAGMENT_SHADER, "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1); }"],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    const noted = () => {
      const list = [];
      for (let error; (error = gl.getError()) !== 0;) list.push(error);
      return list.sort();
    };
    for (const source of [{ gl }, canvas]) {
      const gpgpu = CreateGPGPU(source);
      const large = () => {
        gpgpu.clearAll();
        const array = gpgpu.makeArray("float", [2048, 1024], new Float32Array(2048 * 1024).fill(3));
        equal(gpgpu.sum(gpgpu.transpose(array)).readSync(), [3 * 2048 * 1024]);
        array.dispose();
      };
      large();
      equal(noted(), [], "flags of the library's own");
      for (const [name, raise] of Object.entries(errors)) {
        raise();
        large();
        equal(noted(), [gl[name]], "flags");
      }
      gpgpu.dispose();
    }
  },

  async "on a canvas of the caller's, what the library leaves does not touch drawing that sets what it needs"({
    CreateGPGPU,
  }) {
    const canvas = document.createElement("canvas");
    const gpgpu = CreateGPGPU(canvas);
    const own = CreateGPGPU();
    for (const [what, call] of Object.entries(calls)) {
      await call(gpgpu);
      await call(own);
      for (const gl of [canvas.getContext("webgl2"), own.getGL()]) {
        equal(gl.getParameter(gl.CURRENT_PROGRAM), null, `${what}: the program`);
        for (const name of switches) equal(gl.isEnabled(gl[name]), name === "DITHER", `${what}: ${name}`);
        for (const [name, value] of Object.entries({
          UNPACK_ALIGNMENT: 4,
          PACK_ALIGNMENT: 4,
          UNPACK_FLIP_Y_WEBGL: false,
          UNPACK_COLORSPACE_CONVERSION_WEBGL: gl.BROWSER_DEFAULT_WEBGL,
        }))
          equal(gl.getParameter(gl[name]), value, `${what}: ${name}`);
        for (const name of [
          "VERTEX_ARRAY_BINDING",
          "TRANSFORM_FEEDBACK_BINDING",
          "FRAMEBUFFER_BINDING",
          "ARRAY_BUFFER_BINDING",
          "UNIFORM_BUFFER_BINDING",
        ])
          equal(gl.getParameter(gl[name]), null, `${what}: ${name}`);
        for (let unit = 0; unit < 16; unit++) {
          gl.activeTexture(gl.TEXTURE0 + unit);
          equal(gl.getParameter(gl.SAMPLER_BINDING), null, `${what}: the sampler of unit ${unit}`);
        }
      }
    }
    gpgpu.dispose();
    own.dispose();
  },

  async "on a context that nobody else can reach, each call is right after each other one"({ CreateGPGPU }) {
    // A drawing asks for the context; clearAll makes every other call compile anew, which takes its time.
    const own = Object.entries(calls)
      .filter(([what]) => what !== "a drawing" && what !== "clearAll")
      .map(([, call]) => call);
    for (const lead of ["getGL", "canvas"]) {
      const gpgpu = CreateGPGPU();
      for (const call of eachAfterEach(own)) await call(gpgpu);
      for (const call of own) {
        gpgpu.clearAll();
        await call(gpgpu);
      }
      // Once somebody asks for it, nothing is left bound, and what they change changes no result.
      const gl = lead === "getGL" ? gpgpu.getGL() : gpgpu.canvas.getContext("webgl2");
      equal(gl.getError(), 0, "the GL error");
      for (const name of [
        "VERTEX_ARRAY_BINDING",
        "TRANSFORM_FEEDBACK_BINDING",
        "FRAMEBUFFER_BINDING",
        "ARRAY_BUFFER_BINDING",
        "UNIFORM_BUFFER_BINDING",
      ])
        equal(gl.getParameter(gl[name]), null, name);
      equal(gl.isEnabled(gl.RASTERIZER_DISCARD), false);
      for (const [, call] of Object.entries(calls)) {
        for (const name of switches) if (name !== "SAMPLE_COVERAGE") gl.enable(gl[name]);
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.colorMask(false, true, false, true);
        gl.viewport(3, 3, 1, 1);
        gl.bindSampler(0, gl.createSampler());
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.bindVertexArray(gl.createVertexArray());
        gl.useProgram(null);
        await call(gpgpu);
      }
      equal(gl.getError(), 0, "the GL error");
      gpgpu.dispose();
    }
  },

  async "three.js draws the same picture before and after, with kernels run in between"({ CreateGPGPU }) {
    const THREE = await import("/node_modules/three/build/three.module.js");
    const canvas = document.createElement("canvas");
    const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
    renderer.setSize(96, 64);
    renderer.shadowMap.enabled = true;
    const scene = new THREE.Scene();
    scene.background = new THREE.Color(0x203040);
    const camera = new THREE.PerspectiveCamera(50, 1.5, 0.1, 50);
    camera.position.set(2, 3, 5);
    camera.lookAt(0, 0, 0);
    const light = new THREE.DirectionalLight(0xffffff, 3);
    light.position.set(3, 5, 2);
    light.castShadow = true;
    const texture = new THREE.DataTexture(
      new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255]),
      2,
      2,
    );
    texture.needsUpdate = true;
    const cube = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), new THREE.MeshStandardMaterial({ map: texture }));
    const glass = new THREE.Mesh(
      new THREE.SphereGeometry(0.7),
      new THREE.MeshBasicMaterial({ color: 0x88ccff, transparent: true, opacity: 0.5 }),
    );
    const floor = new THREE.Mesh(new THREE.PlaneGeometry(6, 6), new THREE.MeshStandardMaterial({ color: 0x999999 }));
    glass.position.set(1, 0.3, 1);
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = -0.6;
    cube.castShadow = floor.receiveShadow = true;
    scene.add(light, new THREE.AmbientLight(0xffffff, 0.4), cube, glass, floor);
    const gl = renderer.getContext();
    const picture = () => {
      renderer.render(scene, camera);
      const pixels = new Uint8Array(4 * 96 * 64);
      gl.readPixels(0, 0, 96, 64, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    };
    const first = picture();
    ok(new Set(first).size > 20, "three.js drew nothing much");
    for (const source of [{ gl }, canvas]) {
      const gpgpu = CreateGPGPU(source);
      for (const [what, call] of Object.entries(calls)) {
        if (what === "a drawing") continue; // on purpose on the same canvas
        await call(gpgpu);
        const again = picture();
        ok(
          again.every((value, i) => value === first[i]),
          `another picture after ${what}`,
        );
      }
      equal(gl.getError(), 0, "the GL error");
      gpgpu.dispose();
      ok(
        picture().every((value, i) => value === first[i]),
        "another picture after dispose",
      );
    }
    renderer.dispose();
  },
};
