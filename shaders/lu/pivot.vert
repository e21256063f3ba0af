// Finds the pivots of four columns, a texel of the panel. The pivot of a column is the largest of the rows that wait, the
// topmost of equals, after the columns before it were eliminated; that is done here on the way, for nothing is written
// between the four. Every vertex of the covering triangle finds the same.
//
// A NaN counts as the largest, so that it spreads and never looks like a zero.
uniform int rows;
uniform int now;              // the first of the steps: rows from here on wait
uniform int texel;            // of the panel
uniform int count;            // of columns: less than four in the last texel

flat out ivec4 sources;       // where the pivot rows are
flat out ivec4 places;        // and where they are when their turn comes, after earlier steps traded places
flat out vec4 pivots;
// The pivot rows' own texels when their turn comes, divided by the pivot; and what of earlier ones was subtracted.
flat out vec4 scaled0, scaled1, scaled2, scaled3;
flat out vec4 factors1, factors2, factors3;

// A row's texel after `done` of the columns were eliminated.
vec4 advance(vec4 a, int done, out vec4 f) {
  f = vec4(0.0);
  if (done > 0) {
    f.x = a.x;
#ifndef CROUT
    a.x = 0.0;
#endif
    a -= f.x * scaled0;
  }
  if (done > 1) {
    f.y = a.y;
#ifndef CROUT
    a.y = 0.0;
#endif
    a -= f.y * scaled1;
  }
  if (done > 2) {
    f.z = a.z;
#ifndef CROUT
    a.z = 0.0;
#endif
    a -= f.z * scaled2;
  }
  return a;
}

void main() {
  gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
  sources = places = ivec4(now, now + 1, now + 2, now + 3);
  pivots = vec4(1.0);
  scaled0 = scaled1 = scaled2 = scaled3 = vec4(0.0);
  factors1 = factors2 = factors3 = vec4(0.0);
  ivec4 taken = ivec4(-1);
  for (int j = 0; j < count; j++) {
    float largest = -1.0;
    int best = now;
    vec4 f;
    for (int row = now; row < rows; row++) {
      vec4 a = panelTexel(texel, row);
      float next = component(advance(a, j, f), j);
      float size = isnan(next) ? uintBitsToFloat(0x7f800000u) : abs(next);
      if (size > largest && !any(equal(taken, ivec4(row)))) {
        largest = size;
        best = row;
      }
    }
    vec4 a = advance(panelTexel(texel, best), j, f);
    float pivot = component(a, j);
    int place = best;
    for (int i = 0; i < j; i++) place = place == now + i ? places[i] : (place == places[i] ? now + i : place);
    sources[j] = taken[j] = best;
    places[j] = place;
    pivots[j] = pivot;
    // Without a pivot, Gauss-Jordan's result is NaN and Crout's row stays.
#ifdef CROUT
    a /= pivot == 0.0 ? 1.0 : pivot;
    a = mix(vec4(0.0), a, greaterThan(ivec4(0, 1, 2, 3), ivec4(j)));
#else
    a[j] = 1.0;
    a /= pivot == 0.0 ? uintBitsToFloat(0x7fc00000u) : pivot;
#endif
    if (j == 0) {
      scaled0 = a;
    } else if (j == 1) {
      scaled1 = a;
      factors1 = f;
    } else if (j == 2) {
      scaled2 = a;
      factors2 = f;
    } else {
      scaled3 = a;
      factors3 = f;
    }
  }
}
