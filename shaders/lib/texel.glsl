// Texel coordinates in [0, size) to the texture coordinates that a sampler takes, so that its address and filter modes
// work. Texel i reaches from i to i + 1. Products and fixed-point steps in the sampler round, so a coordinate keeps a
// small distance from the border between two texels: nearest sampling then reads texel floor(x) always.
vec3 gpgpu_inside(vec3 texel, vec3 size) {
  vec3 corner = floor(texel);
  vec3 margin = max(vec3(1.0 / 2048.0), size * (1.0 / 2097152.0));
  return (corner + clamp(texel - corner, margin, 1.0 - margin)) / size;
}
