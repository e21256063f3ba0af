// Finds the pivots of four columns, those of one texel of the panel. The pivot of a column is the largest of the rows
// that wait, the topmost of equals, after the columns before it were eliminated; that is done here on the way, for
// nothing is written between the four. Every vertex of the covering triangle finds the same.
//
// One vertex reads thousands of texels, so what counts is how many are on their way at a time: it asks for all lanes of
// two rows of texels before it looks at any, and keeps the largest of each lane apart until the end.
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

// Of four lanes: the largest sizes so far, and the rows of texels where they are.
ivec4 largest[LANES / 4];
vec4 found[LANES / 4];

// Sizes of four rows in column j when its turn comes, as integers of the same order; a NaN counts as the largest, so
// that it spreads and never looks like a zero.
ivec4 sizes(int y, int lane, mat4 u, int j) {
  vec4 a = texelFetch(panel, ivec3(texel, y, lane), 0), b = texelFetch(panel, ivec3(texel, y, lane + 1), 0);
  vec4 c = texelFetch(panel, ivec3(texel, y, lane + 2), 0), d = texelFetch(panel, ivec3(texel, y, lane + 3), 0);
  vec4 next = vec4(component(reduce(a, u), j), component(reduce(b, u), j), component(reduce(c, u), j),
                   component(reduce(d, u), j));
  return floatBitsToInt(next) & 0x7fffffff;
}

// Takes rows of a row of texels into account.
void compare(int part, ivec4 size, int y, ivec4 taken) {
  int row = (y << LANE_BITS) + 4 * part;
  bvec4 near = equal(taken >> 2, ivec4(row >> 2));
  if (row < now || row + 4 > rows || any(near)) {
    for (int c = 0; c < 4; c++) {
      if (row + c < now || row + c >= rows || any(equal(taken, ivec4(row + c)))) size[c] = -1;
    }
  }
  found[part] = mix(found[part], vec4(y), greaterThan(size, largest[part]));
  largest[part] = max(largest[part], size);
}

// The row with the pivot of column j.
int search(mat4 u, int j, ivec4 taken) {
  int last = (rows - 1) >> LANE_BITS;
  for (int part = 0; part < LANES / 4; part++) {
    largest[part] = ivec4(-1);
    found[part] = vec4(0.0);
  }
  for (int y = now >> LANE_BITS; y <= last; y += 2) {
    int below = min(y + 1, last);
    ivec4 a = sizes(y, 0, u, j), b = sizes(below, 0, u, j);
#if LANES == 8
    ivec4 c = sizes(y, 4, u, j), d = sizes(below, 4, u, j);
    compare(1, c, y, taken);
    compare(1, d, below, taken);
#endif
    compare(0, a, y, taken);
    compare(0, b, below, taken);
  }
  int best = now, size = -1;
  for (int lane = 0; lane < LANES; lane++) {
    int row = (int(found[lane >> 2][lane & 3]) << LANE_BITS) + lane, its = largest[lane >> 2][lane & 3];
    if (its > size || (its == size && row < best)) {
      size = its;
      best = row;
    }
  }
  return best;
}

void main() {
  gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
  mat4 u = mat4(0.0), l = mat4(0.0), factor = mat4(0.0);
  ivec4 taken = ivec4(-1), trade = now + ivec4(0, 1, 2, 3);
  pivots = vec4(1.0);
  for (int j = 0; j < count; j++) {
    bvec4 here = equal(ivec4(j), ivec4(0, 1, 2, 3)), later = greaterThan(ivec4(0, 1, 2, 3), ivec4(j));
    int best = search(u, j, taken);
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
