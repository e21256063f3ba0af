// The built package, end to end: in Node, in real browsers as ES module and as classic script, under the gallery,
// and installed into the projects of others.
//
//   npm run e2e -- [--browser chromium|firefox] [--only TEXT]     TEXT: part of a file's or a test's name
//
// A file in pages/ exports `tests`, sentences with functions that run inside the page, and `forms` if it is for one form.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, pickedBrowsers } from "../../scripts/browsers.mjs";
import { serve } from "../../scripts/serve.mjs";
import { prepare, runsInNode, runsInPage } from "./consumers.mjs";
import { demos, runsRight } from "./gallery.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : "";
const secondsPerTest = 60;
const counts = { passed: 0, failed: 0 };

const consumers = await prepare((name) => matches("consumers", name));
const server = await serve({
  folders: ["README.md", "README.ja.md", "tests/e2e", "node_modules/three"],
  headers: (path) =>
    path.startsWith("/tests/e2e/csp/")
      ? { "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" }
      : {},
});
try {
  await inNode();
  for (const name of pickedBrowsers(args)) await inBrowser(name);
} finally {
  server.close();
  consumers.close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function report(where, { name, error }) {
  counts[error ? "failed" : "passed"]++;
  console.log(
    `${error ? "FAILED" : "ok"}  ${where}: ${name}${error ? `\n        ${error.replaceAll("\n", "\n        ")}` : ""}`,
  );
}

async function inNode() {
  const { tests } = await import("./node.mjs");
  for (const [name, test] of Object.entries(tests)) {
    if (!matches("node", name)) continue;
    report("node", {
      name,
      error: await test().then(
        () => null,
        (reason) => String(reason.stack ?? reason),
      ),
    });
  }
  for (const consumer of consumers.programs)
    report("consumer", { name: consumer.name, error: await runsInNode(consumer) });
}

async function inBrowser(name) {
  const { browser, renderer } = await launch(name, `${server.url}/tests/e2e/page.html`);
  console.log(`${name} draws with ${renderer}`);
  try {
    for (const file of readdirSync(join(here, "pages")).sort()) {
      const { tests, forms = ["module", "classic"] } = await import(`./pages/${file}`);
      if (!Object.keys(tests).some((sentence) => matches(file, sentence))) continue;
      for (const form of forms) await inPage(browser, { name, form, file });
    }
    for (const consumer of consumers.pages) {
      report("consumer", { name: `${consumer.name} (${name})`, error: await runsInPage(browser, consumer) });
    }
    for (const demo of demos().filter((page) => matches("gallery", page))) {
      report(`${name}, gallery`, { name: demo, error: await runsRight(browser, `${server.url}/www/${demo}`) });
    }
  } finally {
    await browser.close();
  }
}

/** A page of its own for each file and form, so that none finds what another left. */
async function inPage(browser, { name, form, file }) {
  const where = `${name}, ${form}, ${file}`;
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    await page.goto(`${server.url}/tests/e2e/page.html`);
    const words = file.includes(only) ? "" : only;
    const results = await page.evaluate(
      ([...values]) => window.runTests(...values),
      [form, file, words, secondsPerTest],
    );
    for (const result of results) report(where, result);
    if (errors.length > 0) report(where, { name: "no error reaches the page", error: errors.join("\n") });
  } catch (error) {
    report(where, { name: "the page runs its tests", error: [error.message, ...errors].join("\n") });
  } finally {
    await page.close();
  }
}

function matches(file, sentence) {
  return file.includes(only) || sentence.includes(only);
}
