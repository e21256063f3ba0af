// The least that WebGL2 may offer, made of whatever is there: a context that tells the smallest limits and refuses what is beyond.

// OpenGL ES 3.0, tables 6.28 to 6.35.
const least = {
  MAX_TEXTURE_SIZE: 2048,
  MAX_3D_TEXTURE_SIZE: 256,
  MAX_ARRAY_TEXTURE_LAYERS: 256,
  MAX_RENDERBUFFER_SIZE: 2048,
  MAX_DRAW_BUFFERS: 4,
  MAX_COLOR_ATTACHMENTS: 4,
  MAX_VERTEX_UNIFORM_VECTORS: 256,
  MAX_FRAGMENT_UNIFORM_VECTORS: 224,
  MAX_UNIFORM_BLOCK_SIZE: 16384,
  MAX_VERTEX_UNIFORM_BLOCKS: 12,
  MAX_FRAGMENT_UNIFORM_BLOCKS: 12,
  MAX_UNIFORM_BUFFER_BINDINGS: 24,
  UNIFORM_BUFFER_OFFSET_ALIGNMENT: 256,
  MAX_VERTEX_TEXTURE_IMAGE_UNITS: 16,
  MAX_TEXTURE_IMAGE_UNITS: 16,
  MAX_COMBINED_TEXTURE_IMAGE_UNITS: 32,
  MAX_VERTEX_ATTRIBS: 16,
  MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS: 4,
  MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS: 4,
  MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS: 64,
  MAX_VARYING_VECTORS: 15,
  MAX_VARYING_COMPONENTS: 60,
};

/** Vectors of four that variables take, given as [vectors, width]: what leaves room shares it with what fits. */
function packed(variables) {
  let [vectors, pairs, ones, gaps] = [0, 0, 0, 0];
  for (const [rows, width] of variables) {
    if (width > 2) vectors += rows;
    if (width === 3) gaps += rows;
    else if (width === 2) pairs += rows;
    else if (width === 1) ones += rows;
  }
  return vectors + Math.ceil(pairs / 2) + Math.max(0, Math.ceil((ones - gaps - 2 * (pairs % 2)) / 4));
}

/** Vectors and width of a type of GLSL by WebGL's number for it; `null` for samplers. */
function sizeOf(gl, type) {
  for (const [suffix, size] of [
    ["", [1, 1]],
    ["_VEC2", [1, 2]],
    ["_VEC3", [1, 3]],
    ["_VEC4", [1, 4]],
  ]) {
    if (["FLOAT", "INT", "UNSIGNED_INT", "BOOL"].some((scalar) => gl[scalar + suffix] === type)) return size;
  }
  for (const c of [2, 3, 4])
    for (const r of [2, 3, 4]) if (gl[`FLOAT_MAT${c === r ? c : `${c}x${r}`}`] === type) return [c, r === 2 ? 4 : r];
  return null;
}

/**
 * A context of the poorest device. `without` says which extensions it lacks. `refused` gets each call that is beyond its limits; none of
 * them is made, and programs that are too large do not link.
 */
export function poorest(without = /color_buffer|float_blend|float_linear|parallel|debug_renderer/i) {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2"),
    refused = [];
  const limits = new Map(Object.entries(least).map(([name, value]) => [gl[name], value]));
  const own = {};
  const replace = (name, replacement) => {
    own[name] = gl[name].bind(gl);
    gl[name] = replacement;
  };
  /** Makes a call only if `fits(...words)`; `after(...words)` follows it. */
  const bound = (name, fits, after = () => {}) =>
    replace(name, (...words) => {
      if (!fits(...words)) return void refused.push(`${name}(${words.map(String)})`);
      const result = own[name](...words);
      after(...words);
      return result;
    });
  const two = least.MAX_TEXTURE_SIZE,
    three = least.MAX_3D_TEXTURE_SIZE;

  replace("getParameter", (name) => limits.get(name) ?? own.getParameter(name));
  replace("getExtension", (name) => (without.test(name) ? null : own.getExtension(name)));
  replace("getSupportedExtensions", () => own.getSupportedExtensions().filter((name) => !without.test(name)));

  // Sizes.
  const formats = new WeakMap();
  const bindings = {
    [gl.TEXTURE_2D]: gl.TEXTURE_BINDING_2D,
    [gl.TEXTURE_3D]: gl.TEXTURE_BINDING_3D,
    [gl.TEXTURE_2D_ARRAY]: gl.TEXTURE_BINDING_2D_ARRAY,
  };
  const noted = (target, _, format) => formats.set(own.getParameter(bindings[target]), format);
  bound("texStorage2D", (target, levels, format, width, height) => Math.max(width, height) <= two, noted);
  bound(
    "texStorage3D",
    (target, levels, format, width, height, depth) =>
      target === gl.TEXTURE_3D
        ? Math.max(width, height, depth) <= three
        : Math.max(width, height) <= two && depth <= least.MAX_ARRAY_TEXTURE_LAYERS,
    noted,
  );
  bound(
    "texImage2D",
    (...words) =>
      (words.length < 8 ? Math.max(words.at(-1).width, words.at(-1).height) : Math.max(words[3], words[4])) <= two,
    noted,
  );
  bound("renderbufferStorage", (target, format, width, height) => Math.max(width, height) <= two);

  // Places.
  bound("drawBuffers", (buffers) => buffers.length <= least.MAX_DRAW_BUFFERS);
  for (const name of ["framebufferTexture2D", "framebufferTextureLayer", "framebufferRenderbuffer"]) {
    bound(name, (target, at) => at > gl.COLOR_ATTACHMENT15 || at < gl.COLOR_ATTACHMENT4);
  }
  for (const name of ["clearBufferfv", "clearBufferiv", "clearBufferuiv"])
    bound(name, (buffer, at) => at < least.MAX_DRAW_BUFFERS);
  for (const name of ["bindBufferBase", "bindBufferRange"]) {
    bound(name, (target, at, buffer, offset = 0) =>
      target === gl.UNIFORM_BUFFER ? at < least.MAX_UNIFORM_BUFFER_BINDINGS && offset % 256 === 0 : at < 4,
    );
  }
  bound("activeTexture", (unit) => unit < gl.TEXTURE0 + least.MAX_COMBINED_TEXTURE_IMAGE_UNITS);

  // The formats that can be read always.
  bound(
    "readPixels",
    (x, y, width, height, format, type) =>
      (format === gl.RGBA ? [gl.UNSIGNED_BYTE, gl.FLOAT] : [gl.INT, gl.UNSIGNED_INT]).includes(type) &&
      [gl.RGBA, gl.RGBA_INTEGER].includes(format),
  );

  // Blending of floats.
  const blends = () =>
    without.test("EXT_float_blend") &&
    gl.isEnabled(gl.BLEND) &&
    own.getParameter(gl.DRAW_FRAMEBUFFER_BINDING) &&
    [0, 1, 2, 3].some((i) => {
      const ask = (name) =>
        gl.getFramebufferAttachmentParameter(
          gl.DRAW_FRAMEBUFFER,
          gl.COLOR_ATTACHMENT0 + i,
          gl[`FRAMEBUFFER_ATTACHMENT_OBJECT_${name}`],
        );
      return ask("TYPE") === gl.TEXTURE && [gl.R32F, gl.RG32F, gl.RGBA32F].includes(formats.get(ask("NAME")));
    });
  for (const name of ["drawArrays", "drawArraysInstanced", "drawElements"]) bound(name, () => !blends());

  // Programs.
  const captured = new WeakMap();
  bound(
    "transformFeedbackVaryings",
    () => true,
    (program, names, mode) => captured.set(program, { names, mode }),
  );
  const tooLarge = (program) => {
    const sources = {};
    for (const shader of gl.getAttachedShaders(program))
      sources[gl.getShaderParameter(shader, gl.SHADER_TYPE)] = gl.getShaderSource(shader);
    const count = own.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
    const blocks = count ? gl.getActiveUniforms(program, [...Array(count).keys()], gl.UNIFORM_BLOCK_INDEX) : [];
    for (const [stage, most] of [
      [gl.VERTEX_SHADER, 256],
      [gl.FRAGMENT_SHADER, 224],
    ]) {
      const used = [...Array(count).keys()]
        .filter((i) => blocks[i] < 0)
        .map((i) => gl.getActiveUniform(program, i))
        .filter(({ name }) => new RegExp(`\\b${name.match(/^\w+/)[0]}\\b`).test(sources[stage]));
      const sizes = used.map(({ type, size }) => [sizeOf(gl, type), size]);
      if (packed(sizes.filter(([one]) => one).map(([[rows, width], size]) => [rows * size, width])) > most)
        return "too many uniforms";
      if (sizes.filter(([one]) => !one).reduce((sum, [, size]) => sum + size, 0) > 16) return "too many samplers";
    }
    for (let i = 0; i < own.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS); i++) {
      if (gl.getActiveUniformBlockParameter(program, i, gl.UNIFORM_BLOCK_DATA_SIZE) > least.MAX_UNIFORM_BLOCK_SIZE)
        return "a uniform block is too large";
    }
    for (const [, name] of sources[gl.FRAGMENT_SHADER].matchAll(/\bout\s+(?:\w+\s+)+?(\w+)\s*[;[,]/g)) {
      if (gl.getFragDataLocation(program, name) >= least.MAX_DRAW_BUFFERS) return "too many outputs";
    }
    const { names = [], mode } = captured.get(program) ?? {};
    const sizes = names.map((_, i) => sizeOf(gl, gl.getTransformFeedbackVarying(program, i).type));
    if (mode === gl.SEPARATE_ATTRIBS && (names.length > 4 || sizes.some(([rows]) => rows > 1)))
      return "too many separate captures";
    return packed(sizes) > least.MAX_VARYING_VECTORS ? "too many varyings" : null;
  };
  replace("getProgramParameter", (program, name) => {
    const value = own.getProgramParameter(program, name);
    return name === gl.LINK_STATUS ? value && !tooLarge(program) : value;
  });
  replace("getProgramInfoLog", (program) => tooLarge(program) ?? own.getProgramInfoLog(program));
  return { gl, refused };
}
