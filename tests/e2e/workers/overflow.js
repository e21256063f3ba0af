// The same for the classic script, whose first call compiles its wasm.
importScripts("/pkg/gpgpu.js");
Promise.all([import("/tests/e2e/kernels.mjs"), import("/tests/e2e/overflow.mjs")])
  .then(([{ multiplyInTextures }, { callsOf, onTheWayUp }]) => {
    const made = [];
    onTheWayUp(1, () => made.push(CreateGPGPU()));
    for (const call of Object.values(callsOf(made[0]))) onTheWayUp(2, call);
    postMessage({ C: Array.from(multiplyInTextures(made[0])) });
  })
  .catch((error) => postMessage({ error: String(error) }));
