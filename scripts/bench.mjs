// Runs www/bench.html without a window, and prints what it measured as JSON.
//
//   npm run bench -- [--browser chromium|firefox] [--gpu] [--query TEXT]
//
// --gpu draws with the real GPU; without it times mean little, only ratios do. --query is added to the page's address.

import { launch, pickedBrowsers } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const args = process.argv.slice(2);
const [name] = args.includes("--browser") ? pickedBrowsers(args) : ["chromium"];
const query = args.includes("--query") ? `&${args[args.indexOf("--query") + 1]}` : "";
const minutes = 30;

let posted;
const result = new Promise((resolve) => {
  posted = resolve;
});
const server = await serve({ posts: { "/result": posted, "/log": (words) => console.error(`  ${words}`) } });
let browser;
try {
  const started = await launch(name, `${server.url}/www/bench.html`, { gpu: args.includes("--gpu") });
  browser = started.browser;
  console.error(`${name} draws with ${started.renderer}`);
  const page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && console.error(`  console: ${message.text()}`));
  const broken = new Promise((_, reject) => page.on("pageerror", reject));
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`no result after ${minutes} minutes`)), minutes * 60_000).unref(),
  );
  await page.goto(`${server.url}/www/bench.html?post${query}`);
  console.log(await Promise.race([result, broken, late]));
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server.close();
}
