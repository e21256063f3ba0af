// Raw WebGL2 for the same work, as somebody would write it who knows it well: everything is made once, no state is asked for.

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";

export function context() {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const gl = canvas.getContext("webgl2", { antialias: false, depth: false, alpha: true });
  if (!gl) throw new Error("this browser has no WebGL2");
  gl.getExtension("EXT_color_buffer_float");
  return gl;
}

function program(gl, vertex, fragment, captured) {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, HEAD + text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  if (captured) gl.transformFeedbackVaryings(made, captured, gl.SEPARATE_ATTRIBS);
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return made;
}

const ADD = "in float A, B; out float C; void main() { C = A + B; }";
const NOTHING = "out vec4 color; void main() { color = vec4(0.0); }";

/** C = A + B by transform feedback; gives `(A, B, C) => {}`, which uploads, computes and reads. */
export function adder(gl, n) {
  const made = program(gl, ADD, NOTHING, ["C"]);
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  const buffers = ["A", "B"].map((name) => {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, 4 * n, gl.DYNAMIC_DRAW);
    const place = gl.getAttribLocation(made, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 1, gl.FLOAT, false, 0, 0);
    return buffer;
  });
  gl.bindVertexArray(null);
  const result = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, result);
  gl.bufferData(gl.ARRAY_BUFFER, 4 * n, gl.STREAM_READ);
  gl.bindBuffer(gl.ARRAY_BUFFER, null);
  const feedback = gl.createTransformFeedback();
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, result);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);

  return (A, B, C) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[0]);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, A);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[1]);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, B);
    gl.useProgram(made);
    gl.bindVertexArray(vertices);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, n);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.COPY_READ_BUFFER, result);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, C);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  };
}

/**
 * The same in the manner of gpgpu.js: buffers filled anew with bufferData, the error flag asked after every step (each
 * question waits for the GPU process), everything bound and unbound by name.
 */
export function guardedAdder(gl, n) {
  const made = program(gl, ADD, NOTHING, ["C"]);
  const buffers = { A: gl.createBuffer(), B: gl.createBuffer(), C: gl.createBuffer() };
  const feedback = gl.createTransformFeedback();
  const check = () => {
    const code = gl.getError();
    if (code) throw new Error(`GL error ${code}`);
  };
  return (A, B, C) => {
    gl.useProgram(made);
    check();
    for (const [name, data] of [
      ["A", A],
      ["B", B],
    ]) {
      const place = gl.getAttribLocation(made, name);
      check();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers[name]);
      check();
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.vertexAttribPointer(place, 1, gl.FLOAT, false, 0, 0);
      check();
      gl.enableVertexAttribArray(place);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffers.C);
    check();
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4 * n, gl.DYNAMIC_COPY);
    check();
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    check();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffers.C);
    check();
    gl.beginTransformFeedback(gl.POINTS);
    check();
    gl.drawArrays(gl.POINTS, 0, n);
    check();
    gl.endTransformFeedback();
    check();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    check();
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffers.C);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, C);
    check();
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    check();
    gl.disableVertexAttribArray(0);
    gl.disableVertexAttribArray(1);
    gl.useProgram(null);
    check();
  };
}

/** C = A + B by fragments, four numbers a texel; `n` must fill a rectangle: a power of two from 4 up. */
export function texelAdder(gl, n) {
  const made = program(
    gl,
    COVER,
    `uniform sampler2D A, B;
    out vec4 C;
    void main() { ivec2 at = ivec2(gl_FragCoord.xy); C = texelFetch(A, at, 0) + texelFetch(B, at, 0); }`,
  );
  const width = 1 << Math.ceil(Math.log2(n / 4) / 2);
  const height = n / 4 / width;
  const [A, B, C] = [0, 1, 2].map(() => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    return texture;
  });
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, C, 0);
  const places = ["A", "B"].map((name) => gl.getUniformLocation(made, name));
  return (a, b, c) => {
    gl.useProgram(made);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
    for (const [unit, texture, data] of [
      [0, A, a],
      [1, B, b],
    ]) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, data);
      gl.uniform1i(places[unit], unit);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, c);
  };
}

const COVER =
  "void main() { gl_Position = vec4(float((gl_VertexID & 1) << 2) - 1.0, float((gl_VertexID & 2) << 1) - 1.0, 0.0, 1.0); }";

/** A field in two R32F textures; gives a function that makes one step of `fragment` (uniform field, out next). */
export function stepper(gl, fragment, size, seed) {
  const made = program(gl, COVER, fragment);
  const place = gl.getUniformLocation(made, "field");
  const vertices = gl.createVertexArray();
  const sides = [seed, null].map((data) => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32F, size, size);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    if (data) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, size, size, gl.RED, gl.FLOAT, data);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return { texture, frame };
  });
  let now = 0;
  const step = () => {
    gl.useProgram(made);
    gl.bindVertexArray(vertices);
    gl.bindFramebuffer(gl.FRAMEBUFFER, sides[1 - now].frame);
    gl.viewport(0, 0, size, size);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, sides[now].texture);
    gl.uniform1i(place, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    now = 1 - now;
  };
  const read = () => {
    const pixels = new Float32Array(4 * size * size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, sides[now].frame);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.FLOAT, pixels);
    return pixels.filter((_, i) => i % 4 === 0);
  };
  return { step, read };
}
