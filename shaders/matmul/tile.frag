// ROWS x 4 elements of A * B, summed over a range of k: output r holds row y + r * (tile height).
//
// Per four k: four texels of B, each with one k and four columns, meet ROWS texels of A, each with one row and four k.
// A target holds several splits side by side, each of the whole product over a range of k of its own, so that small
// products keep all lanes busy.
uniform Sampler A;                          // texel (x, y): row y, k 4x … 4x+3; if STACKED, as stack.frag wrote it
uniform Sampler B;                          // texel (x, y): k y, columns 4x … 4x+3
uniform vec4 texels;                        // in texture coordinates: from a group of A to the next, a row of A, a texel of B
uniform float slab;                         // from a row that a fragment reads in A to the next
uniform ivec4 tile;                         // size of one split in the target; splits side by side; layer of output 0
uniform ivec2 origin;                       // where k begins: texel of A, row of B
uniform ivec4 range;                        // first group of four k of the first split; groups a split takes; whole
                                            // groups in all; k that remain after them
#if CARRY
uniform SamplerArray former;                // the sums so far, where targets cannot be blended
#endif

// Infinities are kept out of what sums could not take, block by block. LATE looks for them at the end alone, and then sums
// once more: processors, which are given every step as it stands here, are a tenth faster so; compilers for GPUs make
// slower code of it.
#if LATE
#define SETTLE(p, c, C, r) settleFinite(c, p);
#else
#define SETTLE(p, c, C, r) settle(c, p);
#endif

#if STACKED
#define FOUR(r) load(texture(A, vec2(u + float(r) * slab, row)))
#define HALF_TEXEL 0.0625                   // in groups
#else
#define FOUR(r) load(texture(A, vec2(u, row + float(r) * slab)))
#define HALF_TEXEL 0.5
#endif

#if ROWS == 1
#define EACH(DO) DO(p0, c0, C0, 0)
#elif ROWS == 2
#define EACH(DO) DO(p0, c0, C0, 0) DO(p1, c1, C1, 1)
#elif ROWS == 4
#define EACH(DO) DO(p0, c0, C0, 0) DO(p1, c1, C1, 1) DO(p2, c2, C2, 2) DO(p3, c3, C3, 3)
#else
#define EACH(DO) DO(p0, c0, C0, 0) DO(p1, c1, C1, 1) DO(p2, c2, C2, 2) DO(p3, c3, C3, 3) \
                 DO(p4, c4, C4, 4) DO(p5, c5, C5, 5) DO(p6, c6, C6, 6) DO(p7, c7, C7, 7)
#endif
#define DECLARE(p, c, C, r) layout(location = r) out Stored C;
#define BEGIN(p, c, C, r) vec4 p = vec4(0.0), c = vec4(0.0);
#define GROUP(k) u = (float(origin.x + k) + HALF_TEXEL) * texelA.x; v = (float(origin.y + 4 * (k)) + 0.5) * texelB.y; \
                 b0 = load(texture(B, vec2(column, v))); \
                 b1 = load(texture(B, vec2(column, v + texelB.y))); \
                 b2 = load(texture(B, vec2(column, v + 2.0 * texelB.y))); \
                 b3 = load(texture(B, vec2(column, v + 3.0 * texelB.y))); \
                 EACH(ADD)
#define ADD(p, c, C, r) a = FOUR(r); \
                        p += a.x * b0 + a.y * b1 + a.z * b2 + a.w * b3;
// Not a[t]: what is indexed by a variable lies in memory, wherever it is used.
#define ADD_ONE(p, c, C, r) a = FOUR(r); \
                            p += (t == 0 ? a.x : t == 1 ? a.y : a.z) * b0;
// The k after the last whole group, one by one: the rest of A's texel is padding, and B has no such rows.
#define TAIL if (tail > 0 && from <= end && end < from + depth) { \
               u = (float(origin.x + end) + HALF_TEXEL) * texelA.x; \
               for (int t = 0; t < tail; t++) { \
                 b0 = load(texture(B, vec2(column, (float(origin.y + 4 * end + t) + 0.5) * texelB.y))); \
                 EACH(ADD_ONE) \
               } \
             }
#define INFINITE(c) equal(floatBitsToInt(c) & EXPONENT, ivec4(EXPONENT))
#define FIND(p, c, C, r) infinite = infinite || any(INFINITE(c));
#define RESTART(p, c, C, r) p = vec4(0.0);
#define REPLACE(p, c, C, r) c = mix(c, p, INFINITE(c));
#if CARRY
#define WRITE(p, c, C, r) C = store(settled(c) + load(texelFetch(former, ivec3(gl_FragCoord.xy, tile.w + r), 0)));
#else
#define WRITE(p, c, C, r) C = store(settled(c));
#endif

EACH(DECLARE)

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy), split = texel / tile.xy;
  int depth = range.y, end = range.z, tail = range.w;
  int from = range.x + (split.y * tile.z + split.x) * depth, to = min(from + depth, end);
  vec2 texelA = texels.xy, texelB = texels.zw, at = vec2(texel - split * tile.xy) + 0.5;
  float column = at.x * texelB.x, row = at.y * texelA.y, u, v;
  EACH(BEGIN)
  vec4 a, b0, b1, b2, b3;
  int k = from;
  // Settled after each 16 terms, so that rounding errors stay small.
  for (; k + 4 <= to; k += 4) {
    GROUP(k)
    GROUP(k + 1)
    GROUP(k + 2)
    GROUP(k + 3)
    EACH(SETTLE)
  }
  for (; k < to; k++) {
    GROUP(k)
  }
  TAIL
  EACH(SETTLE)
#if LATE
  // Sums that met an infinity, or grew to one, are summed once more, in a row.
  bool infinite = false;
  EACH(FIND)
  if (infinite) {
    EACH(RESTART)
    for (k = from; k < to; k++) {
      GROUP(k)
    }
    TAIL
    EACH(REPLACE)
  }
#endif
  EACH(WRITE)
}
