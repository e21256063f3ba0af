// A matrix at column x in [0, columns) and row y in [0, rows).
vec2 gpgpu_at(vec2 texel, ivec2 size) { return gpgpu_inside(vec3(texel, 0.5), vec3(size, 1)).xy; }

vec4 tex2D(sampler2D t, float x, float y) { return textureLod(t, gpgpu_at(vec2(x, y), textureSize(t, 0)), 0.0); }
ivec4 tex2D(isampler2D t, float x, float y) { return textureLod(t, gpgpu_at(vec2(x, y), textureSize(t, 0)), 0.0); }
uvec4 tex2D(usampler2D t, float x, float y) { return textureLod(t, gpgpu_at(vec2(x, y), textureSize(t, 0)), 0.0); }
