// Four components of a stream a vertex, for a buffer whose rows of `rowOut` components fill `widthOut` fours.
uniform int rowOut, widthOut;
flat out VEC4 four;

void main() {
  int y = gl_VertexID / widthOut;
  four = components(y * rowOut + 4 * (gl_VertexID - y * widthOut));
}
