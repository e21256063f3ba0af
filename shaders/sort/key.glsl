// Keys: ints in the order that is asked for, made of an element's bits.

#if SCALAR == 0
// Floats: negative ones count downwards in their bits. Every NaN becomes one key, after infinity.
ivec4 keyOf(ivec4 bits) {
  ivec4 key = bits ^ ((bits >> 31) & 0x7fffffff);
  ivec4 nan = -ivec4(greaterThan(bits & 0x7fffffff, ivec4(0x7f800000)));
  return (key & ~nan) | (0x7fc00000 & nan);
}

ivec4 bitsOf(ivec4 key) { return key ^ ((key >> 31) & 0x7fffffff); }
#elif SCALAR == 1
ivec4 keyOf(ivec4 bits) { return bits; }

ivec4 bitsOf(ivec4 key) { return key; }
#else
// Uints: those from 2^31 on are negative ints in their bits.
ivec4 keyOf(ivec4 bits) { return bits ^ ivec4(-2147483647 - 1); }

ivec4 bitsOf(ivec4 key) { return key ^ ivec4(-2147483647 - 1); }
#endif
