// One lane of R = B - A·X (all stacked, B beside A), with sums and products of twice the precision: each product is split into
// exact halves (Dekker), each sum carries its rounding error along (Knuth). Without RIGHT, B is the identity.
//
// `one` is 1.0: a compiler that knew it could take (a + b) - a for b.
uniform sampler2DArray A, X;
uniform int lane;
uniform int texels;           // of a row of A; B begins there
uniform float one;

out vec4 residual;

// sum + error, exactly, is what it was plus a * b but for the rounding of `error`.
void add(inout vec4 sum, inout vec4 error, float a, vec4 b) {
  float ac = 4097.0 * a, ah = ac * one - (ac - a), al = a * one - ah;
  vec4 bc = 4097.0 * b, bh = bc * one - (bc - b), bl = b * one - bh;
  vec4 p = a * b;
  vec4 e = ((ah * bh - p * one) + ah * bl + al * bh) + al * bl;
  vec4 s = sum + p;
  vec4 t = s * one - sum;
  error += ((sum - (s * one - t)) + (p - t)) + e;
  sum = s;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int row = at.y * LANES + lane;
#ifdef RIGHT
  vec4 sum = texelFetch(A, ivec3(texels + at.x, at.y, lane), 0), error = vec4(0.0);
#else
  vec4 sum = vec4(equal(4 * at.x + ivec4(0, 1, 2, 3), ivec4(row))), error = vec4(0.0);
#endif
  for (int k = 0; k < texels; k++) {
    vec4 a = -texelFetch(A, ivec3(k, at.y, lane), 0);
    add(sum, error, a.x, stacked(X, at.x, 4 * k));
    add(sum, error, a.y, stacked(X, at.x, 4 * k + 1));
    add(sum, error, a.z, stacked(X, at.x, 4 * k + 2));
    add(sum, error, a.w, stacked(X, at.x, 4 * k + 3));
  }
  residual = sum + error;
  // Where splitting overflowed there is nothing to correct with.
  residual = mix(residual, vec4(0.0), isnan(residual));
  residual = mix(residual, vec4(0.0), isinf(residual));
}
