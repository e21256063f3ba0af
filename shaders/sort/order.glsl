// The order of keys, and sorting within registers.
//
// A texel holds four keys, or with PAIRS two (key, index) pairs, smallest first. Pairs compare by key, then by index:
// no two are equal, so that sorting them is stable.

const int LARGEST = 0x7fffffff;           // what fills a texel past the end: no key comes after it

#if PAIRS
#define FIRST(texel) texel.xy
#define LAST(texel) texel.zw

// The pairs of a texel in reverse.
ivec4 turned(ivec4 a) { return a.zwxy; }

// Of each lane: all ones where a comes after b.
ivec4 after(ivec4 a, ivec4 b) {
  ivec2 larger = ivec2(greaterThan(a.xz, b.xz)), tied = ivec2(equal(a.xz, b.xz));
  return -(larger | (tied & ivec2(greaterThan(a.yw, b.yw)))).xxyy;
}

bool isAfter(ivec2 a, ivec2 b) { return a.x > b.x || (a.x == b.x && a.y > b.y); }

// Puts the smaller of each lane into a, the larger into b.
void order(inout ivec4 a, inout ivec4 b) {
  ivec4 exchanged = (a ^ b) & after(a, b);
  a ^= exchanged;
  b ^= exchanged;
}

ivec4 smaller(ivec4 a, ivec4 b) { return a ^ ((a ^ b) & after(a, b)); }

// Sorts a texel's lanes, in whatever order they are.
ivec4 sorted(ivec4 a) { return isAfter(a.xy, a.zw) ? a.zwxy : a; }

// Sorts a texel whose lanes are bitonic: rise and then fall, or any rotation of that.
ivec4 sortedBitonic(ivec4 a) { return sorted(a); }

#else
#define FIRST(texel) texel.x
#define LAST(texel) texel.w

ivec4 turned(ivec4 a) { return a.wzyx; }

ivec4 after(ivec4 a, ivec4 b) { return -ivec4(greaterThan(a, b)); }

bool isAfter(int a, int b) { return a > b; }

void order(inout ivec4 a, inout ivec4 b) {
  ivec4 low = min(a, b);
  b = max(a, b);
  a = low;
}

ivec4 smaller(ivec4 a, ivec4 b) { return min(a, b); }

ivec4 sortedBitonic(ivec4 a) {
  ivec2 low = min(a.xy, a.zw), high = max(a.xy, a.zw);            // distance 2
  ivec2 even = ivec2(low.x, high.x), odd = ivec2(low.y, high.y);
  low = min(even, odd);                                           // distance 1
  high = max(even, odd);
  return ivec4(low.x, high.x, low.y, high.y);
}

ivec4 sorted(ivec4 a) {
  ivec2 low = min(a.xz, a.yw), high = max(a.xz, a.yw);            // two pairs, the second one falling
  return sortedBitonic(ivec4(low.x, high.x, high.y, low.y));
}
#endif

// The two halves of a bitonic merge of sorted a and b: the smaller lanes to a, the larger to b, both bitonic.
void halve(inout ivec4 a, inout ivec4 b) {
  b = turned(b);
  order(a, b);
}
