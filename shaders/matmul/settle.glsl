// Adds a block of terms to a sum so that hardly anything is lost (Kahan): what the sum's last bits could not take stays
// in the block, and the next terms go on from there.
uniform float one;                          // 1, which no compiler knows: so none takes (a + b) - a for b

void settle(inout vec4 sum, inout vec4 block) {
  vec4 next = sum + block, left = block - (next * one - sum);
  // Beside an infinity nothing is left but NaN.
  const int exponent = 0x7f800000;
  block = mix(left, vec4(0.0), equal(floatBitsToInt(left) & exponent, ivec4(exponent)));
  sum = next;
}
