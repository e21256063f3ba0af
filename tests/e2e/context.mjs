// A context that goes and comes back.

/** Loses an instance's context, does something `meanwhile`, and restores it; resolves when the instance has been told. */
export async function lostAndRestored(gpgpu, meanwhile = () => {}) {
  const told = (name) => new Promise((resolve) => gpgpu.addEventListener(name, resolve, { once: true }));
  const [lost, restored] = [told("contextlost"), told("contextrestored")];
  const extension = gpgpu.getGL().getExtension("WEBGL_lose_context");
  extension.loseContext();
  await meanwhile();
  await lost;
  // Restoring is allowed once every listener has been called, which is so in the next task.
  await new Promise((resolve) => setTimeout(resolve));
  extension.restoreContext();
  await restored;
}
