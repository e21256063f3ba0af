// Runs target/suite/ in WebKitGTK's MiniBrowser: the engine of Safari, on a system that has no Safari.
//
//   apt-get install webkit2gtk-driver xvfb
//   npm run test:webkit [-- FILE]        writes the result as JSON to FILE as well
//
// Not a part of `npm test`: the engine is another there than on Apple's devices in what lies below WebGL. What fails for reasons
// of its own is listed here, and is no failure.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const browser = process.env.WEBKIT ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const minutes = 15;

const known = {
  // Contexts that were given up count until they are collected; from the 17th on the oldest one is lost, in use or not.
  "fuzz.mjs": ["a thousand random calls work or are refused, and leave no trace"],
  "loss.mjs": [
    "forty instances one after the other; twenty at once, of which the browser may drop the oldest",
    // One that was lost amid transform feedback spoils the next context's first program; that says GPU_RESET.
    "a loss while the library is at any call of WebGL ends in an error or a right result",
    // What those two leave behind, when the page ends.
    "no error reaches the page",
  ],
  // Beside feedback that is paused, no other captures anything; that says GPU_RESET.
  "sharing.mjs": [
    "transform feedback that the caller is in the middle of goes on",
    "on a context of the library's own it is paused, and in no call's way",
  ],
  "stack.mjs": [
    // There is no WebGL in workers.
    "the same in a worker, whose stack is smaller",
    // Where the stack ends between a promise that is rejected and its catch(), the page is told.
    "no error reaches the page",
  ],
  "textures.mjs": [
    // Drawings that are shown are drawn as large as that, also by a 2D context.
    "an image element is as large as it says, however it is shown and whatever file it chose",
    // Bitmaps made with premultiplyAlpha "none" are drawn as if their colours were multiplied.
    "the colours of a bitmap are free from alpha, however it was made",
  ],
  // There is no WebGL in workers.
  "worker.mjs": ["a worker computes, a module worker or a classic one"],
};

if (!existsSync(browser)) {
  console.error(`webkit: no ${browser}; WEBKIT names another (Debian: apt-get install webkit2gtk-driver xvfb)`);
  process.exit(1);
}
const outcome = await run();
const failed = outcome.tests.filter((test) => !test.ok);
const isKnown = ({ where, name }) => known[where.split(",")[0]]?.includes(name);
for (const test of failed)
  console.error(
    `${isKnown(test) ? "known" : "FAILED"}  ${test.where}: ${test.name}${isKnown(test) ? "" : `\n${test.error}`}`,
  );
const text = JSON.stringify({ machine: "WebKitGTK, MiniBrowser, Mesa's software renderer", ...outcome }, null, 1);
if (process.argv[2]) writeFileSync(process.argv[2], `${text}\n`);
console.log(`${outcome.passed} passed, ${outcome.failed} failed, ${failed.filter(isKnown).length} of them known`);
process.exitCode = failed.every(isKnown) ? 0 : 1;

/** What the page says at its end. */
async function run() {
  let posted;
  const result = new Promise((resolve) => {
    posted = resolve;
  });
  const server = await serve({
    root: join(root, "target/suite"),
    posts: { "/result": posted, "/log": (words) => console.error(words) },
  });
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const child = spawn("xvfb-run", ["-a", browser, "--features=+AllowWebGLInWorkers", `${server.url}/index.html`], {
    env: { ...process.env, HOME: home, LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
    stdio: "ignore",
    detached: true,
  });
  try {
    const ended = new Promise((_, reject) => {
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`the browser ended with ${code}`)));
      setTimeout(() => reject(new Error(`no result after ${minutes} minutes`)), minutes * 60_000).unref();
    });
    return JSON.parse(await Promise.race([result, ended]));
  } finally {
    server.close();
    try {
      process.kill(-child.pid, "SIGKILL"); // with what it has started
    } catch {
      // It has ended by itself.
    }
    rmSync(home, { recursive: true, force: true });
  }
}
