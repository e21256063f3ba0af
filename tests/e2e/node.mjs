// What needs no browser: the package as Node and npm see it.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { equal, ok } from "./assert.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What a script in a Node of its own prints, as JSON. It imports the package by its name, as a user would. */
async function inNode(script) {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
  return JSON.parse(stdout);
}

export const tests = {
  async "importing the module in Node does no harm and defines no globals"() {
    equal(
      await inNode(`
      const before = Object.getOwnPropertyNames(globalThis);
      const { default: init, CreateGPGPU, GPGPUError } = await import("gpgpu-wasm");
      const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
      console.log(JSON.stringify([added, typeof init, typeof CreateGPGPU, typeof GPGPUError]));`),
      [[], "function", "function", "function"],
    );
  },
  async "CreateGPGPU in Node throws an Error, before init and after it"() {
    const [before, after] = await inNode(`
      import { existsSync, readFileSync } from "node:fs";
      import init, { CreateGPGPU } from "gpgpu-wasm";
      const attempt = () => { try { CreateGPGPU(); } catch (error) { return [error instanceof Error, error.message, error.code]; } };
      const before = attempt();
      await init(readFileSync("pkg/gpgpu_wasm_bg.wasm"));
      console.log(JSON.stringify([before, attempt()]));`);
    ok(before[0] && /init/.test(before[1]), `before init: ${before}`);
    ok(after[0] && after[2] === "NO_WEBGL2", `after init: ${after}`);
  },
  async "pkg holds four files, and they are all that npm publishes"() {
    const [{ files }] = JSON.parse(
      execFileSync("npm", ["pack", "--dry-run", "--json", "--loglevel=error"], { cwd: root }),
    );
    equal(
      files
        .map(({ path }) => path)
        .filter((path) => path.startsWith("pkg/"))
        .sort(),
      ["pkg/gpgpu.js", "pkg/gpgpu_wasm.d.ts", "pkg/gpgpu_wasm.js", "pkg/gpgpu_wasm_bg.wasm"],
    );
    const others = files
      .map(({ path }) => path)
      .filter((path) => !path.startsWith("pkg/"))
      .sort();
    equal(others, ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.ja.md", "README.md", "package.json"]);
  },
  async "package.json names each published file for what it is, and no other"() {
    const { type, exports, main, module, types, unpkg, jsdelivr, sideEffects } = JSON.parse(
      readFileSync(`${root}/package.json`),
    );
    const [script, declarations, wasm, esm] = [
      "gpgpu.js",
      "gpgpu_wasm.d.ts",
      "gpgpu_wasm_bg.wasm",
      "gpgpu_wasm.js",
    ].map((file) => `./pkg/${file}`);
    equal(
      { type, main, module, types, unpkg, jsdelivr },
      { type: "module", main: esm, module: esm, types: declarations, unpkg: script, jsdelivr: script },
    );
    equal(exports, {
      // The types come first: TypeScript takes the first condition that it knows.
      ".": { types: declarations, default: esm },
      "./gpgpu.js": script,
      "./gpgpu_wasm_bg.wasm": wasm,
      "./package.json": "./package.json",
    });
    equal(sideEffects, [script]);
    for (const path of [esm, script, declarations, wasm])
      ok(readFileSync(`${root}/${path}`).length > 0, `${path} is empty`);
  },
  async "the types name what the module exports, no more and no less"() {
    const exported = await inNode(`console.log(JSON.stringify(Object.keys(await import("gpgpu-wasm")).sort()));`);
    const declared = [
      ...readFileSync(`${root}/pkg/gpgpu_wasm.d.ts`, "utf8").matchAll(
        /^export (default )?(?:function|class|const) (\w+)/gm,
      ),
    ].map(([, isDefault, name]) => (isDefault ? "default" : name));
    equal(exported, declared.sort());
  },
  async "package.json, Cargo.toml and the changelog tell one version"() {
    const { version } = JSON.parse(readFileSync(`${root}/package.json`));
    equal(/^version = "(.*)"$/m.exec(readFileSync(`${root}/Cargo.toml`, "utf8"))?.[1], version, "the crate's version");
    ok(
      readFileSync(`${root}/CHANGELOG.md`, "utf8").includes(`\n## ${version}\n`),
      `CHANGELOG.md says nothing of ${version}`,
    );
  },
  async "both READMEs have the same examples, and their pictures and links lead to files"() {
    const [english, japanese] = ["README.md", "README.ja.md"].map((file) => readFileSync(`${root}/${file}`, "utf8"));
    const examples = (text) =>
      [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block]) => block.replace(/ *\/\/ (?!→).*/g, ""));
    equal(examples(japanese), examples(english));
    for (const [, target] of `${english}${japanese}`.matchAll(/\]\((?!https?:|#)([^)]+)\)/g))
      ok(existsSync(`${root}/${target}`), `there is no ${target}`);
  },
  async "the figures in both READMEs are those that were measured"() {
    execFileSync(process.execPath, [`${root}/scripts/speed-table.mjs`, "--check"], { stdio: "pipe" });
    const weigh = (file) => gzipSync(readFileSync(`${root}/node_modules/${file}`), { level: 9 }).length / 1000;
    const others = ["gpu.js/dist/gpu-browser.min.js", "@tensorflow/tfjs/dist/tf.min.js"].map(weigh);
    const results = ["gl", "vulkan"].map((backend) =>
      JSON.parse(readFileSync(`${root}/tests/results/nvidia-h200-${backend}.json`)),
    );
    for (const [file, size, passed] of [
      ["README.md", "size, gzip", "all N passed"],
      ["README.ja.md", "サイズ (gzip)", "N 件すべて"],
    ]) {
      const text = readFileSync(`${root}/${file}`, "utf8");
      const told = text
        .split("\n")
        .find((line) => line.startsWith(`| ${size} |`))
        .match(/\d+(?= kB \|)/g)
        .map(Number);
      ok(
        others.every((kilobytes, i) => Math.abs(kilobytes - told.at(i - 2)) < 1),
        `${file} tells ${told} kB; the others have ${others}`,
      );
      for (const { failed, tests, ...result } of results) {
        equal([failed, result.passed, tests.length], [0, result.passed, result.passed]);
        ok(
          text.includes(passed.replace("N", result.passed)),
          `${file} does not say: ${passed.replace("N", result.passed)}`,
        );
      }
      const webkit = JSON.parse(readFileSync(`${root}/tests/results/webkitgtk.json`));
      const sentence = new RegExp(
        `${webkit.passed} of ${webkit.tests.length} passed|${webkit.tests.length} 件のうち ${webkit.passed} 件`,
      );
      ok(sentence.test(text), `${file} does not say that ${webkit.passed} of ${webkit.tests.length} passed in WebKit`);
    }
  },
  async "a bundler keeps the reference to the wasm file"() {
    const { build } = await import("esbuild");
    const {
      outputFiles: [{ text }],
    } = await build({
      stdin: {
        contents: `import init, { CreateGPGPU } from "gpgpu-wasm"; init().then(() => CreateGPGPU());`,
        resolveDir: root,
      },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "silent",
    });
    ok(/new URL\("gpgpu_wasm_bg\.wasm",import\.meta\.url\)/.test(text), "the bundle does not name the wasm file");
  },
};
