// What a row has in four columns, each when its turn comes; upper[j] is the pivot row of column j, right of it.
vec4 reduce(vec4 a, mat4 upper) {
  a.y -= a.x * upper[0].y;
  a.z = a.z - a.x * upper[0].z - a.y * upper[1].z;
  a.w = a.w - a.x * upper[0].w - a.y * upper[1].w - a.z * upper[2].w;
  return a;
}
