// The byte budget: what a page loads, after gzip.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const pkg = join(dirname(dirname(fileURLToPath(import.meta.url))), "pkg");

const budget = {                    // kB of 1000 bytes
  "gpgpu_wasm_bg.wasm": 90,
  "gpgpu.js": 130,
};

for (const [file, limit] of Object.entries(budget)) {
  const bytes = readFileSync(join(pkg, file));
  const size = gzipSync(bytes, { level: 9 }).length / 1000;
  const over = size > limit;
  console.log(`${file}: ${size.toFixed(1)} kB gzip (${(bytes.length / 1000).toFixed(1)} kB), budget ${limit} kB${over ? ": OVER BUDGET" : ""}`);
  if (over) process.exitCode = 1;
}
