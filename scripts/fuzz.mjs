// Feeds the library what nobody would write: a million texts to the parser of kernels, ten thousand calls with random
// arguments to the built package in a browser.
//
//   npm run fuzz -- [--texts N] [--calls N] [--seed N] [--browser chromium|firefox]
//
// The same seed makes the same texts and calls. Ends with status 1 at the first fault.

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, pickedBrowsers } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const option = (name, otherwise) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise);
const [texts, calls, seed] = [option("--texts", 1_000_000), option("--calls", 10_000), option("--seed", 1)];
const inOneGo = 1000; // calls for each page: a longer task would look like a page that hangs

if (texts > 0) {
  // Optimised for the number of texts, with the checks of an unoptimised build.
  const profile = { LTO: "off", CODEGEN_UNITS: "4", OPT_LEVEL: "2", OVERFLOW_CHECKS: "true", DEBUG_ASSERTIONS: "true" };
  const env = { ...process.env, FUZZ_TEXTS: String(texts), FUZZ_SEED: String(seed) };
  for (const [name, value] of Object.entries(profile)) env[`CARGO_PROFILE_RELEASE_${name}`] = value;
  const cargo = ["test", "--quiet", "--release", "--target-dir", "target/fuzz", "--test", "fuzz", "--", "--nocapture"];
  const { status } = spawnSync("cargo", cargo, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

const server = await serve({ folders: ["tests/e2e"] });
try {
  for (const name of calls > 0 ? pickedBrowsers(args) : []) await inBrowser(name);
} finally {
  server.close();
}

async function inBrowser(name) {
  const { browser, renderer } = await launch(name, `${server.url}/tests/e2e/page.html`);
  const sum = { calls: 0, worked: 0, refused: {}, slowest: 0 };
  try {
    for (let part = 0; sum.calls < calls; part++) {
      const page = await browser.newPage();
      const uncaught = [];
      page.on("pageerror", (error) => uncaught.push(`an error reaches the page: ${error.message}`));
      await page.goto(`${server.url}/tests/e2e/page.html`);
      const result = await page.evaluate(
        async ([count, seed]) => {
          const [{ load }, { fuzz }] = await Promise.all([
            import("/tests/e2e/library.mjs"),
            import("/tests/e2e/fuzz.mjs"),
          ]);
          return fuzz(await load("module"), count, seed);
        },
        [Math.min(inOneGo, calls - sum.calls), seed + part],
      );
      await page.close();
      result.faults.push(...uncaught);
      if (result.faults.length > 0) {
        console.log(`${name}, seed ${seed + part}: ${result.faults.length} faults\n${result.faults.join("\n")}`);
        process.exitCode = 1;
        return;
      }
      sum.calls += result.calls;
      sum.worked += result.worked;
      sum.slowest = Math.max(sum.slowest, result.slowest);
      for (const [code, count] of Object.entries(result.refused)) sum.refused[code] = (sum.refused[code] ?? 0) + count;
    }
    const codes = Object.entries(sum.refused)
      .sort(([, a], [, b]) => b - a)
      .map(([code, count]) => `${code} ${count}`);
    console.log(
      `compute in ${name} (${renderer}): ${sum.calls} calls, ${sum.worked} worked, every other was refused with a code, ` +
        `every call after one was right; the slowest took ${sum.slowest} ms\n  ${codes.join(", ")}`,
    );
  } finally {
    await browser.close();
  }
}
