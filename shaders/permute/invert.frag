// The inverse of a permutation: entry order[i] of the result is i; -1 where no entry of `order` points.
#if UNSIGNED
uniform usampler2D order;
#else
uniform isampler2D order;
#endif
uniform int count;                          // entries of the permutation
uniform int width;                          // texels in a texture row, here and there
out ivec4 inverse;

void main() {
  ivec4 sought = 4 * (int(gl_FragCoord.y) * width + int(gl_FragCoord.x)) + ivec4(0, 1, 2, 3);
  ivec4 found = ivec4(-1);
  int texels = (count + 3) >> 2;
  for (int y = 0; y * width < texels; y++) {
    int columns = min(width, texels - y * width);
    for (int x = 0; x < columns; x++) {
      ivec4 entries = ivec4(texelFetch(order, ivec2(x, y), 0));
      for (int lane = 0; lane < 4; lane++) {
        int index = 4 * (y * width + x) + lane;
        int entry = index < count ? entries[lane] : -1;
        found = ivec4(sought.x == entry ? index : found.x, sought.y == entry ? index : found.y,
                      sought.z == entry ? index : found.z, sought.w == entry ? index : found.w);
      }
    }
  }
  inverse = found;
}
