// A stream of components that lies in a texture: `row` components in a texture row, PER of them in a texel.
// (A vec3 array that was rendered has PER 3 in texels of four.)
#if KIND == 0
#define SCALAR float
#define VEC4 vec4
uniform sampler2D source;
#elif KIND == 1
#define SCALAR int
#define VEC4 ivec4
uniform isampler2D source;
#else
#define SCALAR uint
#define VEC4 uvec4
uniform usampler2D source;
#endif
uniform int row;

SCALAR component(int index) {
  int y = index / row;
  int x = index - y * row;
  int texel = x / PER;
  VEC4 v = texelFetch(source, ivec2(texel, y), 0);
  int lane = x - texel * PER;
  return lane < 2 ? (lane == 0 ? v.x : v.y) : (lane == 2 ? v.z : v.w);
}

VEC4 components(int index) {
#if ALIGNED
  int texel = index >> 2;
  int width = row >> 2;
  int y = texel / width;
  return texelFetch(source, ivec2(texel - y * width, y), 0);
#else
  return VEC4(component(index), component(index + 1), component(index + 2), component(index + 3));
#endif
}
