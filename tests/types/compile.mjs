// Compiles what stands here against src/js/types.d.ts, by the oldest TypeScript that is promised and by today's.
// The packed package's types are compiled by tests/e2e/consumers.mjs.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "../../node_modules");

let failed = 0;
let passed = 0;
for (const version of ["typescript-5.4", "typescript"]) {
  for (const config of ["tsconfig.json", "tsconfig.nodenext.json", "tsconfig.plain.json"]) {
    const { status } = spawnSync(process.execPath, [join(modules, version, "bin/tsc"), "-p", join(here, config)], {
      stdio: "inherit",
    });
    if (status === 0) passed++;
    else failed++;
    console.log(`${status === 0 ? "ok" : "FAILED"}  ${version}, ${config}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
