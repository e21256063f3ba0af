// Part of a stacked matrix at another place: target texel (x, y) is source texel (x, y) - at, all lanes.
uniform sampler2DArray source;
uniform ivec2 at;

layout(location = 0) out vec4 lanes[LANES];

void main() {
  ivec2 from = ivec2(gl_FragCoord.xy) - at;
#define COPY(r) lanes[r] = texelFetch(source, ivec3(from, r), 0);
  EACH_LANE(COPY)
}
