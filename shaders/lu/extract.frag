// The next columns of the matrix become a panel. The state of the rows comes from the panel before.
uniform sampler2DArray matrix;
uniform int at;               // texel column of the matrix where the panel begins
uniform bool first;           // there is no panel before

out vec4 result;

void main() {
  int texel = int(gl_FragCoord.x), row = int(gl_FragCoord.y);
  if (texel == 0) result = first ? vec4(row, row, 0.0, 0.0) : panelTexel(0, row);
  else result = stacked(matrix, at + texel - 1, first ? row : matrixRow(row));
}
