// After a block: follows its trades of places, forwards and backwards.
uniform int first, steps;     // of the block

layout(location = 0) out vec4 lanes[LANES];

// Where a row is after two trade places.
int traded(int row, int up, int other) {
  return row == up ? other : (row == other ? up : row);
}

void main() {
  int row = int(gl_FragCoord.y) * LANES;
  int to[LANES], from[LANES];
  for (int r = 0; r < LANES; r++) {
    to[r] = first == 0 ? row + r : panelRow(row + r);
    from[r] = row + r;
  }
  // Four steps at a time, so that their texels are asked for together.
  for (int i = 0; i < steps; i += 4) {
    ivec4 up = first + min(i + ivec4(0, 1, 2, 3), steps - 1), down = first + max(steps - 1 - i - ivec4(0, 1, 2, 3), 0);
    ivec4 its = ivec4(panelTexel(0, up.x).y, panelTexel(0, up.y).y, panelTexel(0, up.z).y, panelTexel(0, up.w).y);
    ivec4 other =
        ivec4(panelTexel(0, down.x).y, panelTexel(0, down.y).y, panelTexel(0, down.z).y, panelTexel(0, down.w).y);
    for (int k = 0; k < 4 && i + k < steps; k++) {
      for (int r = 0; r < LANES; r++) {
        to[r] = traded(to[r], up[k], its[k]);
        from[r] = traded(from[r], down[k], other[k]);
      }
    }
  }
#define FOLLOW(r) lanes[r] = vec4(to[r], first == 0 ? from[r] : matrixRow(from[r]), 0.0, 0.0);
  EACH_LANE(FOLLOW)
}
