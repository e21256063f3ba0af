// What a texel holds. SCALAR: 0 for floats, 1 for ints, 2 for uints. BITS: 1 if floats lie as the ints of their bits.
#if SCALAR == 0
#define Component float
#define Texel vec4
#elif SCALAR == 1
#define Component int
#define Texel ivec4
#else
#define Component uint
#define Texel uvec4
#endif

#if BITS
#define Sampler isampler2D
#define SamplerArray isampler2DArray
#define Stored ivec4
#define load(texel) intBitsToFloat(texel)
#define store(value) floatBitsToInt(value)
#else
#if SCALAR == 0
#define Sampler sampler2D
#define SamplerArray sampler2DArray
#elif SCALAR == 1
#define Sampler isampler2D
#define SamplerArray isampler2DArray
#else
#define Sampler usampler2D
#define SamplerArray usampler2DArray
#endif
#define Stored Texel
#define load(texel) (texel)
#define store(value) (value)
#endif
