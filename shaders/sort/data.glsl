// An argument: the bits of its components, four a texel, as a stream folded into rows.
uniform isampler2D data;
uniform int data_shift;                   // log2 of the width

ivec4 data_texel(int t) { return texelFetch(data, ivec2(t & ((1 << data_shift) - 1), t >> data_shift), 0); }

int data_component(int c) { return data_texel(c >> 2)[c & 3]; }
