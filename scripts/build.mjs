// Builds the crate into pkg/: the ES module, its wasm file, its types, and the classic script.
//
//   npm run build              as published
//   npm run build -- --dev     quick: not optimised, with debug names

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const glue = join(root, "target/wasm-pack");
const pkg = join(root, "pkg");
const dev = process.argv.includes("--dev");

// What rustc's wasm32-unknown-unknown emits; wasm-opt refuses what it is not told of.
const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
const optimise = ["-O3", ...features.map((name) => `--enable-${name}`), "--strip-debug", "--strip-producers"];

run("wasm-pack", ["--log-level", "error", "build", "--mode", "no-install", "--target", "web", "--no-typescript", "--no-pack",
  dev ? "--dev" : "--release", "--out-dir", glue, "--out-name", "gpgpu_wasm"]);
const wasm = optimised(join(glue, "gpgpu_wasm_bg.wasm"));

rmSync(pkg, { recursive: true, force: true });
mkdirSync(pkg);
const shared = {
  absWorkingDir: root,
  bundle: true,
  target: "es2020",
  logLevel: "warning",
  legalComments: "none",
  // wasm-bindgen names a module once for each block of imports.
  logOverride: { "duplicate-object-key": "silent" },
  plugins: [{
    name: "gpgpu-wasm",
    setup(build) {
      // wasm-bindgen copies the modules that Rust imports; the originals are meant, and there must be one of each.
      build.onResolve({ filter: /\/snippets\// }, ({ path }) => ({ path: join(root, path.slice(path.indexOf("/src/"))) }));
      // The optimised wasm, not the one beside the generated JavaScript.
      build.onResolve({ filter: /\.wasm$/ }, ({ kind }) => (kind === "import-statement" ? { path: wasm } : undefined));
    },
  }],
};
await esbuild.build({ ...shared, entryPoints: ["src/js/module.js"], outfile: "pkg/gpgpu_wasm.js", format: "esm" });
await esbuild.build({
  ...shared, entryPoints: ["src/js/classic.js"], outfile: "pkg/gpgpu.js", format: "iife", minify: !dev,
  loader: { ".wasm": "base64" }, logOverride: { ...shared.logOverride, "empty-import-meta": "silent" },
});
copyFileSync(wasm, join(pkg, "gpgpu_wasm_bg.wasm"));
copyFileSync(join(root, "src/js/types.d.ts"), join(pkg, "gpgpu_wasm.d.ts"));

/** The path of the optimised form of a wasm file; made only when the file or the options are new. */
function optimised(input) {
  if (dev) return input;
  const key = createHash("sha256").update(optimise.join(" ")).update(readFileSync(input)).digest("hex");
  const output = join(root, "target/wasm-opt/gpgpu_wasm_bg.wasm");
  const stamp = `${output}.from`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return output;
  mkdirSync(dirname(output), { recursive: true });
  run("wasm-opt", [...optimise, input, "-o", output]);
  writeFileSync(stamp, key);
  return output;
}

function run(command, args) {
  try {
    execFileSync(command, args, { cwd: root, stdio: "inherit" });
  } catch (error) {
    console.error(`build: ${command} failed${error.status ? "" : `: ${error.message}`}`);
    process.exit(1);
  }
}
