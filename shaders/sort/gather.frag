// Writes elements of WIDTH components in the order of the sorted pairs' indices, four components a texel, as a stream
// folded into rows.
uniform int count;                        // elements
uniform int shift;                        // log2 of the target's width

out ivec4 gathered;

int component(int c) {
  int element = c / WIDTH;
  if (element >= count) return 0;
  ivec4 pairs = runTexel(element >> 1);
  int from = (element & 1) == 0 ? pairs.y : pairs.w;
  return dataComponent(from * WIDTH + c - element * WIDTH);
}

void main() {
  int c = 4 * (int(gl_FragCoord.x) | int(gl_FragCoord.y) << shift);
  gathered = ivec4(component(c), component(c + 1), component(c + 2), component(c + 3));
}
