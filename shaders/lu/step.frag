// Eliminates one column of a panel.
//
// Gauss-Jordan exchanges the pivot row with the column, in place, in all rows:
//   pivot row:  a -> a / pivot,          its column:  1 / pivot
//   others:     a -> a - f * a_p / pivot, their column: -f / pivot      (f: their element in the column)
// CROUT leaves rows that were pivots, and columns up to this one, as they are: L with its diagonal. To the right the
// pivot row becomes U, which has a unit diagonal.
uniform sampler2DArray panel;
uniform int now;             // the step
uniform int column;           // of the panel
uniform int width;            // of the panel, in texels, with the state

flat in int pivotAt;
flat in float pivot;
flat in int odd;

layout(location = 0) out vec4 lanes[LANES];

vec4 state(int row, vec4 s, float factor, float next, float pivotNext) {
  if (row == pivotAt) s.y = float(now);
  s.x = s.y < 0.0 ? next - factor * pivotNext : 0.0;
  if (row == now) s.zw = vec2(pivot, odd == 1 ? -1 - pivotAt : pivotAt);
  return s;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int row = at.y * LANES, texel = 1 + (column >> 2);
  // Without a pivot, Gauss-Jordan's result is NaN and Crout's row stays.
#ifdef CROUT
  float divisor = pivot == 0.0 ? 1.0 : pivot;
#else
  float divisor = pivot == 0.0 ? uintBitsToFloat(0x7fc00000u) : pivot;
#endif
#define FACTOR(r) component(texelFetch(panel, ivec3(texel, at.y, r), 0), column & 3)
  if (at.x == 0) {
    int next = column + 1, nextTexel = min(1 + (next >> 2), width - 1);
    float pivotNext = component(stacked(panel, nextTexel, pivotAt), next & 3) / divisor;
#define STATE(r) \
    lanes[r] = state(row + r, texelFetch(panel, ivec3(0, at.y, r), 0), FACTOR(r), \
                     component(texelFetch(panel, ivec3(nextTexel, at.y, r), 0), next & 3), pivotNext);
    EACH_LANE(STATE)
    return;
  }
  ivec4 here = 4 * (at.x - 1) + ivec4(0, 1, 2, 3);
  vec4 top = stacked(panel, at.x, pivotAt);
#ifdef CROUT
  bvec4 later = greaterThan(here, ivec4(column));
  vec4 scaled = mix(vec4(0.0), top / divisor, later);
#define CLEAR(r) \
  { \
    vec4 a = texelFetch(panel, ivec3(at.x, at.y, r), 0); \
    if (row + r == pivotAt) a = mix(a, scaled, later); \
    else if (texelFetch(panel, ivec3(0, at.y, r), 0).y < 0.0) a = mix(a, a - FACTOR(r) * scaled, later); \
    lanes[r] = a; \
  }
#else
  bvec4 own = equal(here, ivec4(column));
  vec4 scaled = mix(top, vec4(1.0), own) / divisor;
#define CLEAR(r) \
  { \
    vec4 a = mix(texelFetch(panel, ivec3(at.x, at.y, r), 0), vec4(0.0), own); \
    lanes[r] = row + r == pivotAt ? scaled : a - FACTOR(r) * scaled; \
  }
#endif
  EACH_LANE(CLEAR)
}
