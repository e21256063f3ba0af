// A in the order in which uniform blocks hold it: for each slab of eight rows, for each group of four k, the eight rows.
uniform sampler2D A;                        // texel (x, y): row y, k 4x … 4x+3
uniform int groups;                         // groups of four k that a slab holds
uniform int width;                          // texels in a texture row of the target
out vec4 four;

void main() {
  int index = int(gl_FragCoord.y) * width + int(gl_FragCoord.x), pair = index >> 3;
  int slab = pair / groups, group = pair - slab * groups;
  // Past the edges another texel is read: those rows are nobody's, those k are left out of the sums.
  ivec2 last = textureSize(A, 0) - 1;
  four = texelFetch(A, min(ivec2(group, 8 * slab + (index & 7)), last), 0);
}
