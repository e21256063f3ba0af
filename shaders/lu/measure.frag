// For four columns j of A (n x n, packed) and its inverse X:
//   sumsA   of |A_ij| over i, for the norm of A; NaN if A has an element that is not finite
//   sumsX   of |X_ij| over i, for the norm of X
//   spread  of |X_ji||A_ij| over i: how much the elements of (X·A)_jj = 1 cancel. It does not change when rows or
//           columns of A are scaled, and is of the order of 1 / unit roundoff when A is singular but for rounding
uniform sampler2D A, X;
uniform int size;
uniform int width;            // of the target

layout(location = 0) out vec4 sumsA;
layout(location = 1) out vec4 sumsX;
layout(location = 2) out vec4 spread;

void main() {
  int texel = int(gl_FragCoord.y) * width + int(gl_FragCoord.x);
  sumsA = sumsX = spread = vec4(0.0);
  if (4 * texel >= size) return;
  bvec4 inside = lessThan(4 * texel + ivec4(0, 1, 2, 3), ivec4(size));
  bool finite = true;
  for (int k = 0; k < (size + 3) / 4; k++) {
    mat4 a = mat4(0.0), x = mat4(0.0), other = mat4(0.0);
    for (int t = 0; t < 4; t++) {
      int i = 4 * k + t;
      if (i < size) a[t] = mix(vec4(0.0), abs(texelFetch(A, ivec2(texel, i), 0)), inside);
      if (i < size) other[t] = mix(vec4(0.0), abs(texelFetch(X, ivec2(texel, i), 0)), inside);
      if (inside[t]) x[t] = mix(vec4(0.0), abs(texelFetch(X, ivec2(k, 4 * texel + t), 0)),
                                lessThan(4 * k + ivec4(0, 1, 2, 3), ivec4(size)));
      finite = finite && !any(isnan(a[t])) && !any(isinf(a[t]));
    }
    sumsA += a[0] + a[1] + a[2] + a[3];
    sumsX += other[0] + other[1] + other[2] + other[3];
    // a[t] is row t of A's part; x[c] holds the elements of X's row c that meet its rows.
    spread += vec4(dot(x[0], vec4(a[0].x, a[1].x, a[2].x, a[3].x)), dot(x[1], vec4(a[0].y, a[1].y, a[2].y, a[3].y)),
                   dot(x[2], vec4(a[0].z, a[1].z, a[2].z, a[3].z)), dot(x[3], vec4(a[0].w, a[1].w, a[2].w, a[3].w)));
  }
  if (!finite) sumsA = vec4(uintBitsToFloat(0x7fc00000u));
}
