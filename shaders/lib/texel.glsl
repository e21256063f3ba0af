// Texel coordinates in [0, size) to the texture coordinates that a sampler takes, so that its address and filter modes
// work. Texel i reaches from i to i + 1. Products and fixed-point steps in the sampler round, so a coordinate keeps a
// distance from the border between two texels: nearest sampling then reads texel floor(x) always. If no texture of the
// call is filtered, that is half a texel: some samplers have 16 bits for a coordinate. Otherwise it is small.
//
// Far away floats are too coarse for that. Wrapped and mirrored textures repeat after two sizes, so whole turns are left
// out, all but a few: what lies outside stays on its side, as clamping needs it, though quotients are not exact. Beyond
// 2^24, floats skip texels; and what samplers take must fit into their integers.
uniform float gpgpu_distance;

vec3 gpgpu_inside(vec3 texel, vec3 size) {
  texel = clamp(texel, -1e9, 1e9);
  vec3 turn = 2.0 * size, turns = floor(texel / turn);
  vec3 closer = texel - turn * (turns - clamp(turns, -3.0, 2.0));
  texel = mix(texel, closer, lessThan(abs(texel), vec3(16777216.0)));
  vec3 corner = floor(texel);
  vec3 margin = max(size / 2097152.0, gpgpu_distance);
  return (corner + clamp(texel - corner, margin, 1.0 - margin)) / size;
}
