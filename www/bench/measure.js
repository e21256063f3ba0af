// How the bench measures: candidates take turns in one page, so that whatever else the machine does meets all of them alike,
// and the median counts.

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the GPU has done all that was asked of a context: one pixel is read from a target of its own. The same for
 * every library, and as cheap as a synchronous answer can be.
 */
export function finish(gl) {
  let own = targets.get(gl);
  const before = gl.getParameter(gl.FRAMEBUFFER_BINDING);
  if (!own) {
    const unit = gl.getParameter(gl.TEXTURE_BINDING_2D);
    own = { frame: gl.createFramebuffer(), pixel: new Uint8Array(4) };
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, 1, 1);
    gl.bindTexture(gl.TEXTURE_2D, unit);
    gl.bindFramebuffer(gl.FRAMEBUFFER, own.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    targets.set(gl, own);
  }
  gl.bindFramebuffer(gl.FRAMEBUFFER, own.frame);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, own.pixel);
  gl.bindFramebuffer(gl.FRAMEBUFFER, before);
}
const targets = new WeakMap();

/**
 * The same for an instance of the library, without asking for its context: whoever has that could change its state between
 * calls, and the library would have to set all of it anew each time.
 */
export function settle(gpgpu) {
  gpgpu.compute({ id: "settle", vertexShader: "out float one;\nvoid main() { one = 1.0; }", args: { one: answer } });
}
const answer = new Float32Array(1);

/**
 * Runs each candidate in turn, again and again. A candidate is `{ name, run, once?, batch? }`: `run` is what is measured, `once`
 * (if there) comes at the end of each measurement and inside it (a wait for the GPU, say). With `batch`, several runs make one
 * measurement, so many that it lasts `batch` ms. With `warm`, so many ms of the same runs come before each measurement and do
 * not count: a GPU that slept while a rival kept the processor busy is slow at first. Before each measurement `rest` ms pass.
 * What throws is left out and named.
 *
 * Gives `[{ name, ms, runs, error? }]`, ms being the median of one run.
 */
export async function takeTurns(
  candidates,
  { rounds = 9, budget = 2500, batch = 0, warm = 0, rest = 0, log = () => {} } = {},
) {
  const list = candidates.map((candidate) => ({ ...candidate, times: [], count: 1, failed: null }));
  const measure = async (one) => {
    const start = performance.now();
    for (let i = 0; i < one.count; i++) await one.run();
    await one.once?.();
    return (performance.now() - start) / one.count;
  };
  for (const one of list) {
    log(`${one.name}: warming up`);
    await pause(rest);
    try {
      let ms = await measure(one); // compiles
      if (ms < 3000) ms = await measure(one);
      for (let i = 0; batch && i < 6 && ms * one.count < batch * 0.7; i++) {
        one.count = Math.min(20000, Math.max(one.count * 2, Math.round(batch / Math.max(ms, 1e-4))));
        ms = await measure(one);
      }
      one.last = ms * one.count;
    } catch (error) {
      one.failed = error;
    }
  }
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    log(`round ${round + 1} of ${rounds}`);
    for (let i = 0; i < list.length; i++) {
      const one = list[(i + round) % list.length];
      if (one.failed) continue;
      await pause(rest);
      try {
        const end = performance.now() + warm;
        if (one.last < warm) while (performance.now() < end) await measure(one);
        one.times.push(await measure(one));
      } catch (error) {
        one.failed = error;
      }
    }
    const spent = performance.now() - start;
    if (spent > 3 * budget || (round >= 2 && spent > budget)) break;
  }
  return list.map(({ name, times, count, failed }) => {
    times.sort((a, b) => a - b);
    const ms = failed ? NaN : times[times.length >> 1];
    return { name, ms, runs: times.length * count, ...(failed ? { error: String(failed.message ?? failed) } : {}) };
  });
}

/** Numbers that are the same in every run. */
export function randoms(n, seed = 1, low = -1, high = 1) {
  const list = new Float32Array(n);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < n; i++) {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    list[i] = low + (high - low) * (state / 2 ** 32);
  }
  return list;
}

const scripts = new Map();

/** Loads a library that is compared with, from node_modules beside the gallery; `null` where it is not installed. */
export function peer(path, globalName) {
  const url = new URL(`../../node_modules/${path}`, import.meta.url).href;
  if (!scripts.has(url)) {
    scripts.set(
      url,
      new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = url;
        script.onload = () => resolve(globalThis[globalName] ?? null);
        script.onerror = (event) => {
          event.stopPropagation?.();
          resolve(null);
        };
        document.head.append(script);
      }),
    );
  }
  return scripts.get(url);
}

/** TensorFlow.js on its WebGL backend, with the context that it computes in. */
export async function tensorflow() {
  const tf = await peer("@tensorflow/tfjs/dist/tf.min.js", "tf");
  if (!tf || !(await tf.setBackend("webgl"))) return null;
  await tf.ready();
  return { tf, gl: tf.backend().gpgpu.gl };
}

/** gpu.js; its bundle exports a namespace or the class itself, as its version wills. */
export async function gpuJs() {
  const found = await peer("gpu.js/dist/gpu-browser.min.js", "GPU");
  return found ? (found.GPU ?? found) : null;
}

export const mlMatrix = () => peer("ml-matrix/matrix.umd.js", "mlMatrix");
