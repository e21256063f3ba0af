// Part of a stacked matrix at another place: target texel (x, y) is source texel (x + shift.x, y + shift.y), all lanes.
uniform sampler2DArray source;
uniform ivec2 shift;

layout(location = 0) out vec4 lanes[LANES];

void main() {
  ivec2 from = ivec2(gl_FragCoord.xy) + shift;
#define COPY(r) lanes[r] = texelFetch(source, ivec3(from, r), 0);
  EACH_LANE(COPY)
}
