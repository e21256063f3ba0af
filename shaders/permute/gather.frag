// C with A's rows (or COLUMNS) in another order: line r of C is line sources[r] of A.
uniform Sampler A;
uniform isampler2D sources;                 // four entries a texel; negative where no line of A goes
uniform ivec2 cutA, cutC;
uniform int lines;                          // rows (or columns) of A
out Stored C;

int source(int line) {
  line = min(line, lines - 1);              // in the padding of C any line will do
  int texel = line >> 2, width = textureSize(sources, 0).x;
  return texelFetch(sources, ivec2(texel % width, texel / width), 0)[line & 3];
}

Component moved(int lane) {
  ivec2 c = rowAndComponent(ivec2(gl_FragCoord.xy), lane, cutC);
#if COLUMNS
  int element = c.y / WIDTH, from = source(element);
  c.y += (from - element) * WIDTH;
#else
  int from = source(c.x);
  c.x = from;
#endif
  return from < 0 ? Component(0) : componentAt(A, cutA, c.x, c.y);
}

void main() {
  C = store(Texel(moved(0), moved(1), moved(2), moved(3)));
}
