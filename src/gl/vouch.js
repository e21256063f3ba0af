// Whether reads can be trusted at all.

/**
 * Whether a buffer of zeros reads as zeros. Where a browser is told to resist fingerprinting, Firefox puts random numbers in the
 * place of all that is read from a GPU, and says nothing.
 */
export function readsTruly(gl) {
  const buffer = gl.createBuffer(),
    bytes = new Uint8Array(16);
  gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
  gl.bufferData(gl.COPY_READ_BUFFER, bytes.length, gl.STATIC_READ);
  gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, bytes);
  gl.deleteBuffer(buffer);
  return bytes.every((byte) => byte === 0);
}
