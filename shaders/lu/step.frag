// Eliminates four columns of a panel, those of one texel, one after the other.
//
// Gauss-Jordan exchanges the pivot row with the column, in place, in all rows:
//   pivot row:  a -> a / pivot,           its column:   1 / pivot
//   others:     a -> a - f * a_p / pivot, their column: -f / pivot      (f: their element in the column)
// CROUT leaves rows that were pivots, and columns up to this one, as they are: L with its diagonal. To the right the
// pivot row becomes U, which has a unit diagonal.
uniform int now;              // the first of the steps
uniform int texel;            // of the panel
uniform int count;            // of columns

flat in ivec4 sources, places;
flat in vec4 pivots;
flat in vec4 scaled0, scaled1, scaled2, scaled3;
flat in vec4 factors1, factors2, factors3;

out vec4 result;

// The other one of two rows that trade places in a step.
int trade(int row, int j) {
  return row == now + j ? places[j] : (row == places[j] ? now + j : row);
}

vec4 state(int row, int source) {
  vec4 s = panelTexel(0, row);
  int place = int(s.x);
  for (int j = 0; j < count; j++) {
    place = trade(place, j);
    if (row == now + j) s.zw = vec2(pivots[j], places[j] == row ? 0.0 : 1.0);
  }
  return vec4(place, panelTexel(0, source).y, s.zw);
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), source = row;
  for (int j = count - 1; j >= 0; j--) source = trade(source, j);
  if (x == 0) {
    result = state(row, source);
    return;
  }
  // This row's texel here and in the columns, and the pivot rows' texels here when their turn comes.
  vec4 a = panelTexel(x, source), own = panelTexel(texel, source);
#ifdef CROUT
  vec4 divisor = mix(pivots, vec4(1.0), equal(pivots, vec4(0.0)));
#else
  vec4 divisor = mix(pivots, vec4(uintBitsToFloat(0x7fc00000u)), equal(pivots, vec4(0.0)));
#endif
  vec4 top0 = panelTexel(x, sources.x) / divisor.x;
  vec4 top1 = vec4(0.0), top2 = vec4(0.0), top3 = vec4(0.0);
  if (count > 1) top1 = (panelTexel(x, sources.y) - factors1.x * top0) / divisor.y;
  if (count > 2) top2 = (panelTexel(x, sources.z) - factors2.x * top0 - factors2.y * top1) / divisor.z;
  if (count > 3) {
    top3 = (panelTexel(x, sources.w) - factors3.x * top0 - factors3.y * top1 - factors3.z * top2) / divisor.w;
  }
#ifdef CROUT
  vec4 before = a;
#define STEP(j, c, scaled, top) \
  if (j < count && row == now + j) { \
    own = mix(own, scaled, greaterThan(ivec4(0, 1, 2, 3), ivec4(j))); \
    a = top; \
  } else if (j < count && row > now + j) { \
    float f = own.c; \
    own -= f * scaled; \
    a -= f * top; \
  }
#else
#define STEP(j, c, scaled, top) \
  if (row == now + j) { \
    own = scaled; \
    a = top; \
  } else { \
    float f = own.c; \
    own.c = 0.0; \
    own -= f * scaled; \
    a -= f * top; \
  }
#endif
  STEP(0, x, scaled0, top0)
  STEP(1, y, scaled1, top1)
  STEP(2, z, scaled2, top2)
  STEP(3, w, scaled3, top3)
  result = x == texel ? own : a;
#ifdef CROUT
  if (x < texel) result = before;
#endif
}
