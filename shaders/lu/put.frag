// A panel's columns become columns of a stacked matrix, rows back in the matrix's places.
uniform int at;               // texel column of the matrix

layout(location = 0) out vec4 lanes[LANES];

void main() {
  int texel = int(gl_FragCoord.x) - at + 1, row = int(gl_FragCoord.y) * LANES;
#define PUT(r) lanes[r] = panelTexel(texel, panelRow(row + r));
  EACH_LANE(PUT)
}
