// Where the components of a matrix lie. `cut` is (components from one row's beginning to the next, texels in a
// texture row). FOLDED: 0 if each matrix row begins a texture row.

// The component `at` of row `row`.
Component componentAt(Sampler matrix, ivec2 cut, int row, int at) {
  int place = row * cut.x + at;
  int texel = place >> 2;
  int y = texel / cut.y;
  return load(texelFetch(matrix, ivec2(texel - y * cut.y, y), 0))[place & 3];
}

// The row and the component in it of one lane of a texel that is to be written.
ivec2 rowAndComponent(ivec2 texel, int lane, ivec2 cut) {
#if FOLDED
  int place = 4 * (texel.y * cut.y + texel.x) + lane;
  int row = place / cut.x;
  return ivec2(row, place - row * cut.x);
#else
  return ivec2(texel.y, 4 * texel.x + lane);
#endif
}
