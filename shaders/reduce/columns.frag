// Folds elements that lie `inner` apart. Element (o, k, i) of the source, k < extent, i < inner, has the index
// (o * extent + k) * inner + i; lane (o, p, i) of the target takes k = p * piece … p * piece + piece - 1.
//
// ALIGNED  1: the four lanes of a target texel always find their elements in one texel of the source
uniform int row;        // components in a row of the source
uniform int extent;
uniform int inner;
uniform int pieces;
uniform int piece;
uniform int width;      // texels in a row of the target
uniform int outputs;    // elements of the target
uniform ivec2 stride;   // `inner` components further: columns and rows of the source

float component(vec4 v, int i) { return i < 2 ? (i == 0 ? v.x : v.y) : (i == 2 ? v.z : v.w); }
int component(ivec4 v, int i) { return i < 2 ? (i == 0 ? v.x : v.y) : (i == 2 ? v.z : v.w); }

// Lane LANE's k-th element. (An index instead of .LANE is several times slower on a software renderer.)
#define GATHER(LANE) \
  if (k < rounds.LANE) { \
    State texel = load(ivec2(x.LANE >> 2, y.LANE), ivec4(begin.LANE + k)); \
    gathered.value.LANE = component(texel.value, x.LANE & 3); \
    gathered.beside.LANE = component(texel.beside, x.LANE & 3); \
  }

void main() {
  State s = nothing();
  ivec4 c = 4 * (int(gl_FragCoord.y) * width + int(gl_FragCoord.x)) + LANES;
  ivec4 above = c / inner, outer = above / pieces;
  ivec4 begin = (above - outer * pieces) * piece;
  ivec4 rounds = choose(lessThan(c, ivec4(outputs)), min(ivec4(piece), extent - begin), ivec4(0));
  ivec4 index = (outer * extent + begin) * inner + (c - above * inner);
  ivec4 y = index / row, x = index - y * row;
#if ALIGNED
  for (int k = 0; k < rounds.x; k++) {
    fold(s, load(ivec2(x.x >> 2, y.x), begin + k));
    x.x += stride.x;
    y.x += stride.y;
    if (x.x >= row) { x.x -= row; y.x++; }
  }
#else
  int most = max(max(rounds.x, rounds.y), max(rounds.z, rounds.w));
  for (int k = 0; k < most; k++) {
    State gathered = nothing();
    GATHER(x) GATHER(y) GATHER(z) GATHER(w)
    fold(s, gathered);
    x += stride.x;
    y += stride.y;
    bvec4 past = greaterThanEqual(x, ivec4(row));
    y += ivec4(past);
    x -= ivec4(past) * row;
  }
#endif
  store(s, equal(c, ivec4(outputs - 1)));
}
