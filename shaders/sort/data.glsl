// An argument: the bits of its components, four a texel, as a stream folded into rows.
uniform isampler2D data;
uniform int dataShift;                   // log2 of the width

ivec4 dataTexel(int t) { return texelFetch(data, ivec2(t & ((1 << dataShift) - 1), t >> dataShift), 0); }

int dataComponent(int c) { return dataTexel(c >> 2)[c & 3]; }
