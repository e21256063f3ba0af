// The power of two that each column of a packed matrix is scaled by: 2^-exponent takes its largest magnitude to 2^64. So
// columns of all sizes are alike, and below there is room for rows that are much smaller than others. Exponents are of
// magnitude 126 at most, so that powers are floats; those of padding are the largest.
uniform sampler2D source;
uniform int rows, columns;
uniform int at;               // texel column of the target where the exponents begin

out vec4 exponents;

// Of four rows, as integers of the same order: NaN and infinities are the largest.
ivec4 sizes(int texel, int row) {
  ivec4 four = min(row + ivec4(0, 1, 2, 3), rows - 1);
  vec4 a = texelFetch(source, ivec2(texel, four.x), 0), b = texelFetch(source, ivec2(texel, four.y), 0);
  vec4 c = texelFetch(source, ivec2(texel, four.z), 0), d = texelFetch(source, ivec2(texel, four.w), 0);
  return max(max(floatBitsToInt(abs(a)), floatBitsToInt(abs(b))), max(floatBitsToInt(abs(c)), floatBitsToInt(abs(d))));
}

void main() {
  int texel = int(gl_FragCoord.x) - at;
  ivec4 largest = ivec4(0);
  for (int i = 0; i < rows; i += 8) largest = max(largest, max(sizes(texel, i), sizes(texel, i + 4)));
  vec4 found = vec4(clamp((largest >> 23) - 127 - 64, -126, 126));
  exponents = mix(found, vec4(126.0), greaterThanEqual(4 * texel + ivec4(0, 1, 2, 3), ivec4(columns)));
}
