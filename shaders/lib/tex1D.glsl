// A one-dimensional array at x in [0, N). In a matrix, x goes on from row to row. What no int can hold becomes any int, so
// it is cut off before.
vec2 gpgpu_along(float x, ivec2 size) {
  int row = min(int(clamp(x, 0.0, 1e9)) / size.x, size.y - 1);
  return gpgpu_inside(vec3(x - float(row * size.x), float(row) + 0.5, 0.5), vec3(size, 1)).xy;
}

vec4 tex1D(sampler2D t, float x) { return textureLod(t, gpgpu_along(x, textureSize(t, 0)), 0.0); }
ivec4 tex1D(isampler2D t, float x) { return textureLod(t, gpgpu_along(x, textureSize(t, 0)), 0.0); }
uvec4 tex1D(usampler2D t, float x) { return textureLod(t, gpgpu_along(x, textureSize(t, 0)), 0.0); }
