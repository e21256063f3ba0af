// What an elimination found out, in parts of `texels` texels, a float for each row or column:
//   0   the pivots
//   1   the rows of the panel that the pivot rows traded places with
//   2   the exponents e_j of the powers of two that column j of A was divided by
// and three parts for each of STRIPS strips of rows i, of A (n x n, packed) and its inverse X:
//   3…  2^-e_j · sum of |A_ij| over i, for the norm of A; NaN if A has an element that is not finite
//   4…  2^(least e) · sum of |X_ij| over i, for the norm of X
//   5…  sum of 2^e_i · |X_ij| over i, times the sum of 2^-e_k · |A_jk| over all k: of the order of 1 / unit roundoff where
//       A is singular but for rounding
uniform sampler2D A, X, exponents;
uniform float scaled;         // 1.0: X is the inverse of A with its columns scaled; 0.0: of A
uniform int size, texels;
uniform int width;            // of the target

out vec4 result;

// Times a factor: at once, as a compiler could take sums of products for products of sums, which overflow.
vec4 absolute(sampler2D matrix, int texel, int row, vec4 factor) {
  bvec4 inside = lessThan(4 * texel + ivec4(0, 1, 2, 3), ivec4(row < size ? size : 0));
  return mix(vec4(0.0), factor * abs(texelFetch(matrix, ivec2(texel, row), 0)), inside);
}

vec4 exponent(int texel) {
  return texelFetch(exponents, ivec2(texel, 0), 0);
}

// Those of a strip, by their place above. Of A NaN if there are infinities that are to be told from large sums.
vec4 sums(sampler2D matrix, int kind, int texel, int begin, int end) {
  vec4 sum = vec4(0.0), largest = sum, columns = vec4(1.0), rows = columns, least = vec4(126.0);
  if (kind == 0) {
    columns = power(-exponent(texel));
  } else if (kind == 1) {
    for (int k = 0; k < texels; k++) least = min(least, exponent(k));
    least = vec4(min(min(least.x, least.y), min(least.z, least.w)));
  }
  for (int i = begin; i < end; i += 4) {
    if (kind > 0) rows = exponent(i >> 2), rows = power((kind == 1 ? least : rows) - scaled * rows);
    vec4 a = absolute(matrix, texel, i, columns * rows.x), b = absolute(matrix, texel, i + 1, columns * rows.y);
    vec4 c = absolute(matrix, texel, i + 2, columns * rows.z), d = absolute(matrix, texel, i + 3, columns * rows.w);
    sum += a + b + c + d;
    largest = max(largest, max(max(a, b), max(c, d)));
  }
  if (kind == 2) {
    mat4 a = mat4(0.0);
    for (int k = 0; k < texels; k++) {
      for (int t = 0; t < 4; t++) a[t] += absolute(A, k, 4 * texel + t, power(-exponent(k)));
    }
    sum *= vec4(1.0) * a;
  }
  return kind == 0 && any(isinf(largest)) ? vec4(uintBitsToFloat(0x7fc00000u)) : sum;
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
  } else if (part == 2) {
    four = exponent(texel);
  } else if (part < 3 + 3 * STRIPS) {
    int strip = (part - 3) / 3, kind = part - 3 - 3 * strip;
    int length = 4 * ((texels + STRIPS - 1) / STRIPS), begin = strip * length, end = min(begin + length, size);
    if (kind == 0) four = sums(A, kind, texel, begin, end);
    else four = sums(X, kind, texel, begin, end);
  }
  result = four;
}
