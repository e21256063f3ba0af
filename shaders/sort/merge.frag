// Merges sorted runs two by two: a fragment writes one chunk, LAYERS texels, of the run that runs A and B become.
//
//        split                          # comes before the chunk, o is what the chunk is chosen from. A cut in A's
//   A ## |##oo oooo oooo ...            texel `split` after l lanes cuts l lanes off the end of one of B's
//   B ## ##oo |oooo oooo ...
//
// A chunk's length of A's o, and as many of B's in reverse, rise and then fall: a bitonic sequence. Of two lanes that are
// a chunk apart in it the smaller belongs to the chunk, and what is chosen so is bitonic again. A bitonic sequence may
// begin anywhere, the last lane followed by the first: so it begins with a whole texel, at the bars, and only there do
// lanes of A and B meet in one texel.
uniform int run;                          // texels in a run: a power of two times LAYERS
uniform int total;                        // texels in all; the last run may be shorter, or have no partner
uniform int shift;                        // log2 of the target's width

// Texel i of a run that begins at `start`; what lies past its end comes after every key.
ivec4 texel(int start, int texels, int i) {
  return max(runTexel(start + i), ivec4(i < texels ? -LARGEST - 1 : LARGEST));
}

void main() {
  int first = (int(gl_FragCoord.x) | int(gl_FragCoord.y) << shift) * LAYERS;
  int a = first & ~(2 * run - 1), b = a + run;
  int aTexels = min(run, total - a), bTexels = clamp(total - b, 0, run);
  int before = first - a;

  // A's first texel that is not wholly before the chunk. With texel i of A, texel before - 1 - i of B is cut.
  int split = max(0, before - bTexels), end = min(before, aTexels);
  while (split < end) {
    int middle = (split + end) >> 1;
    if (isAfter(LAST(runTexel(a + middle)), FIRST(runTexel(b + before - 1 - middle)))) end = middle;
    else split = middle + 1;
  }

#define A(i) texel(a, aTexels, split + i)
#define B(i) turned(texel(b, bTexels, before - split + LAYERS - 1 - i))
  ivec4 a0 = A(0), b0 = B(0);
  if (split < before) {                   // lanes of A before the chunk give way to its window's end, and meet B's there
    ivec4 bEdge = B(LAYERS);
    ivec4 taken = ~after(a0, bEdge);
    a0 ^= (a0 ^ A(LAYERS)) & taken;
    b0 ^= (b0 ^ bEdge) & taken;
  }
  ivec4 r0 = smaller(a0, b0), r1 = smaller(A(1), B(1)), r2 = smaller(A(2), B(2)), r3 = smaller(A(3), B(3));
#if LAYERS == 8
  ivec4 r4 = smaller(A(4), B(4)), r5 = smaller(A(5), B(5)), r6 = smaller(A(6), B(6)), r7 = smaller(A(7), B(7));
  order(r0, r4); order(r1, r5); order(r2, r6); order(r3, r7);
  order(r4, r6); order(r5, r7);
  order(r4, r5); order(r6, r7);
  out4 = sortedBitonic(r4);
  out5 = sortedBitonic(r5);
  out6 = sortedBitonic(r6);
  out7 = sortedBitonic(r7);
#endif
  order(r0, r2); order(r1, r3);
  order(r0, r1); order(r2, r3);
  out0 = sortedBitonic(r0);
  out1 = sortedBitonic(r1);
  out2 = sortedBitonic(r2);
  out3 = sortedBitonic(r3);
}
