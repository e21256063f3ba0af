// Runs tests/browser, the wasm-bindgen tests, in the real browsers: wasm-bindgen's runner serves the page, and the page
// is opened here, with the same launcher as everywhere; so no WebDriver program is needed.
//
//   npm run test:browser -- [--browser chromium|chromium-mesa|firefox] [FILTER]

import { launch, pickedBrowsers } from "./browsers.mjs";
import { compile, serveTests } from "./wasm-tests.mjs";

const args = process.argv.slice(2);
const browsers = pickedBrowsers(args);
const filter = args.filter((arg, i) => arg !== "--browser" && args[i - 1] !== "--browser");
const minutes = 10;

const wasm = compile();
for (const name of browsers) {
  const output = await inBrowser(name).catch((error) => `${error.message}\ntest result: FAILED. 0 passed; 1 failed`);
  // A stack of generated names tells nothing that the panic's own file and line do not.
  console.log(
    `${output
      .trim()
      .split("\n")
      .filter((line) => !/wasm-function\[|http:\/\/127\.0\.0\.1:/.test(line))
      .join("\n")}\n`,
  );
  // A filter that no test's name holds is a mistake, too.
  if (!/^test result: ok\. [1-9]/m.test(output)) process.exitCode = 1;
}

async function inBrowser(name) {
  const server = await serveTests(wasm, filter);
  let browser;
  try {
    const started = await launch(name, server.blank);
    browser = started.browser;
    console.log(`tests/browser in ${name} (${started.renderer})`);
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.log(`  page error: ${error.message}`));
    await page.goto(server.url);
    return await page.evaluate(finished, minutes * 60_000);
  } finally {
    await browser?.close();
    server.close();
  }
}

/** In the page: waits for the runner's closing line, and gives back all that it printed. */
async function finished(patience) {
  const output = () => document.querySelector("#output")?.textContent ?? "";
  const end = Date.now() + patience;
  while (!/test result: /.test(output())) {
    if (Date.now() > end)
      return `${output()}\nstill running after ${patience / 1000} s\ntest result: FAILED. 0 passed; 1 failed`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return output();
}
