// A in the order in which tiles read it: texel (8 * g + r, y) holds the four k of group g in row y + r * (tile height). What
// a fragment reads one after the other lies side by side, so a processor finds it in a few cache lines.
uniform Sampler A;                          // texel (x, y): row y, k 4x … 4x+3
uniform int height;                         // of a tile
out Stored four;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  // Rows past the last are nobody's.
  ivec2 place = ivec2(texel.x >> 3, min(texel.y + (texel.x & 7) * height, textureSize(A, 0).y - 1));
  four = texelFetch(A, place, 0);
}
