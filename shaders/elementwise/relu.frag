// max(0, x), or with GRADIENT its slope: 0 below zero, else 1.
uniform Sampler A;
out Stored C;

void main() {
  Texel x = load(texelFetch(A, ivec2(gl_FragCoord.xy), 0));
#if SCALAR == 2
  bvec4 negative = bvec4(false);
#else
  bvec4 negative = lessThan(x, Texel(0));
#endif
#if GRADIENT && SCALAR == 0
  // NaN has slope 1. Comparing does not say so: NVIDIA's compiler makes "not less" into "greater or equal".
  C = store(mix(vec4(not(negative)), vec4(1.0), isnan(x)));
#elif GRADIENT
  C = store(Texel(not(negative)));
#elif SCALAR == 0
  // Not max(): GLSL leaves open what it makes of a NaN.
  C = store(mix(mix(vec4(0.0), x, greaterThan(x, vec4(0.0))), x, isnan(x)));
#else
  C = store(max(x, Texel(0)));
#endif
}
