// Takes some components of each element out of a buffer in which several outputs are interleaved: FOURS attributes of
// four components, the last of LAST, each walking with the stride of the whole element. Bits travel as uints.
#if LAST == 1
#define REST uint
#elif LAST == 2
#define REST uvec2
#elif LAST == 3
#define REST uvec3
#else
#define REST uvec4
#endif
#if FOURS == 1
#define TYPE0 REST
#elif FOURS > 1
#define TYPE0 uvec4
#endif
#if FOURS > 0
in TYPE0 in0;
flat out TYPE0 out0;
#endif
#if FOURS == 2
#define TYPE1 REST
#elif FOURS > 2
#define TYPE1 uvec4
#endif
#if FOURS > 1
in TYPE1 in1;
flat out TYPE1 out1;
#endif
#if FOURS == 3
#define TYPE2 REST
#elif FOURS > 3
#define TYPE2 uvec4
#endif
#if FOURS > 2
in TYPE2 in2;
flat out TYPE2 out2;
#endif
#if FOURS == 4
#define TYPE3 REST
#elif FOURS > 4
#define TYPE3 uvec4
#endif
#if FOURS > 3
in TYPE3 in3;
flat out TYPE3 out3;
#endif
#if FOURS == 5
#define TYPE4 REST
#elif FOURS > 5
#define TYPE4 uvec4
#endif
#if FOURS > 4
in TYPE4 in4;
flat out TYPE4 out4;
#endif
#if FOURS == 6
#define TYPE5 REST
#elif FOURS > 6
#define TYPE5 uvec4
#endif
#if FOURS > 5
in TYPE5 in5;
flat out TYPE5 out5;
#endif
#if FOURS == 7
#define TYPE6 REST
#elif FOURS > 7
#define TYPE6 uvec4
#endif
#if FOURS > 6
in TYPE6 in6;
flat out TYPE6 out6;
#endif
#if FOURS == 8
#define TYPE7 REST
#elif FOURS > 8
#define TYPE7 uvec4
#endif
#if FOURS > 7
in TYPE7 in7;
flat out TYPE7 out7;
#endif
#if FOURS == 9
#define TYPE8 REST
#elif FOURS > 9
#define TYPE8 uvec4
#endif
#if FOURS > 8
in TYPE8 in8;
flat out TYPE8 out8;
#endif
#if FOURS == 10
#define TYPE9 REST
#elif FOURS > 10
#define TYPE9 uvec4
#endif
#if FOURS > 9
in TYPE9 in9;
flat out TYPE9 out9;
#endif
#if FOURS == 11
#define TYPE10 REST
#elif FOURS > 11
#define TYPE10 uvec4
#endif
#if FOURS > 10
in TYPE10 in10;
flat out TYPE10 out10;
#endif
#if FOURS == 12
#define TYPE11 REST
#elif FOURS > 12
#define TYPE11 uvec4
#endif
#if FOURS > 11
in TYPE11 in11;
flat out TYPE11 out11;
#endif
#if FOURS == 13
#define TYPE12 REST
#elif FOURS > 13
#define TYPE12 uvec4
#endif
#if FOURS > 12
in TYPE12 in12;
flat out TYPE12 out12;
#endif
#if FOURS == 14
#define TYPE13 REST
#elif FOURS > 14
#define TYPE13 uvec4
#endif
#if FOURS > 13
in TYPE13 in13;
flat out TYPE13 out13;
#endif
#if FOURS == 15
#define TYPE14 REST
#elif FOURS > 15
#define TYPE14 uvec4
#endif
#if FOURS > 14
in TYPE14 in14;
flat out TYPE14 out14;
#endif
#if FOURS == 16
#define TYPE15 REST
#elif FOURS > 16
#define TYPE15 uvec4
#endif
#if FOURS > 15
in TYPE15 in15;
flat out TYPE15 out15;
#endif

void main() {
#if FOURS > 0
  out0 = in0;
#endif
#if FOURS > 1
  out1 = in1;
#endif
#if FOURS > 2
  out2 = in2;
#endif
#if FOURS > 3
  out3 = in3;
#endif
#if FOURS > 4
  out4 = in4;
#endif
#if FOURS > 5
  out5 = in5;
#endif
#if FOURS > 6
  out6 = in6;
#endif
#if FOURS > 7
  out7 = in7;
#endif
#if FOURS > 8
  out8 = in8;
#endif
#if FOURS > 9
  out9 = in9;
#endif
#if FOURS > 10
  out10 = in10;
#endif
#if FOURS > 11
  out11 = in11;
#endif
#if FOURS > 12
  out12 = in12;
#endif
#if FOURS > 13
  out13 = in13;
#endif
#if FOURS > 14
  out14 = in14;
#endif
#if FOURS > 15
  out15 = in15;
#endif
}
