// What a reduction or a scan folds, and how. Four lanes at a time hold a state each, a pair: the value so far, and
// beside it
//   SUM of floats      the rounding errors of all additions so far (Knuth's two-sum), to be added last
//   PRODUCT of floats  an exponent of 2^96: the value itself stays near 1, so that no product on the way overflows.
//                      So large a base keeps exponents below 2^24, where floats count exactly, up to 2^23 elements of
//                      the greatest magnitude in a row
//   WHERE              the index at which the value stands
//   else               nothing
// The least value is found among ints that are ordered as the values are, so one comparison serves every type:
// a float's bits with the lower 31 flipped below zero, NaN below all; for the greatest, the complement.
//
// OPERATION  SUM, PRODUCT, LEAST or WHERE (is the least)
// SOURCE     what the array holds, and RESULT what comes out: FLOATS, INTS or UINTS
// GREATEST   1: LEAST and WHERE mean the greatest
// FIRST      1: reads the array; 0: reads states
// LAST       1: writes results; 0: writes states
// MEAN       1: a sum whose terms are scaled down so that it cannot overflow, and divided last
// BITS       1: floats are written, and read back, as their bits in int textures

#define SUM 0
#define PRODUCT 1
#define LEAST 2
#define WHERE 3
#define FLOATS 0
#define INTS 1
#define UINTS 2

#define FLOAT_STATE (OPERATION <= PRODUCT && RESULT == FLOATS)
#define PAIRS (OPERATION == WHERE || FLOAT_STATE)

#if FLOAT_STATE
#define VALUE vec4
#else
#define VALUE ivec4
#endif

struct State { VALUE value; VALUE beside; };

// Where states and results are read and written.

#if FIRST && SOURCE == FLOATS || !FIRST && FLOAT_STATE && !BITS
uniform sampler2D values;
#elif FIRST && SOURCE == UINTS
uniform usampler2D values;
#else
uniform isampler2D values;
#endif
#if !FIRST && FLOAT_STATE && !BITS
uniform sampler2D besides;
#else
uniform isampler2D besides;
#endif

#if LAST && RESULT == UINTS
layout(location = 0) out uvec4 result;
#elif LAST && (RESULT == INTS || BITS)
layout(location = 0) out ivec4 result;
#elif LAST
layout(location = 0) out vec4 result;
#elif FLOAT_STATE && !BITS
layout(location = 0) out vec4 value;
layout(location = 1) out vec4 beside;
#else
layout(location = 0) out ivec4 value;
layout(location = 1) out ivec4 beside;
#endif

uniform float one;        // 1, which no compiler knows: so none takes (a + b) - a for b
#if MEAN
uniform float scale;      // of the terms: a power of two
uniform vec2 divisors;    // of the result, and of the last result, whose group may be short
#endif

const ivec4 LANES = ivec4(0, 1, 2, 3);
const int GREATEST_INT = 0x7fffffff;
const int LEAST_INT = ~GREATEST_INT;

// The state that changes nothing.
State nothing() {
#if OPERATION == PRODUCT
  return State(VALUE(1), VALUE(0));
#elif OPERATION == SUM
  return State(VALUE(0), VALUE(0));
#else
  return State(VALUE(GREATEST_INT), VALUE(GREATEST_INT));
#endif
}

ivec4 choose(bvec4 first, ivec4 a, ivec4 b) {
  return ivec4(first.x ? a.x : b.x, first.y ? a.y : b.y, first.z ? a.z : b.z, first.w ? a.w : b.w);
}
vec4 choose(bvec4 first, vec4 a, vec4 b) { return mix(b, a, first); }

// The valid lanes of s; nothing in the others.
State only(bvec4 valid, State s) {
  State none = nothing();
  return State(choose(valid, s.value, none.value), choose(valid, s.beside, none.beside));
}

const int EXPONENT = 0x7f800000;    // the bits of a float's exponent; all are set in infinities and NaN

// A value between 2^-48 and 2^48 with the rest of its exponent moved to where it is counted. 0, infinities and NaN stay
// what they are, whatever is counted.
State normal(vec4 value, vec4 exponent) {
  bvec4 large = greaterThanEqual(abs(value), vec4(281474976710656.0));
  bvec4 small = lessThan(abs(value), vec4(3.552713678800501e-15));
  // 2^-96, 2^96 by their bits: some drivers read long numbers inexactly.
  value *= intBitsToFloat(choose(large, ivec4(31), choose(small, ivec4(223), ivec4(127))) << 23);
  return State(VALUE(value), VALUE(exponent + vec4(large) - vec4(small)));
}

// value * 2^(96 exponent), in two steps since a float's exponent ends at 127.
vec4 scaled(vec4 value, vec4 exponent) {
  ivec4 whole = ivec4(clamp(96.0 * exponent, -252.0, 252.0)), first = whole / 2;
  return value * intBitsToFloat((first + 127) << 23) * intBitsToFloat((whole - first + 127) << 23);
}

// Folds x into s.
void fold(inout State s, State x) {
#if OPERATION == SUM && FLOAT_STATE
  vec4 sum = s.value + x.value, part = sum * one - s.value;
  s.beside += (s.value - (sum - part) * one) + (x.value - part) + x.beside;
  s.value = sum;
#elif OPERATION == SUM
  s.value += x.value;
#elif OPERATION == PRODUCT && FLOAT_STATE
  s = normal(s.value * x.value, s.beside + x.beside);
#elif OPERATION == PRODUCT
  s.value *= x.value;
#elif OPERATION == LEAST
  s.value = min(s.value, x.value);
#else
  ivec4 tied = choose(equal(x.value, s.value), min(x.beside, s.beside), s.beside);
  s.beside = choose(lessThan(x.value, s.value), x.beside, tied);
  s.value = min(s.value, x.value);
#endif
}

// All four lanes folded; every lane holds the outcome.
State across(State s) {
  fold(s, State(s.value.zwxy, s.beside.zwxy));
  fold(s, State(s.value.yxwz, s.beside.yxwz));
  return s;
}

// Infinities leave NaN among the rounding errors, and a value that is not finite has none.
vec4 finite(vec4 error) { return choose(isnan(error), vec4(0), error); }

// The four lanes of a texel; `index` is what WHERE would answer.
State load(ivec2 texel, ivec4 index) {
#if FIRST
#if OPERATION >= LEAST
#if SOURCE == FLOATS
  ivec4 bits = floatBitsToInt(texelFetch(values, texel, 0));
  ivec4 size = bits & GREATEST_INT;
#if OPERATION == WHERE
  bits = choose(equal(size, ivec4(0)), ivec4(0), bits);    // -0 ties with 0
#endif
  ivec4 key = bits ^ ((bits >> 31) & GREATEST_INT);
#elif SOURCE == INTS
  ivec4 key = texelFetch(values, texel, 0);
#else
  ivec4 key = ivec4(texelFetch(values, texel, 0)) ^ LEAST_INT;
#endif
#if GREATEST
  key = ~key;
#endif
#if SOURCE == FLOATS
  key = choose(greaterThan(size, ivec4(EXPONENT)), ivec4(LEAST_INT), key);
#endif
  return State(key, index);
#elif MEAN && SOURCE == FLOATS
  return State(texelFetch(values, texel, 0) * scale, vec4(0));
#elif MEAN && SOURCE == INTS
  ivec4 whole = texelFetch(values, texel, 0), low = whole & 255;      // a float holds 24 bits of the 32
  return State(vec4(whole - low) * scale, vec4(low) * scale);
#elif MEAN
  uvec4 whole = texelFetch(values, texel, 0), low = whole & 255u;
  return State(vec4(whole - low) * scale, vec4(low) * scale);
#elif OPERATION == PRODUCT && FLOAT_STATE
  return normal(texelFetch(values, texel, 0), vec4(0));
#else
  return State(VALUE(texelFetch(values, texel, 0)), VALUE(0));
#endif
#else
#if FLOAT_STATE && BITS
  State s = State(intBitsToFloat(texelFetch(values, texel, 0)), intBitsToFloat(texelFetch(besides, texel, 0)));
#else
  State s = State(texelFetch(values, texel, 0), VALUE(0));
#if PAIRS
  s.beside = texelFetch(besides, texel, 0);
#endif
#endif
#if MEAN
  s = State(s.value * scale, s.beside * scale);
#endif
  return s;
#endif
}

// Writes the states, or what they come to. `last` marks the lane of the last result.
void store(State s, bvec4 last) {
#if OPERATION == SUM && FLOAT_STATE
  s.beside = finite(s.beside);
#endif
#if !LAST
#if FLOAT_STATE && BITS
  value = floatBitsToInt(s.value);
  beside = floatBitsToInt(s.beside);
#else
  value = s.value;
  beside = s.beside;
#endif
#elif OPERATION == WHERE
  result = uvec4(s.beside);
#elif OPERATION == LEAST
  ivec4 key = s.value;
#if GREATEST && RESULT == FLOATS
  key = choose(equal(key, ivec4(LEAST_INT)), key, ~key);
#elif GREATEST
  key = ~key;
#endif
#if RESULT == FLOATS
  ivec4 bits = choose(equal(key, ivec4(LEAST_INT)), ivec4(0x7fc00000), key ^ ((key >> 31) & GREATEST_INT));
#if BITS
  result = bits;
#else
  result = intBitsToFloat(bits);
#endif
#elif RESULT == INTS
  result = key;
#else
  result = uvec4(key ^ LEAST_INT);
#endif
#elif RESULT == FLOATS
#if OPERATION == PRODUCT
  vec4 outcome = scaled(s.value, s.beside);
#else
  vec4 outcome = s.value + s.beside;
#endif
#if MEAN
  outcome /= choose(last, vec4(divisors.y), vec4(divisors.x));
#endif
#if BITS
  result = floatBitsToInt(outcome);
#else
  result = outcome;
#endif
#elif RESULT == INTS
  result = s.value;
#else
  result = uvec4(s.value);
#endif
}
