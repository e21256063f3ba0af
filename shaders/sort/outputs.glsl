// One output for each layer of the runs.
layout(location = 0) out ivec4 out0;
layout(location = 1) out ivec4 out1;
layout(location = 2) out ivec4 out2;
layout(location = 3) out ivec4 out3;
#if LAYERS == 8
layout(location = 4) out ivec4 out4;
layout(location = 5) out ivec4 out5;
layout(location = 6) out ivec4 out6;
layout(location = 7) out ivec4 out7;
#endif
