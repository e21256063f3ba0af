// Running sums of a stream. Texel t adds up what comes before it, then scans its own four lanes:
//
//   blocks before b              block b                 t's own lanes
//   [ … their running sum … ]    [ · · · · ][ · · · · ]  [x][x+y][x+y+z][x+y+z+w]
//
// Source and target lie alike. BLOCK_BITS: a block has 2^BLOCK_BITS texels. BLOCKS: 0, all is one block.
uniform int width;              // texels in a row
#if BLOCKS
uniform int blocksWidthBits;    // 2^blocksWidthBits texels are in a row of the running sums of whole blocks
#if FLOAT_STATE && !BITS
uniform sampler2D blocks, blockErrors;
#else
uniform isampler2D blocks, blockErrors;
#endif

// The sum of blocks 0 … b, in one lane; nothing in the others.
State through(int b) {
  int texel = b >> 2;
  ivec2 at = ivec2(texel & ((1 << blocksWidthBits) - 1), texel >> blocksWidthBits);
#if FLOAT_STATE && BITS
  State s = State(intBitsToFloat(texelFetch(blocks, at, 0)), intBitsToFloat(texelFetch(blockErrors, at, 0)));
#elif PAIRS
  State s = State(texelFetch(blocks, at, 0), texelFetch(blockErrors, at, 0));
#else
  State s = State(texelFetch(blocks, at, 0), ivec4(0));
#endif
  return only(equal(LANES, ivec4(b & 3)), s);
}
#endif

void main() {
  int x = int(gl_FragCoord.x), y = int(gl_FragCoord.y), t = y * width + x;
  State own = load(ivec2(x, y), LANES);
  State s = nothing();
#if BLOCKS
  int b = t >> BLOCK_BITS;
  if (b > 0) s = through(b - 1);
  t &= (1 << BLOCK_BITS) - 1;
#endif
  for (; t > 0; t--) {
    x--;
    if (x < 0) { x = width - 1; y--; }
    fold(s, load(ivec2(x, y), LANES));
  }
  s = across(s);
  VALUE none = VALUE(0);
  fold(own, State(VALUE(none.x, own.value.xyz), VALUE(none.x, own.beside.xyz)));
  fold(own, State(VALUE(none.xy, own.value.xy), VALUE(none.xy, own.beside.xy)));
  fold(s, own);
  store(s, bvec4(false));
}
