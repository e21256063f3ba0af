// The names of compute shaders, for one invocation a vertex or a fragment. Invocations run in global order, x fastest:
// invocation i is (i % X, i / X % Y, i / (X * Y)) of a grid of X x Y x Z, which is groups * group size.
uniform uvec3 gpgpu_groups, gpgpu_size;
#ifdef GPGPU_FRAGMENT
uniform uint gpgpu_width;                  // of the target, in texels
#endif

uvec3 globalInvocationID, localInvocationID, workGroupID, numWorkGroups, workGroupSize;
uint localInvocationIndex;

void gpgpu_begin() {
#ifdef GPGPU_FRAGMENT
  uvec2 texel = uvec2(gl_FragCoord.xy);
  uint i = texel.x + gpgpu_width * texel.y;
#else
  uint i = uint(gl_VertexID);
#endif
  numWorkGroups = gpgpu_groups;
  workGroupSize = max(gpgpu_size, 1u);
  uvec3 grid = max(gpgpu_groups, 1u) * workGroupSize;
  globalInvocationID = uvec3(i % grid.x, i / grid.x % grid.y, i / grid.x / grid.y);
  workGroupID = globalInvocationID / workGroupSize;
  localInvocationID = globalInvocationID - workGroupID * workGroupSize;
  localInvocationIndex =
    localInvocationID.x + workGroupSize.x * (localInvocationID.y + workGroupSize.y * localInvocationID.z);
}
