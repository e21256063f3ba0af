// A packed matrix (one texture row for each matrix row) becomes a stacked one. Padding becomes zero; of a LOWER
// or UNIT_UPPER part its diagonal becomes one, so that it stays invertible. Infinities become NaN: nothing cancels them on the way.
// SCALED: columns and rows are divided by the powers of two that exponents.frag found.
uniform sampler2D source, exponents, rowExponents;
uniform int rows, columns;
uniform int at;               // the stack's first texel column

layout(location = 0) out vec4 lanes[LANES];

vec4 load(int texel, int row) {
  ivec4 column = 4 * texel + ivec4(0, 1, 2, 3);
  vec4 a = vec4(0.0);
  if (row < rows && texel < (columns + 3) >> 2) a = texelFetch(source, ivec2(texel, row), 0);
  for (int c = 0; c < 4; c++) {
    if (row >= rows || column[c] >= columns) a[c] = 0.0;
    else if (isinf(a[c])) a[c] = uintBitsToFloat(0x7fc00000u);
#if defined(LOWER)
    if (column[c] > row) a[c] = 0.0;
    if (column[c] == row && row >= rows) a[c] = 1.0;
#elif defined(UNIT_UPPER)
    if (column[c] <= row) a[c] = column[c] == row ? 1.0 : 0.0;
#endif
  }
#ifdef SCALED
  int known = min(row, rows - 1);
  float whole = component(texelFetch(rowExponents, ivec2(known >> 2, 0), 0), known & 3);
  a = scaled(a, -texelFetch(exponents, ivec2(at + texel, 0), 0) - whole);
#endif
  return a;
}

void main() {
  int texel = int(gl_FragCoord.x) - at, row = int(gl_FragCoord.y) * LANES;
#define LOAD(r) lanes[r] = load(texel, row + r);
  EACH_LANE(LOAD)
}
