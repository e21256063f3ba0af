// Finds the pivot of a column: the waiting row with the largest magnitude, the lowest of equals. Every vertex of the
// covering triangle finds the same; fragments get row and value as flat varyings. A NaN counts as the largest, so that
// it spreads and never looks like a zero.
uniform sampler2DArray panel;
uniform int height;           // of the panel, in texels
uniform int column;           // of the panel

flat out int pivotAt;
flat out float pivot;
flat out int odd;             // 1 if an odd number of rows above the pivot row wait

void main() {
  gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
  float largest = -1.0;
  int waiting = 0;
  pivotAt = 0;
  odd = 0;
  for (int y = 0; y < height; y++) {
    vec4 s[LANES];
#define FETCH(r) s[r] = texelFetch(panel, ivec3(0, y, r), 0);
    EACH_LANE(FETCH)
#define COMPARE(r) \
    if (s[r].y < 0.0) { \
      float size = isnan(s[r].x) ? uintBitsToFloat(0x7f800000u) : abs(s[r].x); \
      if (size > largest) { largest = size; pivotAt = y * LANES + r; odd = waiting; } \
      waiting ^= 1; \
    }
    EACH_LANE(COMPARE)
  }
  pivot = component(stacked(panel, 1 + (column >> 2), pivotAt), column & 3);
}
