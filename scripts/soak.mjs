// Mixed calls for a long time in Chromium: living GL objects, wasm memory and the JavaScript heap stay what they were.
//
//   npm run soak -- [--seconds 600]
//
// A sixth of the time warms up. Afterwards, each figure may grow by what is allowed below; status 1 if one grows more.

import { launch } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const args = process.argv.slice(2);
const seconds = args.includes("--seconds") ? Number(args[args.indexOf("--seconds") + 1]) : 600;
const parts = 6;
const allowed = { objects: 0, wasm: 4 * 65536, heap: 3e5, bytes: 0 };

const server = await serve({ folders: ["tests/e2e"] });
const { browser, renderer } = await launch("chromium", `${server.url}/tests/e2e/page.html`);
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/tests/e2e/page.html`);
  const client = await page.context().newCDPSession(page);
  await page.evaluate(async () => {
    // The wasm memory is found where every instance passes.
    let memory;
    const { instantiate } = WebAssembly;
    const Instance = WebAssembly.Instance;
    const keep = (instance) => {
      memory = instance.exports.memory ?? memory;
      return instance;
    };
    WebAssembly.Instance = function (...words) {
      return keep(new Instance(...words));
    };
    WebAssembly.instantiate = async (...words) => {
      const made = await instantiate.apply(WebAssembly, words);
      keep(made.instance ?? made);
      return made;
    };
    const [{ load }, { soak }] = await Promise.all([import("/tests/e2e/library.mjs"), import("/tests/e2e/soak.mjs")]);
    const library = await load("module");
    window.soak = await soak(library, memory);
  });
  const figures = [];
  let calls = 0;
  for (let part = 0; part < parts; part++) {
    calls += await page.evaluate((time) => window.soak.run(time), seconds / parts);
    for (let round = 0; round < 3; round++) {
      await client.send("HeapProfiler.collectGarbage");
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100))); // finalizers run
    }
    const { objects, wasm, library } = await page.evaluate(() => window.soak.state());
    const { usedSize } = await client.send("Runtime.getHeapUsage");
    const sum = Object.values(objects).reduce((all, count) => all + count, 0);
    figures.push({ objects: sum, wasm, heap: usedSize, bytes: library.bytes, arrays: library.arrays });
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
    console.log(
      `${Math.round((seconds * (part + 1)) / parts)} s, ${calls} calls: ${sum} GL objects, wasm ${megabytes(wasm)}, ` +
        `JS heap ${megabytes(usedSize)}, ${library.arrays} arrays, ${library.bytes} bytes in use`,
    );
  }
  const first = figures[0];
  const last = figures.at(-1);
  const grown = Object.entries(allowed).filter(([name, growth]) => last[name] > first[name] + growth);
  console.log(
    `soak: ${calls} calls in ${seconds} s on ${renderer}: ` +
      (grown.length === 0
        ? "flat"
        : `NOT FLAT: ${grown.map(([name]) => `${name} ${first[name]} → ${last[name]}`).join(", ")}`),
  );
  if (grown.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
