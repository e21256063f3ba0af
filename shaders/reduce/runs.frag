// Folds runs of neighbouring elements: lane c of the target takes piece c % pieces of run c / pieces.
//
//   run 0                     run 1                         extent elements each; the last may be short
//   [piece 0][piece 1][ 2 ]   [piece 0][piece 1][ 2 ] …     piece elements each; the last of a run may be short
uniform int row;        // components in a row of the source
uniform int count;      // elements of the source
uniform int extent;
uniform int pieces;
uniform int piece;
uniform int width;      // texels in a row of the target
uniform int outputs;    // elements of the target
uniform int within;     // 1: WHERE answers with the index within its run; 0: in the whole array

void main() {
  State states = nothing();
  int c = 4 * (int(gl_FragCoord.y) * width + int(gl_FragCoord.x));
  for (int lane = 0; lane < 4 && c + lane < outputs; lane++) {
    int run = (c + lane) / pieces, start = run * extent;
    int begin = start + (c + lane - run * pieces) * piece;
    int end = min(min(begin + piece, start + extent), count);
    State s = nothing();
    // Texel by texel, through the rows of the texture. A row's last texel may end in padding, and the run's first
    // and last texel hold parts of its neighbours. A short last run leaves pieces that begin past its end.
    int y = begin / row, x = (begin - y * row) / 4;
    for (int index = y * row + 4 * x; max(index, begin) < end; index = y * row + 4 * x) {
      int stop = min(end, (y + 1) * row);
      ivec4 indices = index + LANES;
      State texel = load(ivec2(x, y), indices - within * start);
      if (index < begin || index + 4 > stop) {
        texel = only(lessThan(uvec4(indices - begin), uvec4(stop - begin)), texel);
      }
      fold(s, texel);
      x++;
      if (4 * x >= row) { x = 0; y++; }
    }
    s = across(s);
    states.value[lane] = s.value.x;
    states.beside[lane] = s.beside.x;
  }
  store(states, equal(c + LANES, ivec4(outputs - 1)));
}
