// Runs tests/browser, the wasm-bindgen tests, in the real browsers: wasm-bindgen's runner serves the page, and the page
// is opened here, with the same launcher as everywhere; so no WebDriver program is needed.
//
//   npm run test:browser -- [--browser chromium|firefox] [FILTER]

import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, pickedBrowsers } from "./browsers.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const browsers = pickedBrowsers(args);
const filter = args.filter((arg, i) => arg !== "--browser" && args[i - 1] !== "--browser");
const minutes = 10;

const wasm = compile();
for (const name of browsers) {
  const output = await inBrowser(name).catch((error) => `${error.message}\ntest result: FAILED. 0 passed; 1 failed`);
  // A stack of generated names tells nothing that the panic's own file and line do not.
  console.log(`${output.trim().split("\n").filter((line) => !/wasm-function\[|http:\/\/127\.0\.0\.1:/.test(line)).join("\n")}\n`);
  if (!/^test result: ok/m.test(output)) process.exitCode = 1;
}

/** Compiles the test binary; the path of its wasm. */
function compile() {
  const cargo = ["test", "--no-run", "--target", "wasm32-unknown-unknown", "--test", "browser", "--profile", "browser", "--message-format", "json-render-diagnostics"];
  let messages;
  try {
    messages = execFileSync("cargo", cargo, { cwd: root, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 }).toString();
  } catch {
    console.error("tests/browser does not compile");
    process.exit(1);
  }
  return messages.split("\n").filter(Boolean).map((line) => JSON.parse(line))
    .find(({ target, executable }) => executable && target?.name === "browser").executable;
}

async function inBrowser(name) {
  const port = await freePort();
  const runner = spawn("wasm-bindgen-test-runner", [wasm, ...filter], {
    cwd: root,
    env: { ...process.env, NO_HEADLESS: "1", WASM_BINDGEN_TEST_ONLY_WEB: "1", WASM_BINDGEN_TEST_ADDRESS: `127.0.0.1:${port}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let browser;
  try {
    await new Promise((resolve, reject) => {
      runner.on("error", reject);
      runner.on("exit", (code) => reject(new Error(`wasm-bindgen-test-runner ended with ${code}`)));
      runner.stdout.on("data", (text) => /available at/.test(text) && resolve());
    });
    const url = `http://127.0.0.1:${port}/`;
    const started = await launch(name, url);
    browser = started.browser;
    console.log(`tests/browser in ${name} (${started.renderer})`);
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.log(`  page error: ${error.message}`));
    await page.goto(url);
    return await page.evaluate(finished, minutes * 60_000);
  } finally {
    await browser?.close();
    runner.removeAllListeners("exit");
    runner.kill();
  }
}

/** In the page: waits for the runner's closing line, and gives back all that it printed. */
async function finished(patience) {
  const output = () => document.querySelector("#output")?.textContent ?? "";
  const end = Date.now() + patience;
  while (!/test result: /.test(output())) {
    if (Date.now() > end) return `${output()}\nstill running after ${patience / 1000} s\ntest result: FAILED. 0 passed; 1 failed`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return output();
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
