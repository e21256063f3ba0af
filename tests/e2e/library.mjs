// The library in its two forms, for pages and workers alike.

export const urls = { module: "/pkg/gpgpu_wasm.js", classic: "/pkg/gpgpu.js" };

/** Loads one form: `{ form, CreateGPGPU, GPGPUError }`. */
export async function load(form) {
  if (form === "module") {
    const { default: init, CreateGPGPU, GPGPUError } = await import(urls.module);
    await init();
    return { form, CreateGPGPU, GPGPUError };
  }
  await classicScript(urls.classic);
  const { CreateGPGPU, GPGPUError } = globalThis;
  return { form, CreateGPGPU, GPGPUError };
}

function classicScript(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src, onload: resolve });
    script.onerror = () => reject(new Error(`${src} did not load`));
    document.head.append(script);
  });
}
