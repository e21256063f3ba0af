// Sorted runs of texels. Texel t is in layer t % LAYERS, at place t / LAYERS, row by row: so a fragment that writes every
// layer once writes LAYERS texels that follow each other.
uniform isampler2DArray runs;
uniform int runsShift;                   // log2 of the width

const int PLACE_SHIFT = LAYERS == 8 ? 3 : 2;

ivec4 runTexel(int t) {
  int place = t >> PLACE_SHIFT;
  ivec2 at = ivec2(place & ((1 << runsShift) - 1), place >> runsShift);
  return texelFetch(runs, ivec3(at, t & (LAYERS - 1)), 0);
}
