// A volume at column x, row y and slice z.
vec4 tex3D(sampler3D t, float x, float y, float z) {
  return textureLod(t, gpgpu_inside(vec3(x, y, z), vec3(textureSize(t, 0))), 0.0);
}
ivec4 tex3D(isampler3D t, float x, float y, float z) {
  return textureLod(t, gpgpu_inside(vec3(x, y, z), vec3(textureSize(t, 0))), 0.0);
}
uvec4 tex3D(usampler3D t, float x, float y, float z) {
  return textureLod(t, gpgpu_inside(vec3(x, y, z), vec3(textureSize(t, 0))), 0.0);
}
