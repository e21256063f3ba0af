// Four rows of M * x over a range of k. Texel s * groups + g of the target, counted row by row, is split s of the
// rows 4g … 4g+3.
uniform Sampler M, x;
uniform ivec2 cutM;
uniform int widthX;                         // texels in a texture row of x
uniform int width;                          // texels in a texture row of the target
uniform int rows, groups;                   // rows of M, and their groups of four
uniform int k, depth;                       // columns of M; groups of four of them that a split takes
out Stored C;

vec4 fourOfX(int group) {
  int y = group / widthX;
  return load(texelFetch(x, ivec2(group - y * widthX, y), 0));
}

vec4 fourAt(int place) {
  int texel = place >> 2, y = texel / cutM.y;
  return load(texelFetch(M, ivec2(texel - y * cutM.y, y), 0));
}

// Columns 4 * group … of a row. In a folded M they may begin within a texel.
vec4 fourOfM(int row, int group) {
#if FOLDED
  int place = row * cutM.x + 4 * group, shift = place & 3;
  vec4 low = fourAt(place);
  if (shift == 0) return low;
  vec4 high = fourAt(place + 4);
  return shift == 1 ? vec4(low.yzw, high.x) : shift == 2 ? vec4(low.zw, high.xy) : vec4(low.w, high.xyz);
#else
  return load(texelFetch(M, ivec2(group, row), 0));
#endif
}

// The first `count` of four products.
float part(vec4 a, vec4 b, int count) {
  float sum = a.x * b.x;
  if (count > 1) sum += a.y * b.y;
  if (count > 2) sum += a.z * b.z;
  return sum;
}

void main() {
  int index = int(gl_FragCoord.y) * width + int(gl_FragCoord.x), split = index / groups;
  int row = 4 * (index - split * groups), whole = k >> 2, tail = k & 3;
  int from = split * depth, to = min(from + depth, whole);
  vec4 sum = vec4(0.0), partial = vec4(0.0);
  // Settled after each 16 terms, so that rounding errors stay small.
  for (int first = from; first < to; first += 4) {
    int stop = min(first + 4, to);
    for (int group = first; group < stop; group++) {
      vec4 b = fourOfX(group);
      partial.x += dot(fourOfM(row, group), b);
      if (row + 1 < rows) partial.y += dot(fourOfM(row + 1, group), b);
      if (row + 2 < rows) partial.z += dot(fourOfM(row + 2, group), b);
      if (row + 3 < rows) partial.w += dot(fourOfM(row + 3, group), b);
    }
    settle(sum, partial);
  }
  if (tail > 0 && from <= whole && whole < from + depth) {
    vec4 b = fourOfX(whole);
    partial.x += part(fourOfM(row, whole), b, tail);
    if (row + 1 < rows) partial.y += part(fourOfM(row + 1, whole), b, tail);
    if (row + 2 < rows) partial.z += part(fourOfM(row + 2, whole), b, tail);
    if (row + 3 < rows) partial.w += part(fourOfM(row + 3, whole), b, tail);
    settle(sum, partial);
  }
  C = store(settled(sum));
}
