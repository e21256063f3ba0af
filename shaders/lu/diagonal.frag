// The inverses of the blocks of LANES x LANES elements on the diagonal of a stacked triangular matrix, by substitution;
// zeros elsewhere. Without LOWER the matrix is upper triangular with a unit diagonal.
uniform sampler2DArray matrix;

layout(location = 0) out vec4 lanes[LANES];

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int first = at.y * LANES;
  vec4 x[LANES];
  for (int r = 0; r < LANES; r++) x[r] = vec4(equal(4 * at.x + ivec4(0, 1, 2, 3), ivec4(first + r)));
  if ((4 * at.x) >> LANE_BITS == at.y) {
#ifdef LOWER
    for (int r = 0; r < LANES; r++) {
      for (int s = 0; s < r; s++) x[r] -= component(stacked(matrix, (first + s) >> 2, first + r), s & 3) * x[s];
      x[r] /= component(stacked(matrix, (first + r) >> 2, first + r), r & 3);
    }
#else
    for (int r = LANES - 1; r >= 0; r--) {
      for (int s = LANES - 1; s > r; s--) x[r] -= component(stacked(matrix, (first + s) >> 2, first + r), s & 3) * x[s];
    }
#endif
  }
#define WRITE(r) lanes[r] = x[r];
  EACH_LANE(WRITE)
}
