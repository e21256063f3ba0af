// A textured surface, lit by ambient light and one lamp.
in vec3 VertexPosition;
in vec3 VertexNormal;
in vec2 TextureCoord;

uniform mat4 uPMVMatrix;
uniform mat3 uNMatrix;

out vec3 vLight;
// Two versions of the coordinate, each with its seam elsewhere: the fragment shader takes the one without a jump.
out vec2 vNear;
out vec2 vFar;

const vec3 AMBIENT = vec3(0.2);
const vec3 LAMP = vec3(0.8);
const vec3 TOWARDS_LAMP = vec3(0.25, 0.25, 1.0);

void main() {
  gl_Position = uPMVMatrix * vec4(VertexPosition, 1.0);
  float facing = max(dot(uNMatrix * VertexNormal, normalize(TOWARDS_LAMP)), 0.0);
  vLight = AMBIENT + LAMP * facing;
  vNear = fract(TextureCoord);
  vFar = fract(TextureCoord + 0.5) - 0.5;
}
