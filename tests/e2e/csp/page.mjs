// Runs where no eval, no inline and no blob script is allowed; run.mjs sends the policy.
import { multiplyInTextures } from "../kernels.mjs";
import { load } from "../library.mjs";

const violations = [];
addEventListener("securitypolicyviolation", (event) =>
  violations.push(`${event.violatedDirective} ${event.blockedURI}`),
);
try {
  const { CreateGPGPU } = await load(location.search.slice(1));
  parent.postMessage({ C: Array.from(multiplyInTextures(CreateGPGPU())), violations }, "*");
} catch (error) {
  parent.postMessage({ error: String(error), violations }, "*");
}
