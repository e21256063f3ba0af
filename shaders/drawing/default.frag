// The texture's colour, as bright as the light.
in vec3 vLight;
in vec2 vNear;
in vec2 vFar;

uniform sampler2D TextureImage;

out vec4 color;

void main() {
  bvec2 jumps = greaterThan(fwidth(vNear), fwidth(vFar) + 0.001);
  vec4 texel = texture(TextureImage, mix(vNear, vFar, jumps));
  color = vec4(texel.rgb * vLight, texel.a);
}
