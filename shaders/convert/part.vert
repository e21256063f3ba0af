// Takes some components of each element out of a buffer in which several outputs are interleaved: FOURS attributes of
// four components, the last of LAST, each walking with the stride of the whole element. A mat4 is the widest output there
// is. Bits travel as uints.
#if LAST == 1
#define REST uint
#elif LAST == 2
#define REST uvec2
#elif LAST == 3
#define REST uvec3
#else
#define REST uvec4
#endif

#define FOUR(TYPE, from, to) in TYPE from; flat out TYPE to;
#if FOURS > 1
FOUR(uvec4, in0, out0)
#elif FOURS == 1
FOUR(REST, in0, out0)
#endif
#if FOURS > 2
FOUR(uvec4, in1, out1)
#elif FOURS == 2
FOUR(REST, in1, out1)
#endif
#if FOURS > 3
FOUR(uvec4, in2, out2)
#elif FOURS == 3
FOUR(REST, in2, out2)
#endif
#if FOURS == 4
FOUR(REST, in3, out3)
#endif

void main() {
  out0 = in0;
#if FOURS > 1
  out1 = in1;
#endif
#if FOURS > 2
  out2 = in2;
#endif
#if FOURS > 3
  out3 = in3;
#endif
}
