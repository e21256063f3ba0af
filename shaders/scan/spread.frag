// Running sums of a stream. Texel t adds up what comes before it, then scans its own four lanes:
//
//   blocks before b              block b                 t's own lanes
//   [ … their running sum … ]    [ · · · · ][ · · · · ]  [x][x+y][x+y+z][x+y+z+w]
uniform int width;              // texels in a row of the source …
uniform int targetWidth;        // … and of the target
uniform int block;              // texels in a block
#if BLOCKS
uniform int blocksWidth;        // texels in a row of the running sums of whole blocks
#if FLOAT_STATE && !BITS
uniform sampler2D blocks, blockErrors;
#else
uniform isampler2D blocks, blockErrors;
#endif

// The sum of blocks 0 … b, in every lane.
State through(int b) {
  int texel = b >> 2, y = texel / blocksWidth;
  ivec2 at = ivec2(texel - y * blocksWidth, y);
#if FLOAT_STATE && BITS
  return State(vec4(intBitsToFloat(texelFetch(blocks, at, 0))[b & 3]),
               vec4(intBitsToFloat(texelFetch(blockErrors, at, 0))[b & 3]));
#elif PAIRS
  return State(vec4(texelFetch(blocks, at, 0)[b & 3]), vec4(texelFetch(blockErrors, at, 0)[b & 3]));
#else
  return State(ivec4(texelFetch(blocks, at, 0)[b & 3]), ivec4(0));
#endif
}
#endif

void main() {
  int t = int(gl_FragCoord.y) * targetWidth + int(gl_FragCoord.x), b = t / block;
  int y = b * block / width, x = b * block - y * width;
  State s = nothing();
  for (int before = t - b * block; before > 0; before--) {
    fold(s, load(ivec2(x, y), LANES));
    x++;
    if (x == width) { x = 0; y++; }
  }
  s = across(s);
#if BLOCKS
  if (b > 0) fold(s, through(b - 1));
#endif
  State own = load(ivec2(x, y), LANES);
  VALUE none = VALUE(0);
  fold(own, State(VALUE(none.x, own.value.xyz), VALUE(none.x, own.beside.xyz)));
  fold(own, State(VALUE(none.xy, own.value.xy), VALUE(none.xy, own.beside.xy)));
  fold(s, own);
  store(s, bvec4(false));
}
