// Sorted runs of texels. Texel t is in layer t % LAYERS, at place t / LAYERS, row by row: so a fragment that writes every
// layer once writes LAYERS texels that follow each other.
uniform isampler2DArray runs;
uniform int runs_shift;                   // log2 of the width
uniform vec2 runs_scale;                  // 1 / width, 1 / height

const int PLACE_SHIFT = LAYERS == 8 ? 3 : 2;

ivec4 run_texel(int t) {
  int place = t >> PLACE_SHIFT;
  vec2 at = vec2(place & ((1 << runs_shift) - 1), place >> runs_shift) + 0.5;
  return texture(runs, vec3(at * runs_scale, t & (LAYERS - 1)));
}
