// 1 where row and column are equal, else 0.
uniform ivec2 cut;
out Stored C;

float at(int lane) {
  ivec2 c = rowAndComponent(ivec2(gl_FragCoord.xy), lane, cut);
  return c.x == c.y ? 1.0 : 0.0;
}

void main() {
  C = store(vec4(at(0), at(1), at(2), at(3)));
}
