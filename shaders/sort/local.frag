// Sorts chunks of LAYERS texels, each within one fragment.
uniform int count;                        // elements
uniform int flip;                         // 0, or -1 to sort in descending order
uniform int shift;                        // log2 of the target's width

#if PAIRS
uniform int component;                    // of each element: the one to sort by

int key(int element) {
  return keyOf(ivec4(dataComponent(element * WIDTH + component))).x ^ flip;
}

ivec4 texel(int t) {
  ivec2 element = ivec2(2 * t, 2 * t + 1);
  return ivec4(element.x < count ? ivec2(key(element.x), element.x) : ivec2(LARGEST),
               element.y < count ? ivec2(key(element.y), element.y) : ivec2(LARGEST));
}
#else
ivec4 texel(int t) {
  ivec4 past = -ivec4(greaterThanEqual(4 * t + ivec4(0, 1, 2, 3), ivec4(count)));
  return ((keyOf(dataTexel(t)) ^ flip) & ~past) | (LARGEST & past);
}
#endif

void main() {
  int first = (int(gl_FragCoord.x) | int(gl_FragCoord.y) << shift) * LAYERS;
  ivec4 r0 = sorted(texel(first)), r1 = sorted(texel(first + 1));
  ivec4 r2 = sorted(texel(first + 2)), r3 = sorted(texel(first + 3));
#define LANES(r) r = sortedBitonic(r)
  halve(r0, r1); halve(r2, r3);
  LANES(r0); LANES(r1); LANES(r2); LANES(r3);
  halve(r0, r3); halve(r1, r2);
  order(r0, r1); order(r2, r3);
  LANES(r0); LANES(r1); LANES(r2); LANES(r3);
#if LAYERS == 8
  ivec4 r4 = sorted(texel(first + 4)), r5 = sorted(texel(first + 5));
  ivec4 r6 = sorted(texel(first + 6)), r7 = sorted(texel(first + 7));
  halve(r4, r5); halve(r6, r7);
  LANES(r4); LANES(r5); LANES(r6); LANES(r7);
  halve(r4, r7); halve(r5, r6);
  order(r4, r5); order(r6, r7);
  LANES(r4); LANES(r5); LANES(r6); LANES(r7);
  halve(r0, r7); halve(r1, r6); halve(r2, r5); halve(r3, r4);
  order(r0, r2); order(r1, r3); order(r4, r6); order(r5, r7);
  order(r0, r1); order(r2, r3); order(r4, r5); order(r6, r7);
  LANES(r0); LANES(r1); LANES(r2); LANES(r3);
  out4 = sortedBitonic(r4);
  out5 = sortedBitonic(r5);
  out6 = sortedBitonic(r6);
  out7 = sortedBitonic(r7);
#endif
  out0 = r0;
  out1 = r1;
  out2 = r2;
  out3 = r3;
}
