// The next columns of the matrix become a panel. The state of the rows comes from the panel before.
uniform sampler2DArray matrix, before;
uniform int at;               // texel column of the matrix where the panel begins
uniform int rows;
uniform bool first;           // there is no panel before

layout(location = 0) out vec4 lanes[LANES];

vec4 state(int row, float next) {
  vec4 s = stacked(before, 0, row);
  if (first) s = vec4(0.0, row < rows ? WAITING : PADDING, 0.0, 0.0);
  s.x = s.y < 0.0 ? next : 0.0;
  return s;
}

void main() {
  int texel = int(gl_FragCoord.x), row = int(gl_FragCoord.y) * LANES;
  if (texel == 0) {
#define STATE(r) lanes[r] = state(row + r, stacked(matrix, at, row + r).x);
    EACH_LANE(STATE)
  } else {
#define TAKE(r) lanes[r] = stacked(matrix, at + texel - 1, row + r);
    EACH_LANE(TAKE)
  }
}
