// 8 x 4 elements of A * B for one slab of eight rows, whose part of A lies in a uniform block: every fragment of a
// draw reads the same A, so the texture unit is left to B. The slab's columns fill a rectangle row by row.
layout(std140) uniform Slab { vec4 a[TEXELS]; };   // the eight rows of group k are a[8 * k] …
uniform sampler2D B;                        // texel (x, y): k y, columns 4x … 4x+3
uniform vec2 texelB;                        // size of a texel in texture coordinates
uniform ivec2 rectangle;                    // its size
uniform int end, tail;                      // whole groups of four k; k that remain after them
uniform int block;                          // groups that are summed before they are settled
uniform int nought;                         // 0, which no compiler knows
layout(location = 0) out vec4 C0;
layout(location = 1) out vec4 C1;
layout(location = 2) out vec4 C2;
layout(location = 3) out vec4 C3;
layout(location = 4) out vec4 C4;
layout(location = 5) out vec4 C5;
layout(location = 6) out vec4 C6;
layout(location = 7) out vec4 C7;

#define EACH(DO) DO(p0, C0, 0) DO(p1, C1, 1) DO(p2, C2, 2) DO(p3, C3, 3) DO(p4, C4, 4) DO(p5, C5, 5) DO(p6, C6, 6) \
                 DO(p7, C7, 7)
#define BEGIN(p, C, r) vec4 p = vec4(0.0); sums[r + nought] = vec4(0.0);
#define ADD(p, C, r) p += a[i + r].x * b0 + a[i + r].y * b1 + a[i + r].z * b2 + a[i + r].w * b3;
#define SETTLE(p, C, r) settle(sums[r + nought], p);
#define ADD_ONE(p, C, r) p += a[i + r][t] * b0;
#define WRITE(p, C, r) C = settled(sums[r + nought]);

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy) % rectangle;
  float column = (float(texel.y * rectangle.x + texel.x) + 0.5) * texelB.x;
  // An array that is indexed by what no compiler knows lies in memory. In registers, of which every fragment has few at
  // such a pace, the sums that are touched only once a block would take the room of other fragments.
  vec4 sums[8];
  EACH(BEGIN)
  vec4 b0, b1, b2, b3;
  // In blocks, so that rounding errors stay small.
  for (int first = 0; first < end; first += block) {
    int stop = min(first + block, end);
    for (int k = first; k < stop; k++) {
      float v = (float(4 * k) + 0.5) * texelB.y;
      b0 = texture(B, vec2(column, v));
      b1 = texture(B, vec2(column, v + texelB.y));
      b2 = texture(B, vec2(column, v + 2.0 * texelB.y));
      b3 = texture(B, vec2(column, v + 3.0 * texelB.y));
      int i = 8 * k;
      EACH(ADD)
    }
    EACH(SETTLE)
  }
  // The k after the last whole group, one by one: the rest of A's texel is padding, and B has no such rows.
  for (int t = 0; t < tail; t++) {
    b0 = texture(B, vec2(column, (float(4 * end + t) + 0.5) * texelB.y));
    int i = 8 * end;
    EACH(ADD_ONE)
  }
  EACH(SETTLE)
  EACH(WRITE)
}
