// Element i of a one-dimensional array, 0 where it has none. One that is longer than a texture is wide lies folded into
// rows, the last of which is filled up with zeros.
ivec2 gpgpu_folded(int i, ivec2 size) {
  uint width = uint(size.x);
  return ivec2(uint(i) % width, min(uint(i) / width, uint(size.y)));
}

vec4 tex1Dfetch(sampler2D t, int i) {
  ivec2 size = textureSize(t, 0), at = gpgpu_folded(i, size);
  return at.y < size.y ? texelFetch(t, at, 0) : vec4(0);
}
ivec4 tex1Dfetch(isampler2D t, int i) {
  ivec2 size = textureSize(t, 0), at = gpgpu_folded(i, size);
  return at.y < size.y ? texelFetch(t, at, 0) : ivec4(0);
}
uvec4 tex1Dfetch(usampler2D t, int i) {
  ivec2 size = textureSize(t, 0), at = gpgpu_folded(i, size);
  return at.y < size.y ? texelFetch(t, at, 0) : uvec4(0);
}

vec4 tex1Dfetch(sampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
ivec4 tex1Dfetch(isampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
uvec4 tex1Dfetch(usampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
