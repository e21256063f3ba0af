// Builds the crate into pkg/: the ES module, its wasm file, its types, and the classic script.
//
//   npm run build              as published
//   npm run build -- --dev     quick: not optimised, with debug names

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import * as esbuild from "esbuild";
import { withShortNames } from "./imports.mjs";
import { wasmFeatures } from "./wasm-features.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const glue = join(root, "target/wasm-pack");
const pkg = join(root, "pkg");
const dev = process.argv.includes("--dev");

// Flattened and put together anew first: that alone saves a kilobyte; twice, since the first round makes work for a second.
// Functions that are called from one place stay functions if they are longer than this: gzip makes less of a long function
// with many locals than of several short ones (five kilobytes). The lowest memory is the far end of rustc's stack.
const optimise = [
  "--low-memory-unused",
  "--flatten",
  "--rereloop",
  "-Oz",
  "--converge",
  "-Oz",
  "--one-caller-inline-max-function-size=20",
  ...wasmFeatures,
  "--strip-debug",
  "--strip-producers",
];

// A standard library built for size, whose panics end the instance without a message: a fifth of the code otherwise.
// rustc keeps this for itself yet, so it has to be allowed; where it or the sources of std are missing, plain std serves.
const smallStd = {
  arguments: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
  environment: {
    RUSTC_BOOTSTRAP: "1",
    CARGO_ENCODED_RUSTFLAGS: [
      "-Zunstable-options",
      "-Cpanic=immediate-abort",
      "-Zlocation-detail=none",
      "-Zfmt-debug=none",
    ].join("\x1f"),
  },
};
if (dev || !builds(smallStd)) attempt("wasm-pack", () => compile());
const { wasm: named, glue: imported } = attempt("naming imports and exports", () =>
  withShortNames(readFileSync(join(glue, "gpgpu_wasm_bg.wasm")), readFileSync(join(glue, "gpgpu_wasm.js"), "utf8")),
);
const output = join(glue, "gpgpu_wasm_named.wasm");
writeFileSync(output, named);
const wasm = attempt("wasm-opt", () => readFileSync(optimised(output)));

rmSync(pkg, { recursive: true, force: true });
mkdirSync(pkg);
const shared = {
  absWorkingDir: root,
  bundle: true,
  target: "es2020",
  logLevel: "warning",
  legalComments: "none",
  plugins: [
    {
      name: "gpgpu-wasm",
      setup(build) {
        // wasm-bindgen copies the modules that Rust imports; the originals are meant, and there must be one of each.
        build.onResolve({ filter: /\/snippets\// }, ({ path }) => ({
          path: join(root, path.slice(path.indexOf("/src/"))),
        }));
        // The wasm that is published, not the one beside the generated JavaScript; and what knows its names.
        build.onResolve({ filter: /\.wasm$/ }, ({ kind }) =>
          kind === "import-statement" ? { path: output } : undefined,
        );
        build.onLoad({ filter: /\.wasm$/ }, () => {
          // Of the levels of memory, this one packs best.
          return { contents: deflateRawSync(wasm, { level: 9, memLevel: 7 }), loader: "base64" };
        });
        build.onLoad({ filter: /wasm-pack[\\/]gpgpu_wasm\.js$/ }, () => ({ contents: imported, loader: "js" }));
      },
    },
  ],
};
await esbuild.build({
  ...shared,
  entryPoints: ["src/js/module.js"],
  outfile: "pkg/gpgpu_wasm.js",
  format: "esm",
  minifyWhitespace: !dev,
  minifySyntax: !dev,
});
await esbuild.build({
  ...shared,
  entryPoints: ["src/js/classic.js"],
  outfile: "pkg/gpgpu.js",
  format: "iife",
  minify: !dev,
  logOverride: { "empty-import-meta": "silent" },
});
writeFileSync(join(pkg, "gpgpu_wasm_bg.wasm"), wasm);
copyFileSync(join(root, "src/js/types.d.ts"), join(pkg, "gpgpu_wasm.d.ts"));

/** Ends with one line where a step fails; what failed has said the rest. */
function attempt(name, step) {
  try {
    return step();
  } catch (error) {
    console.error(`build: ${name} failed${error.status ? "" : `: ${error.message}`}`);
    process.exit(1);
  }
}

function compile(how = { arguments: [], environment: {} }) {
  run(
    "wasm-pack",
    [
      "--log-level",
      "error",
      "build",
      root,
      "--mode",
      "no-install",
      "--target",
      "web",
      "--no-typescript",
      "--no-pack",
      dev ? "--dev" : "--release",
      "--out-dir",
      glue,
      "--out-name",
      "gpgpu_wasm",
      "--",
      ...how.arguments,
    ],
    how.environment,
  );
}

/** Whether this way of building works here; if it does, it is done. */
function builds(how) {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
  if (!existsSync(join(sysroot, "lib/rustlib/src/rust/library/std/Cargo.toml"))) {
    console.error("build: no sources of std here (rustup component add rust-src), so the wasm file will be larger");
    return false;
  }
  try {
    compile(how);
    return true;
  } catch {
    console.error("build: this toolchain cannot build std, so the wasm file will be larger");
    return false;
  }
}

/** The path of the optimised form of a wasm file; made only when the file or the options are new. */
function optimised(input) {
  if (dev) return input;
  const key = createHash("sha256").update(optimise.join(" ")).update(readFileSync(input)).digest("hex");
  const folder = join(root, "target/wasm-opt");
  const [path, stamp] = ["gpgpu_wasm_bg.wasm", "from"].map((name) => join(folder, name));
  mkdirSync(folder, { recursive: true });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== key) {
    run("wasm-opt", [...optimise, input, "-o", path]);
    writeFileSync(stamp, key);
  }
  return path;
}

function run(command, args, environment = {}) {
  execFileSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
}
