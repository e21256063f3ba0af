// Finds the pivots of four columns, those of one texel of the panel. The pivot of a column is the largest of the rows
// that wait, the topmost of equals, after the columns before it were eliminated; that is done here on the way, for
// nothing is written between the four. Every vertex of the covering triangle finds the same.
//
// One vertex reads thousands of texels, so what counts is how many are on their way at a time: it asks for all lanes of
// a row of texels before it looks at any, and keeps the largest of each lane apart until the end.
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

// Of each lane: the largest size so far, and the row of texels where it is.
ivec4 largest0, largest1;
vec4 found0, found1;

// What a row has in column j when its turn comes.
float turn(int y, int lane, mat4 u, int j) {
  return component(reduce(texelFetch(panel, ivec3(texel, y, lane), 0), u), j);
}

// The sizes of four of them, as integers of the same order. A NaN counts as the largest, so that it spreads and never
// looks like a zero; rows that do not wait count as less than a zero.
ivec4 sizes(vec4 turns, int row, ivec4 taken) {
  ivec4 all = row + ivec4(0, 1, 2, 3), size = floatBitsToInt(turns) & 0x7fffffff;
  if (row < now || row + 4 > rows || any(equal(taken >> 2, ivec4(row >> 2)))) {
    ivec4 absent = ivec4(lessThan(all, ivec4(now))) + ivec4(greaterThanEqual(all, ivec4(rows))) +
                   ivec4(equal(all, taken.xxxx)) + ivec4(equal(all, taken.yyyy)) + ivec4(equal(all, taken.zzzz));
    size |= -sign(absent);
  }
  return size;
}

// The row with the pivot of column j.
int search(mat4 u, int j, ivec4 taken) {
  largest0 = largest1 = ivec4(-1);
  found0 = found1 = vec4(0.0);
  int last = (rows - 1) >> LANE_BITS;
  for (int y = now >> LANE_BITS; y <= last; y++) {
    int row = y << LANE_BITS;
    vec4 a = vec4(turn(y, 0, u, j), turn(y, 1, u, j), turn(y, 2, u, j), turn(y, 3, u, j));
#if LANES == 8
    vec4 b = vec4(turn(y, 4, u, j), turn(y, 5, u, j), turn(y, 6, u, j), turn(y, 7, u, j));
    ivec4 size1 = sizes(b, row + 4, taken);
    found1 = mix(found1, vec4(y), greaterThan(size1, largest1));
    largest1 = max(largest1, size1);
#endif
    ivec4 size0 = sizes(a, row, taken);
    found0 = mix(found0, vec4(y), greaterThan(size0, largest0));
    largest0 = max(largest0, size0);
  }
  ivec4 at = (ivec4(found0) << LANE_BITS) + ivec4(0, 1, 2, 3);
  int best = now, size = -1;
#define LARGER(c, at, largest) if (largest.c > size || (largest.c == size && at.c < best)) size = largest.c, best = at.c;
  LARGER(x, at, largest0) LARGER(y, at, largest0) LARGER(z, at, largest0) LARGER(w, at, largest0)
#if LANES == 8
  at = (ivec4(found1) << LANE_BITS) + ivec4(4, 5, 6, 7);
  LARGER(x, at, largest1) LARGER(y, at, largest1) LARGER(z, at, largest1) LARGER(w, at, largest1)
#endif
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
