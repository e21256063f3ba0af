// Writes the indices of sorted pairs, four a texel, as a stream folded into rows.
uniform int shift;                        // log2 of the target's width

out ivec4 indices;

void main() {
  int t = int(gl_FragCoord.x) | int(gl_FragCoord.y) << shift;
  indices = ivec4(runTexel(2 * t).yw, runTexel(2 * t + 1).yw);
}
