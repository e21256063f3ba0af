// U right of a panel, LANES rows of a block at once, by forward substitution with L from the panel:
// u_r = (a_r - sum over s < r of l_rs * u_s) / l_rr. Rows of earlier groups are read from `block`.
uniform sampler2DArray matrix, block;
uniform int first;            // step of the block
uniform int group;            // these rows are steps first + group * LANES …

layout(location = 0) out vec4 lanes[LANES];

void main() {
  int texel = int(gl_FragCoord.x);
  int before = group * LANES;
  int row[LANES];
  vec4 u[LANES];
  for (int r = 0; r < LANES; r++) {
    row[r] = first + before + r;
    u[r] = stacked(matrix, texel, matrixRow(row[r]));
  }
  for (int k = 0; k < before >> 2; k++) {
    vec4 b0 = stacked(block, texel, 4 * k), b1 = stacked(block, texel, 4 * k + 1);
    vec4 b2 = stacked(block, texel, 4 * k + 2), b3 = stacked(block, texel, 4 * k + 3);
    for (int r = 0; r < LANES; r++) {
      vec4 l = panelTexel(1 + k, row[r]);
      u[r] -= l.x * b0 + l.y * b1 + l.z * b2 + l.w * b3;
    }
  }
  for (int r = 0; r < LANES; r++) {
    for (int s = 0; s < r; s++) u[r] -= panelElement(row[r], before + s) * u[s];
    float l = panelElement(row[r], before + r);
    u[r] /= l == 0.0 ? 1.0 : l;
  }
#define WRITE(r) lanes[r] = u[r];
  EACH_LANE(WRITE)
}
