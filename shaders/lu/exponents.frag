// The powers of two that the columns of a packed matrix are divided by, or with ROWS its rows: 2^exponent is the largest
// magnitude there, rounded down, or with MEAN the geometric mean of those that are not zero. DIVIDED: after the other sides
// were divided by theirs. The largest of what is not finite is far beyond that of any float. Columns of padding have an
// exponent by which no row counts them.
uniform sampler2D source, others;
uniform int rows, columns;
uniform int at;               // texel column of the target where the exponents begin

out vec4 exponents;

const float LEAST = -512.0, MOST = 512.0, FAR = 4096.0, PADDING = 4.0 * FAR;
#if MEAN
const vec4 START = vec4(0.0);
#else
const vec4 START = vec4(LEAST);
#endif

// Those of four neighbours in a row.
vec4 four(int texel, int row) {
  ivec4 bits = floatBitsToInt(texelFetch(source, ivec2(texel, row), 0)) & 0x7fffffff;
  vec4 found = vec4((bits >> 23) - 127);
  found += FAR * (vec4(greaterThanEqual(bits, ivec4(0x7f800000))) - vec4(equal(bits, ivec4(0))));
#if ROWS
  found -= texelFetch(others, ivec2(texel, 0), 0);
#elif DIVIDED
  found -= component(texelFetch(others, ivec2(row >> 2, 0), 0), row & 3);
#endif
  return found;
}

// Folds four more. What means count is neither zero nor infinite.
void fold(inout vec4 value, inout vec4 count, vec4 found) {
#if MEAN
  vec4 counts = vec4(greaterThan(found, vec4(LEAST))) * vec4(lessThan(found, vec4(MOST)));
  value += counts * found;
  count += counts;
#else
  value = max(value, found);
#endif
}

void main() {
  int texel = int(gl_FragCoord.x) - at;
#if ROWS
  mat4 value = mat4(START, START, START, START), count = mat4(0.0);
  for (int r = 0; r < 4; r++) {
    for (int k = 0; 4 * k < columns; k++) fold(value[r], count[r], four(k, min(4 * texel + r, rows - 1)));
  }
#if MEAN
  exponents = floor((vec4(1.0) * value) / max(vec4(1.0) * count, vec4(1.0)) + 0.5);
#else
  value = transpose(value);
  exponents = max(max(value[0], value[1]), max(value[2], value[3]));
#endif
#else
  vec4 value = START, count = vec4(0.0);
  for (int i = 0; i < rows; i++) fold(value, count, four(texel, i));
#if MEAN
  value = floor(value / max(count, vec4(1.0)) + 0.5);
#endif
  exponents = mix(value, vec4(PADDING), greaterThanEqual(4 * texel + ivec4(0, 1, 2, 3), ivec4(columns)));
#endif
}
