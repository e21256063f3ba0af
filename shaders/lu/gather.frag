// A stacked matrix with its rows, and maybe its columns, in the order of the pivots. ROWS rows a fragment: LANES for a
// stacked result, 1 for a packed one.
//
//   ROWS_BY_ORDER    row i is the row that was the pivot of step i
//   COLUMNS_BY_STEP  column j is the column of the step in which row j was the pivot row
//   INVERSE          undoes the scaling of A's columns in the rows of its inverse, and that of its rows in the columns
//   SOLUTION         undoes the scaling of A's columns in the rows of a solution, and that of B's columns in the columns
uniform sampler2DArray matrix;
uniform sampler2D exponents;  // of the columns of A, and B
uniform sampler2D rowExponents;
uniform int right;            // texel where those of B begin
uniform int at;               // texel column of the matrix where the result begins
uniform int size;             // rows and columns that were eliminated

layout(location = 0) out vec4 lanes[ROWS];

vec4 gather(int texel, int row, ivec4 source) {
#ifdef ROWS_BY_ORDER
  row = row < size ? matrixRow(row) : row;
#endif
#ifdef COLUMNS_BY_STEP
  return vec4(component(stacked(matrix, at + (source.x >> 2), row), source.x & 3),
              component(stacked(matrix, at + (source.y >> 2), row), source.y & 3),
              component(stacked(matrix, at + (source.z >> 2), row), source.z & 3),
              component(stacked(matrix, at + (source.w >> 2), row), source.w & 3));
#else
  return stacked(matrix, at + texel, row);
#endif
}

void main() {
  int texel = int(gl_FragCoord.x), row = int(gl_FragCoord.y) * ROWS;
  ivec4 source = ivec4(0);
#ifdef COLUMNS_BY_STEP
  for (int c = 0; c < 4; c++) {
    int column = 4 * texel + c;
    source[c] = column < size ? panelRow(column) : column;
  }
#endif
#define GATHER(r) lanes[r] = gather(texel, row + r, source);
#if ROWS == 1
  GATHER(0)
#if defined(INVERSE) || defined(SOLUTION)
#ifdef INVERSE
  vec4 exponent = -texelFetch(rowExponents, ivec2(texel, 0), 0);
#else
  vec4 exponent = texelFetch(exponents, ivec2(right + texel, 0), 0);
#endif
  lanes[0] = scaled(lanes[0], exponent - component(texelFetch(exponents, ivec2(row >> 2, 0), 0), row & 3));
#endif
#else
  EACH_LANE(GATHER)
#endif
}
