// Four components of a stream a texel, cut into rows of `rowOut` components. What lies behind the end of a row is
// padding, and whatever the stream goes on with.
uniform int rowOut;
out VEC4 four;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  four = components(at.y * rowOut + 4 * at.x);
}
