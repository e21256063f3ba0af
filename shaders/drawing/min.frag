// For a call that draws nothing: one colour.
out vec4 color;

void main() {
  color = vec4(0.0, 0.0, 0.0, 1.0);
}
