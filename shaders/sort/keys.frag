// Writes sorted keys as the bits of the elements, four a texel, as a stream folded into rows.
uniform int flip;                         // as it was given to the keys
uniform int shift;                        // log2 of the target's width

out ivec4 elements;

void main() {
  elements = bitsOf(runTexel(int(gl_FragCoord.x) | int(gl_FragCoord.y) << shift) ^ flip);
}
