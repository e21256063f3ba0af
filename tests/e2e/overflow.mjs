// Calls from within a recursion that has ended JavaScript's stack, in pages and workers.

const double = "in float A; out float C; void main() { C = A * 2.0; }";

/** Whether this is what a browser throws where the stack ends: RangeError, in Firefox InternalError. */
export const endedStack = (error) => error instanceof RangeError || error?.name === "InternalError";

/**
 * Calls without end, and then, on the way back up, `attempt` at each depth, until it was right so many times. What it throws
 * until then: whatever is neither a refusal for want of room nor the end of the stack itself comes out.
 */
export function onTheWayUp(times, attempt) {
  const refusals = [];
  let right = 0,
    wrong;
  const descend = () => {
    try {
      descend();
    } catch (error) {
      if (!endedStack(error)) wrong ??= error;
    }
    if (right === times) return;
    try {
      attempt();
      right++;
    } catch (error) {
      if (error?.code === "LIMIT_EXCEEDED") refusals.push(error);
      else if (!endedStack(error)) wrong ??= error;
    }
  };
  descend();
  if (wrong) throw wrong;
  if (right < times) throw new Error(`right only ${right} times of ${times}, after ${refusals.length} refusals`);
  return refusals;
}

/** One call of each kind; none of them was made before, so that browsers have not compiled what runs in it. */
export function callsOf(gpgpu) {
  const C = new Float32Array(1),
    a = gpgpu.makeArray("float", [3, 3], [4, 1, 2, 1, 5, 3, 2, 3, 6]);
  const sampled = "uniform sampler2D T; out float C; void main() { C = texelFetch(T, ivec2(0), 0).r; }";
  return {
    compute: () => {
      gpgpu.compute({ id: "double", vertexShader: double, args: { A: [21], C } });
      if (C[0] !== 42) throw new Error(`compute gave ${C[0]}`);
    },
    "an image": () =>
      gpgpu.compute({
        vertexShader: sampled,
        args: { T: new ImageData(new Uint8ClampedArray([255, 0, 0, 255]), 1, 1), C },
      }),
    "a tangled shader": () =>
      gpgpu.compute({
        vertexShader: `const int n = ${"(".repeat(90)}2${")".repeat(90)}; uniform float u[n]; out float C; void main() { C = u[1]; }`,
        args: { u: [1, 2], C },
      }),
    "a bad shader": () => {
      try {
        gpgpu.compute({ vertexShader: double.replace("2.0", "two"), args: { A: [1], C } });
      } catch (error) {
        if (error.code !== "SHADER_COMPILE") throw error;
      }
    },
    computeAsync: () => gpgpu.computeAsync({ vertexShader: double, args: { A: [1], C } }).catch(() => {}),
    "a getter without end": () => {
      const endless = () => [endless()];
      try {
        gpgpu.compute({
          vertexShader: double,
          args: {
            get A() {
              return endless();
            },
            C,
          },
        });
      } catch (error) {
        if (error.code !== "BAD_ARGUMENT") throw error;
      }
    },
    matmul: () => gpgpu.matmul(a, a).dispose(),
    inverse: () => gpgpu.inverse(a).dispose(),
    lu: () => gpgpu.lu(a).rcond,
    sort: () => gpgpu.sort(a.reshape([9]), { descending: true }).readSync(),
    map: () => gpgpu.map("a + 1.0", { a }).dispose(),
    capabilities: () => gpgpu.capabilities(),
    memory: () => gpgpu.memory().bytes,
    clearAll: () => gpgpu.clearAll(),
  };
}
