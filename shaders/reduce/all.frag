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
    int x = corner.x;
#if FIRST
    int index = y * row + 4 * x;
    // Four at a time, so that loads need not wait for each other.
    for (; index + 12 * target.x + 4 <= end; index += 16 * target.x, x += 4 * target.x) {
      State a = load(ivec2(x, y), index + LANES);
      State b = load(ivec2(x + target.x, y), index + 4 * target.x + LANES);
      State c = load(ivec2(x + 2 * target.x, y), index + 8 * target.x + LANES);
      State d = load(ivec2(x + 3 * target.x, y), index + 12 * target.x + LANES);
      fold(s, a);
      fold(s, b);
      fold(s, c);
      fold(s, d);
    }
    for (; index + 4 <= end; index += 4 * target.x, x += target.x) fold(s, load(ivec2(x, y), index + LANES));
    if (index < end) fold(s, only(lessThan(index + LANES, ivec4(end)), load(ivec2(x, y), index + LANES)));
#else
    for (; x + 3 * target.x < size.x; x += 4 * target.x) {
      State a = load(ivec2(x, y), LANES);
      State b = load(ivec2(x + target.x, y), LANES);
      State c = load(ivec2(x + 2 * target.x, y), LANES);
      State d = load(ivec2(x + 3 * target.x, y), LANES);
      fold(s, a);
      fold(s, b);
      fold(s, c);
      fold(s, d);
    }
    for (; x < size.x; x += target.x) fold(s, load(ivec2(x, y), LANES));
#endif
  }
#if LAST
  s = across(s);
#endif
  store(s, bvec4(true));
}
