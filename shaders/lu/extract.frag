// The next columns of the matrix become a panel. What earlier steps found comes from the panel before.
uniform sampler2DArray matrix;
uniform int at;               // texel column of the matrix where the panel begins
uniform bool first;           // there is no panel before

layout(location = 0) out vec4 lanes[LANES];

vec4 extract(int texel, int row) {
  if (texel == 0) return first ? vec4(0.0) : panelTexel(0, row);
  return stacked(matrix, at + texel - 1, first ? row : matrixRow(row));
}

void main() {
  int texel = int(gl_FragCoord.x), row = int(gl_FragCoord.y) * LANES;
#define EXTRACT(r) lanes[r] = extract(texel, row + r);
  EACH_LANE(EXTRACT)
}
