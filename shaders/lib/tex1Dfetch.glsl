// Element i of a one-dimensional array. One that is longer than a texture is wide lies folded into rows.
ivec2 gpgpu_folded(int i, int width) { return ivec2(i % width, i / width); }

vec4 tex1Dfetch(sampler2D t, int i) { return texelFetch(t, gpgpu_folded(i, textureSize(t, 0).x), 0); }
ivec4 tex1Dfetch(isampler2D t, int i) { return texelFetch(t, gpgpu_folded(i, textureSize(t, 0).x), 0); }
uvec4 tex1Dfetch(usampler2D t, int i) { return texelFetch(t, gpgpu_folded(i, textureSize(t, 0).x), 0); }

vec4 tex1Dfetch(sampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
ivec4 tex1Dfetch(isampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
uvec4 tex1Dfetch(usampler2D t, uint i) { return tex1Dfetch(t, int(i)); }
