import { multiplyInTextures } from "../kernels.mjs";
import { load } from "../library.mjs";
import { callsOf, onTheWayUp } from "../overflow.mjs";

try {
  const { CreateGPGPU } = await load("module");
  const made = [];
  onTheWayUp(1, () => made.push(CreateGPGPU()));
  for (const call of Object.values(callsOf(made[0]))) onTheWayUp(2, call);
  postMessage({ C: Array.from(multiplyInTextures(made[0])) });
} catch (error) {
  postMessage({ error: String(error) });
}
