// Folds a texture into a smaller one. Texel (x, y) of the target takes the columns x, x + target.x, … of the rows
// y, y + target.y, …, lane by lane, so that neighbouring fragments read neighbouring texels.
uniform ivec2 size;     // texels of the source
uniform ivec2 target;   // texels of the target
uniform int row;        // components in a row of the array's texture …
uniform int count;      // … and in all; states have no padding

void main() {
  State s = nothing();
  ivec2 corner = ivec2(gl_FragCoord.xy);
  for (int y = corner.y; y < size.y; y += target.y) {
    int end = min(count, (y + 1) * row);
    for (int x = corner.x; x < size.x; x += target.x) {
      int index = y * row + 4 * x;
      State texel = load(ivec2(x, y), index + LANES);
#if FIRST
      if (index + 4 > end) texel = only(lessThan(index + LANES, ivec4(end)), texel);
#endif
      fold(s, texel);
    }
  }
#if LAST
  s = across(s);
#endif
  store(s, bvec4(true));
}
