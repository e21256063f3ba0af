// Eliminates four columns of a panel, those of one texel, one after the other.
//
// Gauss-Jordan exchanges the pivot row with the column, in place, in all rows:
//   pivot row:  a -> a / pivot,           its column:   1 / pivot
//   others:     a -> a - f * a_p / pivot, their column: -f / pivot      (f: their element in the column)
// CROUT leaves rows that were pivots, and columns up to this one, as they are: L with its diagonal. To the right the
// pivot row becomes U, which has a unit diagonal.
//
// There are few branches: some devices run both sides of each.
uniform int now;              // the first of the steps
uniform int texel;            // of the panel
uniform int count;            // of columns

flat in ivec4 sources, trades;
flat in vec4 pivots;
flat in mat4 upper, lower, factors;

layout(location = 0) out vec4 lanes[LANES];

// The pivot rows' texels here: when their turn comes, divided by the pivot; and in the end.
vec4 top0, top1, top2, top3;
vec4 last0, last1, last2, last3;

void prepare(int x) {
#ifdef CROUT
  vec4 divisor = mix(pivots, vec4(1.0), equal(pivots, vec4(0.0)));
#else
  vec4 divisor = mix(pivots, vec4(uintBitsToFloat(0x7fc00000u)), equal(pivots, vec4(0.0)));
#endif
  top0 = panelTexel(x, sources.x) / divisor.x;
  top1 = (panelTexel(x, sources.y) - factors[1].x * top0) / divisor.y;
  top2 = (panelTexel(x, sources.z) - factors[2].x * top0 - factors[2].y * top1) / divisor.z;
  top3 = (panelTexel(x, sources.w) - factors[3].x * top0 - factors[3].y * top1 - factors[3].z * top2) / divisor.w;
  if (count < 2) top1 = vec4(0.0);
  if (count < 3) top2 = vec4(0.0);
  if (count < 4) top3 = vec4(0.0);
  bvec4 own = bvec4(x == texel);
#ifdef CROUT
  last0 = mix(top0, vec4(pivots.x, upper[0].yzw), own);
  last1 = mix(top1, vec4(factors[1].x, pivots.y, upper[1].zw), own);
  last2 = mix(top2, vec4(factors[2].xy, pivots.z, upper[2].w), own);
  last3 = mix(top3, vec4(factors[3].xyz, pivots.w), own);
#else
  top0 = mix(top0, lower[0], own);
  top1 = mix(top1, lower[1], own);
  top2 = mix(top2, lower[2], own);
  top3 = mix(top3, lower[3], own);
  vec4 f0 = reduce(upper[0], upper), f1 = reduce(upper[1], upper);
  last3 = top3;
  last2 = top2 - upper[2].w * top3;
  last1 = top1 - f1.z * top2 - f1.w * top3;
  last0 = top0 - f0.y * top1 - f0.z * top2 - f0.w * top3;
#endif
}

// The row that trades places with this one in any of the steps, followed backwards.
int source(int row) {
  row = row == now + 3 ? trades.w : (row == trades.w ? now + 3 : row);
  row = row == now + 2 ? trades.z : (row == trades.z ? now + 2 : row);
  row = row == now + 1 ? trades.y : (row == trades.y ? now + 1 : row);
  return row == now ? trades.x : (row == trades.x ? now : row);
}

vec4 eliminate(int x, int row) {
  int from = x == 0 ? row : source(row);
  vec4 a = panelTexel(x, from), f = reduce(panelTexel(texel, from), upper);
#ifdef CROUT
  vec4 b = x == texel ? f : a - f.x * top0 - f.y * top1 - f.z * top2 - f.w * top3;
  bool stays = x < texel || row < now;
#else
  vec4 b = (x == texel ? vec4(0.0) : a) - f.x * top0 - f.y * top1 - f.z * top2 - f.w * top3;
  bool stays = x == 0;
#endif
  int j = row - now;
  b = j == 0 ? last0 : (j == 1 ? last1 : (j == 2 ? last2 : (j == 3 ? last3 : b)));
  b = stays ? a : b;
  // Texel 0 keeps what the steps found.
  if (x == 0 && j >= 0 && j < count) b = vec4(pivots[j], trades[j], 0.0, 0.0);
  return b;
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y) * LANES;
  prepare(x);
#define ELIMINATE(r) lanes[r] = eliminate(x, row + r);
  EACH_LANE(ELIMINATE)
}
