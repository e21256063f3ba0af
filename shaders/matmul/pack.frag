// A panel of a matrix M, or of its transpose: texel (x, y) holds row y, columns 4x … 4x+3, counted from `origin`.
uniform Sampler M;
uniform ivec2 cutM;
uniform ivec2 origin;                       // row and column of the panel's first element
uniform ivec2 size;                         // rows and columns of the whole matrix, transposed or not
out Stored panel;

Component element(int lane) {
  // Past the edge another element is read; nobody reads it on.
  ivec2 place = min(origin + ivec2(gl_FragCoord.y, 4 * int(gl_FragCoord.x) + lane), size - 1);
#if TRANSPOSED
  place = place.yx;
#endif
  return componentAt(M, cutM, place.x, place.y);
}

void main() {
  panel = store(Texel(element(0), element(1), element(2), element(3)));
}
