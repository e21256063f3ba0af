// Finds the pivots of four columns, those of one texel of the panel. The pivot of a column is the largest of the rows
// that wait, the topmost of equals, after the columns before it were eliminated; that is done here on the way, for
// nothing is written between the four. Every vertex of the covering triangle finds the same.
//
// A NaN counts as the largest, so that it spreads and never looks like a zero.
uniform int rows;
uniform int now;              // the first of the steps: rows from here on wait
uniform int texel;            // of the panel
uniform int count;            // of columns: less than four in the last texel

flat out ivec4 sources;       // where the pivot rows are
flat out ivec4 trades;        // and where they are when their turn comes, after earlier steps traded places
flat out vec4 pivots;
// upper[j], lower[j]: the pivot row of column j in the columns, divided by the pivot, when its turn comes: right of
// column j; and from column j to the left, as Gauss-Jordan's exchange leaves it, the pivot's reciprocal in column j.
// factors[j]: what it had in earlier columns when these were eliminated.
flat out mat4 upper, lower, factors;

void main() {
  gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
  mat4 u = mat4(0.0), l = mat4(0.0), factor = mat4(0.0);
  ivec4 taken = ivec4(-1), trade = now + ivec4(0, 1, 2, 3);
  pivots = vec4(1.0);
  for (int j = 0; j < count; j++) {
    bvec4 here = equal(ivec4(j), ivec4(0, 1, 2, 3)), later = greaterThan(ivec4(0, 1, 2, 3), ivec4(j));
    float largest = -1.0;
    int best = now;
    for (int row = now; row < rows; row++) {
      float next = component(reduce(panelTexel(texel, row), u), j);
      float size = isnan(next) ? uintBitsToFloat(0x7f800000u) : abs(next);
      if (size > largest && !any(equal(taken, ivec4(row)))) {
        largest = size;
        best = row;
      }
    }
    vec4 a = panelTexel(texel, best), f = reduce(a, u);
    float pivot = component(f, j);
    f = mix(f, vec4(0.0), greaterThanEqual(ivec4(0, 1, 2, 3), ivec4(j)));
    // Without a pivot, Gauss-Jordan's result is NaN and Crout's row stays.
#ifdef CROUT
    float divisor = pivot == 0.0 ? 1.0 : pivot;
#else
    float divisor = pivot == 0.0 ? uintBitsToFloat(0x7fc00000u) : pivot;
#endif
    u[j] = mix(vec4(0.0), (a - f.x * u[0] - f.y * u[1] - f.z * u[2]) / divisor, later);
    l[j] = mix(-(f.x * l[0] + f.y * l[1] + f.z * l[2]), vec4(1.0), here) / divisor;
    int place = best;
    for (int i = 0; i < j; i++) place = place == now + i ? trade[i] : (place == trade[i] ? now + i : place);
    taken[j] = best;
    trade[j] = place;
    pivots[j] = pivot;
    factor[j] = f;
  }
  sources = max(taken, 0);
  trades = trade;
  upper = u;
  lower = l;
  factors = factor;
}
