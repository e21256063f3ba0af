// A tile of LANES rows and 4 columns of C = kept + scale * left * right, all stacked. The sum runs over the
// `texels` texels of left's rows, that is over as many fours of right's rows.
//
//   KEEP          starts from `kept`; else from zero
//   GAUSS_JORDAN  left is a block's panel, right its pivot rows; rows that became pivots in the block start from zero
//   CROUT         likewise with U for right: rows that became pivots in the block take their row of U, rows that did
//                 before stay, the others become kept - L * U
//   HALVES        blocks of `span` rows on the diagonal are paired; C is the off-diagonal block of each pair (below
//                 the diagonal if ROW_HALF is 1), the sum runs over the columns of one half (SUM_HALF)
//   LOWER_UPPER   left is lower triangular and right upper triangular: what is zero for certain is left out
//   UPPER_LOWER   the same, the other way round
uniform sampler2DArray kept, left, right;
uniform vec2 leftScale, rightScale;   // 1 / size
uniform int texels;                   // of a row of left
uniform float scale;
uniform int steps, first;             // of the block
uniform int span;

layout(location = 0) out vec4 lanes[LANES];

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int begin = 0, end = texels;
  bool outside = false;
#ifdef HALVES
  int row = at.y * LANES, pair = row & -(2 * span), column = 4 * at.x;
  begin = (pair + SUM_HALF * span) >> 2;
  end = min(begin + (span >> 2), texels);
  int columns = pair + (1 - ROW_HALF) * span;
  outside = (row - pair >= span) != (ROW_HALF == 1) || column < columns || column >= columns + span;
#endif
#ifdef LOWER_UPPER
  end = min((min(at.y * LANES + LANES - 1, 4 * at.x + 3) >> 2) + 1, texels);
#endif
#ifdef UPPER_LOWER
  begin = max(at.y * LANES, 4 * at.x) >> 2;
#endif
  if (outside) end = begin;

  vec4 sum[LANES];
#define ZERO(r) sum[r] = vec4(0.0);
  EACH_LANE(ZERO)
  // The hot loop samples with texture(), which is faster than texelFetch; the coordinates are texel centres.
  float x = gl_FragCoord.x * rightScale.x;
  float y = gl_FragCoord.y * leftScale.y;
  for (int k = begin; k < end; k++) {
    float ky = (float((4 * k) >> LANE_BITS) + 0.5) * rightScale.y, layer = float((4 * k) & (LANES - 1));
    vec4 b0 = texture(right, vec3(x, ky, layer)), b1 = texture(right, vec3(x, ky, layer + 1.0));
    vec4 b2 = texture(right, vec3(x, ky, layer + 2.0)), b3 = texture(right, vec3(x, ky, layer + 3.0));
    float kx = (float(k) + 0.5) * leftScale.x;
#define ADD(r) { vec4 a = texture(left, vec3(kx, y, float(r))); sum[r] += a.x * b0 + a.y * b1 + a.z * b2 + a.w * b3; }
    EACH_LANE(ADD)
  }
#if defined(GAUSS_JORDAN)
#define WRITE(r) \
  { \
    int k = panelRow(at.y * LANES + r) - first; \
    lanes[r] = k >= 0 && k < steps ? sum[r] : texelFetch(kept, ivec3(at, r), 0) + sum[r]; \
  }
#elif defined(CROUT)
#define WRITE(r) \
  { \
    int k = panelRow(at.y * LANES + r) - first; \
    if (k >= 0 && k < steps) lanes[r] = stacked(right, at.x, k); \
    else lanes[r] = texelFetch(kept, ivec3(at, r), 0) - (k < 0 ? vec4(0.0) : sum[r]); \
  }
#elif defined(KEEP)
#define WRITE(r) lanes[r] = texelFetch(kept, ivec3(at, r), 0) + scale * sum[r];
#else
#define WRITE(r) lanes[r] = scale * sum[r];
#endif
  EACH_LANE(WRITE)
}
