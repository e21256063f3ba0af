// The powers of two that the columns of a packed matrix are divided by, or with ROWS its rows: 2^exponent is the largest
// magnitude there, rounded down. DIVIDED: after the other sides were divided by theirs. 128 tells that something is not
// finite. Columns of padding have an exponent by which no row counts them.
uniform sampler2D source, others;
uniform int rows, columns;
uniform int at;               // texel column of the target where the exponents begin

out vec4 exponents;

const float LEAST = -254.0, PADDING = 2048.0;

// Those of four neighbours in a row; far below the least for zeros.
vec4 four(int texel, int row) {
  ivec4 bits = floatBitsToInt(texelFetch(source, ivec2(texel, row), 0)) & 0x7fffffff;
  vec4 found = vec4((bits >> 23) - 127 - 1024 * ivec4(equal(bits, ivec4(0))));
#if ROWS
  found -= texelFetch(others, ivec2(texel, 0), 0);
#elif DIVIDED
  found -= component(texelFetch(others, ivec2(row >> 2, 0), 0), row & 3);
#endif
  return found;
}

#if ROWS
float largest(int row) {
  vec4 most = vec4(LEAST);
  for (int k = 0; 4 * k < columns; k++) most = max(most, four(k, min(row, rows - 1)));
  return max(max(most.x, most.y), max(most.z, most.w));
}
#endif

void main() {
  int texel = int(gl_FragCoord.x) - at;
#if ROWS
  exponents = vec4(largest(4 * texel), largest(4 * texel + 1), largest(4 * texel + 2), largest(4 * texel + 3));
#else
  vec4 most = vec4(LEAST);
  for (int i = 0; i < rows; i += 4) {
    ivec4 at = min(i + ivec4(0, 1, 2, 3), rows - 1);
    most = max(most, max(max(four(texel, at.x), four(texel, at.y)), max(four(texel, at.z), four(texel, at.w))));
  }
  exponents = mix(most, vec4(PADDING), greaterThanEqual(4 * texel + ivec4(0, 1, 2, 3), ivec4(columns)));
#endif
}
