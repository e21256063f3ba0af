// The powers of two that the columns of a packed matrix are divided by, or with ROWS its rows: 2^exponent is the largest
// magnitude there, rounded down, or the geometric mean of those that are neither zero nor infinite. What is not finite has
// a largest far beyond that of any float. Columns of padding have an exponent by which no row counts them.
uniform sampler2D source, others;
uniform int rows, columns;
uniform int at;               // texel column of the target where the exponents begin
uniform bool divided;         // by the others before: rows by those of columns, columns by those of rows
uniform bool mean;

out vec4 exponents;

const float LEAST = -512.0, MOST = 512.0, FAR = 4096.0, PADDING = 4.0 * FAR;

vec4 largest, sum, count;

// Looks at the texel `i` of a row, or at row i of a column of texels.
void look(int line, int i) {
#if ROWS
  ivec2 place = ivec2(i, line);
  vec4 other = texelFetch(others, ivec2(i, 0), 0);
#else
  ivec2 place = ivec2(line, i);
  vec4 other = vec4(component(texelFetch(others, ivec2(i >> 2, 0), 0), i & 3));
#endif
  ivec4 bits = floatBitsToInt(texelFetch(source, place, 0)) & 0x7fffffff;
  vec4 four = vec4((bits >> 23) - 127);
  four += FAR * (vec4(greaterThanEqual(bits, ivec4(0x7f800000))) - vec4(equal(bits, ivec4(0))));
  if (divided) four -= other;
  vec4 counts = vec4(greaterThan(four, vec4(LEAST))) * vec4(lessThan(four, vec4(MOST)));
  largest = max(largest, four);
  sum += counts * four;
  count += counts;
}

void look(int line) {
#if ROWS
  int end = (columns + 3) >> 2;
#else
  int end = rows;
#endif
  largest = vec4(LEAST);
  sum = count = vec4(0.0);
  int i = 0;
  // Four at a time, so that their texels are asked for together.
  for (; i + 4 <= end; i += 4) {
    look(line, i);
    look(line, i + 1);
    look(line, i + 2);
    look(line, i + 3);
  }
  for (; i < end; i++) look(line, i);
}

void main() {
  int texel = int(gl_FragCoord.x) - at;
  vec4 found, ones = vec4(1.0);
#if ROWS
  for (int r = 0; r < 4; r++) {
    look(min(4 * texel + r, rows - 1));
    float most = max(max(largest.x, largest.y), max(largest.z, largest.w));
    found[r] = mean ? floor(dot(sum, ones) / max(dot(count, ones), 1.0) + 0.5) : most;
  }
#else
  look(texel);
  found = mean ? floor(sum / max(count, ones) + 0.5) : largest;
  found = mix(found, vec4(PADDING), greaterThanEqual(4 * texel + ivec4(0, 1, 2, 3), ivec4(columns)));
#endif
  exponents = found;
}
