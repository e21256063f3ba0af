// All checks and tests, or the named ones: `npm test`, `npm test -- native e2e`.
// Goes on after a failure, so that one run tells everything; the last line is "N passed, N failed".

import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const script = (path) => ["node", path];

const steps = {
  fmt: ["cargo", "fmt", "--all", "--check"],
  prettier: ["prettier", "--log-level", "warn", "--check", "scripts", "src", "tests", "www"],
  clippy: ["cargo", "clippy", "--quiet", "--all-targets", "--", "-D", "warnings"],
  // Not the unit tests: those are native.
  "clippy-wasm": [
    "cargo",
    "clippy",
    "--quiet",
    "--target",
    "wasm32-unknown-unknown",
    "--lib",
    "--test",
    "browser",
    "--",
    "-D",
    "warnings",
  ],
  types: script("tests/types/compile.mjs"),
  documented: script("tests/types/documented.mjs"),
  doc: ["cargo", "rustdoc", "--quiet", "--lib", "--", "-D", "warnings", "--document-private-items"],
  "doc-wasm": [
    "cargo",
    "rustdoc",
    "--quiet",
    "--target",
    "wasm32-unknown-unknown",
    "--lib",
    "--",
    "-D",
    "warnings",
    "--document-private-items",
  ],
  audit: script("scripts/audit.mjs"),
  native: ["cargo", "test", "--quiet"],
  build: script("scripts/build.mjs"),
  size: script("scripts/size.mjs"),
  browser: script("scripts/browser-tests.mjs"),
  "browser-mesa": ["node", "scripts/browser-tests.mjs", "--browser", "chromium-mesa"],
  e2e: script("tests/e2e/run.mjs"),
  accessibility: script("tests/e2e/accessibility.mjs"),
  handling: script("tests/e2e/handling.mjs"),
};

const picked = process.argv.slice(2);
const unknown = picked.filter((name) => !steps[name]);
if (unknown.length > 0) {
  console.error(`no such step: ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}`);
  process.exit(1);
}

let passed = 0;
let failed = 0;
const broken = new Map();
for (const name of picked.length > 0 ? picked : Object.keys(steps)) {
  console.log(`\n=== ${name}`);
  const start = Date.now();
  const { ok, output } = await run(steps[name]);
  const counted = count(output);
  // A step that counts no tests is one itself; one that breaks off without a failed test is a failure all the same.
  passed += counted.passed || (ok ? 1 : 0);
  failed += counted.failed || (ok ? 0 : 1);
  if (!ok || counted.failed > 0) broken.set(name, output);
  console.log(`--- ${name}: ${ok ? "ok" : "FAILED"} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}
// Once more what broke, at the end: of a long run often only its last lines are kept.
for (const [name, output] of broken) console.log(`\n=== ${name}, again\n${told(output)}`);
console.log(broken.size > 0 ? `\nfailed: ${[...broken.keys()].join(", ")}` : "");
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The lines of an output that are not about a passed test; the last forty. */
function told(output) {
  return output
    .trim()
    .split("\n")
    .filter((line) => !/^ok\b|\.\.\. ok$/.test(line.trim()))
    .slice(-40)
    .join("\n");
}

/** Runs a command; shows its output and gives it back. */
function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding("utf8").on("data", (text) => {
        output += text;
        to.write(text);
      });
    }
    child.on("error", (error) => {
      console.error(error.message);
      resolve({ ok: false, output });
    });
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** The tests that a step's output counts, in cargo's words or in those of tests/e2e. */
function count(output) {
  const sum = { passed: 0, failed: 0 };
  for (const [, passes, fails] of output.matchAll(/(?:^|\. )(\d+) passed[;,] (\d+) failed/gm)) {
    sum.passed += Number(passes);
    sum.failed += Number(fails);
  }
  return sum;
}
