// A panel is a stacked matrix: the columns that are being eliminated, with one texel before them in each row i for the
// state of the elimination:
//   x  element (i, next column), while row i waits to become a pivot row; else 0
//   y  the step in which row i became the pivot row; WAITING before that
//   z  the pivot of step i
//   w  the pivot row p of step i; as -1 - p if an odd number of rows above p were still waiting
const float WAITING = -1.0;
const float PADDING = 1e9;    // the "step" of a row below the matrix

int pivotRow(sampler2DArray panel, int k) {
  float w = stacked(panel, 0, k).w;
  return int(max(w, -1.0 - w) + 0.5);
}
