// What an elimination found out, in parts of `texels` texels, a float for each row or column:
//   0   the pivots
//   1   the rows of the panel that the pivot rows traded places with
//   2   the exponents of the powers of two that the columns of A were divided by
//   3   those of its rows
// and a part for each of STRIPS strips of rows i of what the elimination left, which is the inverse X but for its order:
//   4…  sum of |X_ij| over i, times the sum of |A_jk| over k, both as scaled: of the order of 1 / unit roundoff where A is
//       singular but for rounding. In the order of the steps in which rows j were pivot rows.
uniform sampler2DArray loaded, matrix;
uniform sampler2D exponents, rowExponents;
uniform int at;               // texel column of the matrix where X begins
uniform int size, texels;
uniform int width;            // of the target

out vec4 result;

vec4 spread(int texel, int strip) {
  int height = (size + LANES - 1) >> LANE_BITS, length = (height + STRIPS - 1) / STRIPS;
  vec4 x = vec4(0.0), a = x;
  for (int y = strip * length; y < min(strip * length + length, height); y++) {
    for (int r = 0; r < LANES; r++) x += abs(texelFetch(matrix, ivec3(at + texel, y, r), 0));
  }
  for (int k = 0; k < texels; k++) {
    for (int c = 0; c < 4; c++) {
      a[c] += dot(abs(stacked(loaded, k, matrixRow(min(4 * texel + c, size - 1)))), vec4(1.0));
    }
  }
  return x * a;
}

void main() {
  int place = int(gl_FragCoord.y) * width + int(gl_FragCoord.x);
  int part = place / texels, texel = place - part * texels;
  vec4 four = vec4(0.0);
  if (part < 2) {
    for (int c = 0; c < 4; c++) {
      int k = 4 * texel + c;
      vec2 found = k < size ? panelTexel(0, k).xy : vec2(0.0);
      four[c] = part == 0 ? found.x : found.y;
    }
  } else if (part < 4) {
    four = part == 2 ? texelFetch(exponents, ivec2(texel, 0), 0) : texelFetch(rowExponents, ivec2(texel, 0), 0);
  } else if (part < 4 + STRIPS) {
    four = spread(texel, part - 4);
  }
  result = four;
}
