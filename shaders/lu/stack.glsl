// A stacked matrix is a texture array of LANES layers, so that one fragment writes LANES neighbouring rows at once:
// row i is row i / LANES of layer i % LANES; column j is component j % 4 of texel j / 4.

// Shifts, because integer division is slow.
#if LANES == 8
#define LANE_BITS 3
#else
#define LANE_BITS 2
#endif

vec4 stacked(sampler2DArray matrix, int texel, int row) {
  return texelFetch(matrix, ivec3(texel, row >> LANE_BITS, row & (LANES - 1)), 0);
}

float component(vec4 v, int c) {
  return c < 2 ? (c == 0 ? v.x : v.y) : (c == 2 ? v.z : v.w);
}

// a * 2^exponent for whole exponents, in steps, since those of floats end at 127. Beyond 378 nothing is left of any float,
// or it is infinite.
vec4 scaled(vec4 a, vec4 exponent) {
  for (int i = 0; i < 3; i++) {
    vec4 part = clamp(exponent, -126.0, 126.0);
    a *= intBitsToFloat((ivec4(part) + 127) << 23);
    exponent -= part;
  }
  return a;
}

// Does the same for each lane: arrays of outputs take constant indices only.
#if LANES == 8
#define EACH_LANE(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#else
#define EACH_LANE(DO) DO(0) DO(1) DO(2) DO(3)
#endif
