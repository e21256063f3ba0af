// The pivot rows of a block, in the order of their steps; zeros where the block has fewer steps than rows.
uniform sampler2DArray matrix;
uniform int first, steps;     // of the block

layout(location = 0) out vec4 lanes[LANES];

vec4 take(int texel, int k) {
  return k < steps ? stacked(matrix, texel, matrixRow(first + k)) : vec4(0.0);
}

void main() {
  int texel = int(gl_FragCoord.x), k = int(gl_FragCoord.y) * LANES;
#define TAKE(r) lanes[r] = take(texel, k + r);
  EACH_LANE(TAKE)
}
