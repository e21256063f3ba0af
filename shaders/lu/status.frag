// What an elimination found out, four floats a texel:
//   0  first step without a pivot or -1, sign of the permutation, largest spread, its column
//   1  norm of A, norm of its inverse, 0, 1 if A is finite
//   2… the pivots, four a texel
// Without MEASURED only the step and the sign are known.
uniform sampler2D sumsA, sumsX, spread;
uniform int size;
uniform int width;            // of the target
uniform int measured;         // width of the measured textures

out vec4 result;

void main() {
  int texel = int(gl_FragCoord.y) * width + int(gl_FragCoord.x);
  if (texel > 1) {
    vec4 pivots = vec4(0.0);
    for (int c = 0; c < 4; c++) {
      int k = 4 * (texel - 2) + c;
      if (k < size) pivots[c] = panelTexel(0, k).x;
    }
    result = pivots;
    return;
  }
  float missing = -1.0, parity = 1.0;
  for (int y = 0; y << LANE_BITS < size; y++) {
    // All lanes are asked for together: one fragment reads them all.
    vec2 found[LANES];
#define FIND(r) found[r] = texelFetch(panel, ivec3(0, y, r), 0).xy;
    EACH_LANE(FIND)
    for (int r = 0; r < LANES && (y << LANE_BITS) + r < size; r++) {
      int k = (y << LANE_BITS) + r;
      if (found[r].x == 0.0 && missing < 0.0) missing = float(k);
      if (int(found[r].y) != k) parity = -parity;
    }
  }
  vec3 largest = vec3(0.0);
  float column = -1.0;
  bool finite = true;
#ifdef MEASURED
  for (int t = 0; t < (size + 3) / 4; t++) {
    ivec2 at = ivec2(t % measured, t / measured);
    vec4 a = texelFetch(sumsA, at, 0), x = texelFetch(sumsX, at, 0), s = texelFetch(spread, at, 0);
    finite = finite && !isnan(a.x);
    for (int c = 0; c < 4; c++) {
      if (s[c] > largest.z) column = float(4 * t + c);
      largest = vec3(max(largest.x, a[c]), max(largest.y, x[c]), max(largest.z, s[c]));
    }
  }
#endif
  result = texel == 0 ? vec4(missing, parity, largest.z, column) : vec4(largest.xy, 0.0, finite ? 1.0 : 0.0);
}
