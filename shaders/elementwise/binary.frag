// C = A + B, A - B or A * B, component by component. A side is an array, one element that meets every element, or
// a number.
#define ARRAY 0
#define ONE 1
#define NUMBER 2

#if LEFT == NUMBER
uniform Component a;
#else
uniform Sampler A;
#endif
#if RIGHT == NUMBER
uniform Component b;
#else
uniform Sampler B;
#endif
uniform int row;                            // components in a texture row of C
out Stored C;

// One element of WIDTH components, repeated from the component with which C's texel begins.
Texel repeated(Texel one, ivec2 texel) {
#if WIDTH == 1
  return one.xxxx;
#elif WIDTH == 2
  return one.xyxy;
#elif WIDTH == 3
  int first = ((row % 3) * (texel.y % 3) + texel.x) % 3;
  return first == 0 ? one.xyzx : first == 1 ? one.yzxy : one.zxyz;
#else
  return one;
#endif
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
#if LEFT == ARRAY
  Texel left = load(texelFetch(A, texel, 0));
#elif LEFT == ONE
  Texel left = repeated(load(texelFetch(A, ivec2(0), 0)), texel);
#else
  Texel left = Texel(a);
#endif
#if RIGHT == ARRAY
  Texel right = load(texelFetch(B, texel, 0));
#elif RIGHT == ONE
  Texel right = repeated(load(texelFetch(B, ivec2(0), 0)), texel);
#else
  Texel right = Texel(b);
#endif
#if OPERATION == 0
  C = store(left + right);
#elif OPERATION == 1
  C = store(left - right);
#else
  C = store(left * right);
#endif
}
