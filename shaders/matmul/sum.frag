// The sum of the splits that dots.frag wrote.
uniform Sampler partials;
uniform int widthPartials;                  // texels in a texture row of the partial sums
uniform int width;                          // texels in a texture row of C
uniform int groups, splits;
out Stored C;

void main() {
  // Texels after the last group are padding: any sum will do.
  int group = min(int(gl_FragCoord.y) * width + int(gl_FragCoord.x), groups - 1);
  vec4 sum = vec4(0.0), block = vec4(0.0);
  for (int split = 0; split < splits; split++) {
    int index = split * groups + group, y = index / widthPartials;
    block += load(texelFetch(partials, ivec2(index - y * widthPartials, y), 0));
    settle(sum, block);
  }
  C = store(settled(sum));
}
