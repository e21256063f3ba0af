// C from the rectangles of its slabs. The layer is the row in a slab; slabs lie side by side, then one above the other.
uniform sampler2DArray tiles;
uniform ivec2 rectangle;                    // size of a slab's rectangle
uniform int across;                         // slabs side by side
out vec4 C;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int slab = texel.y >> 3;
  ivec2 corner = ivec2(slab % across, slab / across) * rectangle;
  C = texelFetch(tiles, ivec3(corner + ivec2(texel.x % rectangle.x, texel.x / rectangle.x), texel.y & 7), 0);
}
