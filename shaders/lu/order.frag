// The pivot rows in the order of their steps, four a texel.
uniform int size;
uniform int width;            // of the target

out ivec4 order;

void main() {
  int k = 4 * (int(gl_FragCoord.y) * width + int(gl_FragCoord.x));
  ivec4 rows = ivec4(0);
  for (int c = 0; c < 4; c++) {
    if (k + c < size) rows[c] = matrixRow(k + c);
  }
  order = rows;
}
