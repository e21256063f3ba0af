// A panel is a stacked matrix: the columns that are being eliminated, in texels 1 …, and in texel 0 what each step found.
// In the panel rows trade places, so that pivot rows come first in the order of their steps; in the matrix they do not.
// Texel 0 of row i says of step i:
//   x  its pivot
//   y  the row of the panel that traded places with row i
uniform sampler2DArray panel;

// How the rows of matrix and panel correspond, once for each block. Row i says:
//   x  where row i of the matrix is in the panel
//   y  the row of the matrix that is here: for i < steps done, the pivot row of step i
uniform sampler2DArray places;

vec4 panelTexel(int texel, int row) {
  return stacked(panel, texel, row);
}

// Element (row, column) of the panel's columns.
float panelElement(int row, int column) {
  return component(panelTexel(1 + (column >> 2), row), column & 3);
}

// The row of the matrix that is row i of the panel.
int matrixRow(int i) {
  return int(stacked(places, 0, i).y);
}

// The row of the panel that is row i of the matrix.
int panelRow(int i) {
  return int(stacked(places, 0, i).x);
}
