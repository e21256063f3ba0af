// A panel is a plain texture: the columns that are being eliminated, in texels 1 …, and before them in texel 0 the state
// of the elimination. In the panel rows trade places, so that pivot rows come first in the order of their steps; in the
// matrix they do not. Row i of the panel says:
//   x  where row i of the matrix is in the panel
//   y  the row of the matrix that is here: for i < steps done, the pivot row of step i
//   z  the pivot of step i
//   w  1 if rows traded places in step i, else 0
uniform sampler2D panel;

vec4 panelTexel(int texel, int row) {
  return texelFetch(panel, ivec2(texel, row), 0);
}

// Element (row, column) of the panel's columns.
float panelElement(int row, int column) {
  return component(panelTexel(1 + (column >> 2), row), column & 3);
}

// The row of the matrix that is row i of the panel.
int matrixRow(int i) {
  return int(panelTexel(0, i).y);
}

// The row of the panel that is row i of the matrix.
int panelRow(int i) {
  return int(panelTexel(0, i).x);
}
