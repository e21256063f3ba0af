// Adds a block of terms to a sum so that hardly anything is lost (Kahan): what the sum's last bits could not take stays
// in the block, and the next terms go on from there.
uniform float one;                          // 1, which no compiler knows: so none takes (a + b) - a for b
const int EXPONENT = 0x7f800000;            // all its bits are set in infinities and NaN alone

// Where the sum is infinite, the block becomes NaN.
void settleFinite(inout vec4 sum, inout vec4 block) {
  vec4 next = sum + block;
  block -= next * one - sum;
  sum = next;
}

void settle(inout vec4 sum, inout vec4 block) {
  settleFinite(sum, block);
  // Beside an infinity nothing is left but NaN.
  block = mix(block, vec4(0.0), equal(floatBitsToInt(block) & EXPONENT, ivec4(EXPONENT)));
}

// The same sum. Unless a shader asks for NaN or infinities, ANGLE lets Metal's compiler assume that there are none.
vec4 settled(vec4 sum) {
  return isnan(one) ? vec4(0.0) : sum;
}
