// State of a context that is somebody else's: noted before the library changes it, and put back afterwards.
//
// In JavaScript because state comes in every type that JavaScript has, and because most browsers answer these questions
// without asking the GPU. Texture units and uniform buffers are noted when the library first touches them.

// State that extensions add.
const LOWER_LEFT = 0x8ca1,
  NEGATIVE_ONE_TO_ONE = 0x935e,
  CLIP_ORIGIN = 0x935c,
  CLIP_DEPTH_MODE = 0x935d;
const PROVOKING_VERTEX = 0x8e4f,
  LAST_VERTEX = 0x8e4e,
  DEPTH_CLAMP = 0x864f;

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

const pixelStore = [
  "UNPACK_ALIGNMENT",
  "UNPACK_ROW_LENGTH",
  "UNPACK_IMAGE_HEIGHT",
  "UNPACK_SKIP_PIXELS",
  "UNPACK_SKIP_ROWS",
  "UNPACK_SKIP_IMAGES",
  "UNPACK_FLIP_Y_WEBGL",
  "UNPACK_PREMULTIPLY_ALPHA_WEBGL",
  "UNPACK_COLORSPACE_CONVERSION_WEBGL",
  "PACK_ALIGNMENT",
  "PACK_ROW_LENGTH",
  "PACK_SKIP_PIXELS",
  "PACK_SKIP_ROWS",
];

const buffers = [
  "ARRAY_BUFFER",
  "COPY_READ_BUFFER",
  "COPY_WRITE_BUFFER",
  "PIXEL_PACK_BUFFER",
  "PIXEL_UNPACK_BUFFER",
  "UNIFORM_BUFFER",
];

// What asks for a buffer's binding; the copy targets answer to their own names.
const bindingOf = (gl, target) => gl[`${target}_BINDING`] ?? gl[target];

const textures = ["TEXTURE_2D", "TEXTURE_3D", "TEXTURE_2D_ARRAY"];

const others = [
  "CURRENT_PROGRAM",
  "VERTEX_ARRAY_BINDING",
  "DRAW_FRAMEBUFFER_BINDING",
  "READ_FRAMEBUFFER_BINDING",
  "VIEWPORT",
  "SCISSOR_BOX",
  "COLOR_WRITEMASK",
  "DEPTH_FUNC",
  "DEPTH_WRITEMASK",
  "DEPTH_RANGE",
  "COLOR_CLEAR_VALUE",
  "DEPTH_CLEAR_VALUE",
  "BLEND_SRC_RGB",
  "BLEND_DST_RGB",
  "BLEND_SRC_ALPHA",
  "BLEND_DST_ALPHA",
  "BLEND_EQUATION_RGB",
  "BLEND_EQUATION_ALPHA",
  "ACTIVE_TEXTURE",
  "RENDERBUFFER_BINDING",
  "TRANSFORM_FEEDBACK_BINDING",
  "TRANSFORM_FEEDBACK_BUFFER_BINDING",
];

/** What every run relies on, and a caller may have changed. */
export function settle(gl) {
  gl.enable(gl.BLEND); // Chrome does not see that a single draw buffer has it on, and would not switch it off
  for (const name of switches) gl.disable(gl[name]);
  gl.colorMask(true, true, true, true);
  if (gl.unpackColorSpace) gl.unpackColorSpace = "srgb";
}

/**
 * What drawings rely on besides: state of extensions. `state` is null where nothing is to be put back. Chrome asks the GPU for
 * these, which waits for it. WEBGL_polygon_mode is left out: Chrome prints a warning where it is asked for.
 */
export function settleDrawing(gl, state) {
  const extension = (name) => {
    try {
      return gl.getExtension(name);
    } catch {
      return null; // Firefox throws where privacy settings forbid one
    }
  };
  const ask = (name) => state && gl.getParameter(name);
  const clip = extension("EXT_clip_control"),
    provoking = extension("WEBGL_provoking_vertex");
  if (clip) {
    const before = [ask(CLIP_ORIGIN), ask(CLIP_DEPTH_MODE)];
    state?.drawing.push(() => clip.clipControlEXT(...before));
    clip.clipControlEXT(LOWER_LEFT, NEGATIVE_ONE_TO_ONE);
  }
  if (provoking) {
    const before = ask(PROVOKING_VERTEX);
    state?.drawing.push(() => provoking.provokingVertexWEBGL(before));
    provoking.provokingVertexWEBGL(LAST_VERTEX);
  }
  if (extension("EXT_depth_clamp")) {
    if (state && gl.isEnabled(DEPTH_CLAMP)) state.drawing.push(() => gl.enable(DEPTH_CLAMP));
    gl.disable(DEPTH_CLAMP);
  }
}

/**
 * Pauses feedback that the caller is in the middle of, and gives whether there was any: nothing else can be bound before, nor
 * programs linked while what is bound is active. Asking for it waits for the GPU, so first for what it cannot be without.
 */
export function pauseFeedback(gl) {
  const is = (name) => gl.getParameter(gl[`TRANSFORM_FEEDBACK_${name}`]);
  const capturing =
    gl.getIndexedParameter(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, 0) !== null && is("ACTIVE") && !is("PAUSED");
  if (capturing) {
    gl.pauseTransformFeedback();
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
  }
  return capturing;
}

/** Notes everything that every run changes. Feedback that the caller is in the middle of waits until `putBack`. */
export function note(gl) {
  if (gl.isContextLost()) return null;
  const ask = (name) => gl.getParameter(gl[name]);
  const state = { units: new Map(), blocks: new Map(), values: {}, drawing: [], colors: gl.unpackColorSpace };
  state.switches = switches.map((name) => gl.isEnabled(gl[name]));
  state.pixelStore = pixelStore.map(ask);
  state.buffers = buffers.map((name) => gl.getParameter(bindingOf(gl, name)));
  for (const name of others) state.values[name] = ask(name);
  state.capturing = pauseFeedback(gl);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
  state.drawBuffer = ask("DRAW_BUFFER0"); // of the canvas
  return state;
}

/** Notes what a texture unit holds, before the library binds anything there. */
export function noteUnit(gl, state, unit) {
  if (!state || state.units.has(unit)) return;
  gl.activeTexture(gl.TEXTURE0 + unit);
  const bound = textures.map((name) => gl.getParameter(gl[name.replace("TEXTURE", "TEXTURE_BINDING")]));
  state.units.set(unit, { bound, sampler: gl.getParameter(gl.SAMPLER_BINDING) });
}

/** The same for a binding point of uniform buffers. */
export function noteBlock(gl, state, index) {
  if (!state || state.blocks.has(index)) return;
  const ask = (name) => gl.getIndexedParameter(gl[name], index);
  state.blocks.set(index, [ask("UNIFORM_BUFFER_BINDING"), ask("UNIFORM_BUFFER_START"), ask("UNIFORM_BUFFER_SIZE")]);
}

/** Puts back all that was noted. */
export function putBack(gl, state) {
  if (!state || gl.isContextLost()) return;
  const { values, drawing, colors } = state;
  switches.forEach((name, i) => (state.switches[i] ? gl.enable(gl[name]) : gl.disable(gl[name])));
  for (const putBackOne of drawing) putBackOne();
  if (colors) gl.unpackColorSpace = colors;
  pixelStore.forEach((name, i) => gl.pixelStorei(gl[name], state.pixelStore[i]));
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
  gl.drawBuffers([state.drawBuffer]);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, values.DRAW_FRAMEBUFFER_BINDING);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, values.READ_FRAMEBUFFER_BINDING);
  gl.bindRenderbuffer(gl.RENDERBUFFER, values.RENDERBUFFER_BINDING);
  gl.bindVertexArray(values.VERTEX_ARRAY_BINDING);
  for (const [index, [buffer, start, size]] of state.blocks) {
    if (size > 0) gl.bindBufferRange(gl.UNIFORM_BUFFER, index, buffer, start, size);
    else gl.bindBufferBase(gl.UNIFORM_BUFFER, index, buffer);
  }
  buffers.forEach((name, i) => gl.bindBuffer(gl[name], state.buffers[i]));
  for (const [unit, { bound, sampler }] of state.units) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    textures.forEach((name, i) => gl.bindTexture(gl[name], bound[i]));
    gl.bindSampler(unit, sampler);
  }
  gl.activeTexture(values.ACTIVE_TEXTURE);
  gl.viewport(...values.VIEWPORT);
  gl.scissor(...values.SCISSOR_BOX);
  gl.colorMask(...values.COLOR_WRITEMASK);
  gl.depthFunc(values.DEPTH_FUNC);
  gl.depthMask(values.DEPTH_WRITEMASK);
  gl.depthRange(...values.DEPTH_RANGE);
  gl.clearColor(...values.COLOR_CLEAR_VALUE);
  gl.clearDepth(values.DEPTH_CLEAR_VALUE);
  gl.blendFuncSeparate(values.BLEND_SRC_RGB, values.BLEND_DST_RGB, values.BLEND_SRC_ALPHA, values.BLEND_DST_ALPHA);
  gl.blendEquationSeparate(values.BLEND_EQUATION_RGB, values.BLEND_EQUATION_ALPHA);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, values.TRANSFORM_FEEDBACK_BINDING);
  const captured = values.TRANSFORM_FEEDBACK_BUFFER_BINDING;
  if (gl.getParameter(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING) !== captured)
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, captured);
  gl.useProgram(values.CURRENT_PROGRAM);
  if (state.capturing) gl.resumeTransformFeedback();
}

/** Takes the error flags that somebody else has left, and gives what sets them again. */
export function setErrorsAside(gl) {
  const errors = new Set();
  for (let error; (error = gl.getError()) !== gl.NO_ERROR && !errors.has(error);) errors.add(error);
  return () => {
    // What changes nothing else. For the other flags there is no such call.
    if (errors.has(gl.INVALID_ENUM)) gl.enable(gl.NONE);
    if (errors.has(gl.INVALID_VALUE)) gl.clear(1);
    if (errors.has(gl.INVALID_OPERATION)) {
      const unlinked = gl.createProgram();
      gl.useProgram(unlinked);
      gl.deleteProgram(unlinked);
    }
  };
}

// What a context is asked to have.
const asked = {
  powerPreference: "high-performance",
  alpha: true,
  depth: true,
  premultipliedAlpha: true,
  preserveDrawingBuffer: false,
};

// Contexts that the library made itself.
const made = new WeakSet();

/** By namespace: in a document of SVG, say, the plain way makes no canvas. */
export const makeCanvas = () =>
  globalThis.document?.createElementNS("http://www.w3.org/1999/xhtml", "canvas") ?? new OffscreenCanvas(300, 150);

export const contextOf = (canvas, antialias) => canvas.getContext("webgl2", { ...asked, antialias });

/**
 * Whether somebody else made the context of a canvas, which may be the library's own. Browsers do not say whether `getContext`
 * made a context or found one. One that has other attributes than those that were asked for, or whose state was touched, was
 * made by somebody else, unless an earlier instance made it.
 */
export function isForeign(gl, owned) {
  if (!owned && !made.has(gl) && !gl.isContextLost() && !looksNew(gl)) return true;
  made.add(gl);
  return false;
}

/**
 * Whether a context that a canvas gave was made by this very request, as far as can be told: its attributes are the ones
 * that were asked for, and nobody has used it yet.
 */
function looksNew(gl) {
  const attributes = gl.getContextAttributes() ?? {};
  const differs = ([name, value]) => attributes[name] !== undefined && attributes[name] !== value;
  if (Object.entries(asked).some(differs)) return false;
  const ask = (name) => gl.getParameter(gl[name]);
  const unbound = [
    "CURRENT_PROGRAM",
    "VERTEX_ARRAY_BINDING",
    "ARRAY_BUFFER_BINDING",
    "FRAMEBUFFER_BINDING",
    "TEXTURE_BINDING_2D",
  ];
  return (
    unbound.every((name) => ask(name) === null) &&
    switches.every((name) => gl.isEnabled(gl[name]) === (name === "DITHER")) &&
    ask("COLOR_CLEAR_VALUE")?.every((component) => component === 0) === true
  );
}
