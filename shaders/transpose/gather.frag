// C[j][i] = A[i][j] for elements of WIDTH components.
uniform Sampler A;
uniform ivec2 cutA, cutC;
uniform ivec2 size;                         // rows and columns of A, in elements
out Stored C;

Component turned(int lane) {
  ivec2 c = rowAndComponent(ivec2(gl_FragCoord.xy), lane, cutC);
  int element = c.y / WIDTH;
  // In the padding of C there is no element of A; read another, nobody reads it on.
  int row = min(element, size.x - 1), column = min(c.x, size.y - 1);
  return componentAt(A, cutA, row, column * WIDTH + c.y - element * WIDTH);
}

void main() {
  C = store(Texel(turned(0), turned(1), turned(2), turned(3)));
}
