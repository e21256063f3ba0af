// C from its tiles: rows from slabs, columns from bands, and the sum over splits.
uniform SamplerArray tiles;                 // layer ROWS * band + r: rows r * (tile height) …, columns of the band
uniform ivec2 tile;                         // size of one split
uniform ivec2 splits;                       // across, down
uniform ivec2 cutC;
uniform ivec3 size;                         // first row here, row after the last, columns
out Stored C;

// How often `tile` goes into a whole number. Integer division is slow; this is exact far beyond a texture's size.
int times(int number, int tile) {
  return int((float(number) + 0.5) / float(tile));
}

vec4 four(int row, int group) {
  row -= size.x;
  int slab = times(row, tile.y);
  ivec3 place = ivec3(group, row - slab * tile.y, slab);
#if BANDS
  int band = times(group, tile.x);
  place += ivec3(-band * tile.x, 0, band * ROWS);
#endif
#if SPLIT
  vec4 sum = vec4(0.0), block = vec4(0.0);
  for (int y = 0; y < splits.y; y++) {
    for (int x = 0; x < splits.x; x++) {
      block += load(texelFetch(tiles, place + ivec3(x * tile.x, y * tile.y, 0), 0));
      settle(sum, block);
    }
  }
  return settled(sum);
#else
  return load(texelFetch(tiles, place, 0));
#endif
}

#if !WHOLE
float element(int lane) {
  ivec2 c = rowAndComponent(ivec2(gl_FragCoord.xy), lane, cutC);
  c = min(c, size.yz - 1);                  // padding after the last element
  return four(c.x, c.y >> 2)[c.y & 3];
}
#endif

void main() {
  ivec2 first = rowAndComponent(ivec2(gl_FragCoord.xy), 0, cutC);
#if FOLDED
  // A texture row may also hold rows of C that come from other tiles.
  if (first.x < size.x || first.x >= size.y) discard;
#endif
#if WHOLE
  C = store(four(first.x, first.y >> 2));   // four columns of one row lie together, here and there
#else
  C = store(vec4(element(0), element(1), element(2), element(3)));
#endif
}
