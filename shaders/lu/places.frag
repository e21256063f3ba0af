// After a block: follows its trades of places.
uniform int first, steps;     // of the block

layout(location = 0) out vec4 lanes[LANES];

vec4 follow(int row) {
  int forward = first == 0 ? row : panelRow(row), from = row;
  for (int i = 0; i < steps; i++) {
    int up = first + i, other = int(panelTexel(0, up).y);
    forward = forward == up ? other : (forward == other ? up : forward);
    int down = first + steps - 1 - i;
    other = int(panelTexel(0, down).y);
    from = from == down ? other : (from == other ? down : from);
  }
  return vec4(forward, first == 0 ? from : matrixRow(from), 0.0, 0.0);
}

void main() {
  int row = int(gl_FragCoord.y) * LANES;
#define FOLLOW(r) lanes[r] = follow(row + r);
  EACH_LANE(FOLLOW)
}
