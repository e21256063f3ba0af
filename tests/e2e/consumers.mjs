// The package as others use it: packed as npm publishes it, installed into fresh projects, built or served as their authors
// do, with no setting for the wasm file, and run. consumers/app is the application, the folders beside it pin the tools.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, serve } from "../../scripts/serve.mjs";
import { equal } from "./assert.mjs";
import { product } from "./kernels.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const folder = join(root, "target/consumers");
const patience = 60_000;
const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

const wasm = "node_modules/gpgpu-wasm/pkg/gpgpu_wasm_bg.wasm";
const both = { page: product, worker: product };
const server = ["function", "function", "CreateGPGPU: call init() and await it first"];

// Tools that only look at the package are this project's own.
const tools = {
  publint: "publint/src/cli.js",
  "tsc-5.4": "typescript-5.4/bin/tsc",
  "tsc-7": "typescript/bin/tsc",
};

/**
 * What `project` does to the application: `commands`, then what a page of it answers, or what a `program` prints, if one is named.
 * `site` is the folder that is published, `dev` a server of the tool's own, `policy` a Content Security Policy; `elsewhere` asks for
 * another origin with the same files, which the page is told of.
 */
const consumers = [
  ...["vite-8", "vite-7"].flatMap((project) => {
    const tool = project.replace("vite-", "Vite ");
    return [
      { name: `${tool}, dev server`, project, dev: "vite", page: "", answer: both },
      { name: `${tool}, build`, project, commands: ["vite build"], site: "dist", page: "", answer: both },
      {
        name: `${tool}, server build`,
        project,
        commands: ["vite build --ssr src/server.js --outDir server"],
        program: "server/server.js",
        answer: server,
      },
    ];
  }),
  {
    name: "webpack 5",
    project: "webpack-5",
    commands: ["webpack --mode production"],
    page: "webpack.html",
    answer: both,
  },
  {
    name: "webpack 5, server build",
    project: "webpack-5",
    program: "server/main.cjs",
    answer: server,
    commands: [
      "webpack --mode production --target node --entry ./src/server.js --output-path server --output-filename main.cjs",
    ],
  },
  { name: "Next.js 16", project: "next-16", commands: ["next build"], site: "out", page: "", answer: both },
  {
    name: "esbuild, the wasm file copied beside",
    project: "esbuild",
    page: "bundle.html",
    answer: both,
    copy: [wasm, "dist"],
    commands: ["esbuild src/index.js src/worker.js --bundle --format=esm --outdir=dist"],
  },
  {
    name: "esbuild, the wasm inside",
    project: "esbuild",
    page: "inside.html",
    answer: { page: product },
    commands: ["esbuild src/inside.js --bundle --format=esm --outdir=dist"],
  },
  { name: "Rollup", project: "rollup", commands: ["rollup --config"], page: "bundle.html", answer: both },
  { name: "module from static files", project: "plain", page: "module.html", answer: { page: product } },
  { name: "module by an import map", project: "plain", page: "map.html", answer: { page: product } },
  { name: "classic script", project: "plain", page: "classic.html", answer: { page: product } },
  {
    name: "module and classic script from another origin",
    project: "plain",
    page: "elsewhere.html",
    elsewhere: true,
    answer: { module: product, script: product },
  },
  { name: "module worker with an OffscreenCanvas", project: "plain", page: "worker.html", answer: { worker: product } },
  ...["strict", "strict-classic"].map((page) => ({
    name: `strict Content Security Policy, ${page === "strict" ? "module" : "classic script"}`,
    project: "plain",
    page: `${page}.html`,
    answer: { page: product },
    policy: "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
  })),
  { name: "Node, import", project: "plain", program: "src/server.js", answer: server },
  { name: "Node, require", project: "plain", program: "src/server.cjs", answer: server },
  ...["5.4", "7"].flatMap((version) =>
    ["nodenext", "bundler", "plain"].map((config) => ({
      name: `TypeScript ${version}, ${config === "plain" ? "nodenext without using" : config}`,
      project: "types",
      commands: [`tsc-${version} -p ${config}.json`],
    })),
  ),
  { name: "publint", project: "plain", commands: ["publint run node_modules/gpgpu-wasm --pack false --strict"] },
];

/** Builds the consumers whose names are wanted. What goes wrong is theirs, and is told when they are run. */
export async function prepare(wanted) {
  const picked = consumers.filter(({ name }) => wanted(name));
  const closing = [];
  const tarball = picked.length > 0 ? await pack() : null;
  const projects = new Map();
  const ready = [];
  for (const consumer of picked) {
    const { project } = consumer;
    if (!projects.has(project)) projects.set(project, await install(project, tarball).then(() => null, told));
    const error = projects.get(project);
    ready.push({
      ...consumer,
      ...(error
        ? { error }
        : await build(consumer, closing).then(
            (url) => ({ url }),
            (reason) => ({ error: told(reason) }),
          )),
    });
  }
  return {
    programs: ready.filter(({ page }) => page === undefined),
    pages: ready.filter(({ page }) => page !== undefined),
    close: () => closing.forEach((close) => close()),
  };
}

/** What is wrong with a consumer without a page, or null. */
export async function runsInNode({ project, program, answer, error }) {
  if (error) return error;
  if (!program) return null;
  return run(project, process.execPath, [program])
    .then((output) => equal(JSON.parse(output), answer, "what it prints"))
    .then(() => null, told);
}

/** What is wrong with a consumer's page in this browser, or null. */
export async function runsInPage(browser, { url, answer, error }) {
  if (error) return error;
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  try {
    await page.goto(url);
    equal(await answerOf(page), answer, "the page's answer");
    return null;
  } catch (reason) {
    return [reason.message, ...errors].join("\n");
  } finally {
    await page.close();
  }
}

/** Waits for what a page says. A dev server may load it anew meanwhile, which breaks off whatever is asked. */
async function answerOf(page) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await page.evaluate(() => document.documentElement.dataset.answer).catch(() => null);
    if (answer) return JSON.parse(answer);
  }
  throw new Error(`no answer after ${patience / 1000} s`);
}

async function pack() {
  mkdirSync(folder, { recursive: true });
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--json", "--loglevel=error", `--pack-destination=${folder}`],
    { cwd: root },
  );
  const packed = JSON.parse(stdout);
  const [{ filename, integrity }] = Array.isArray(packed) ? packed : Object.values(packed);
  return { path: join(folder, filename), integrity };
}

/** A fresh project with its tools and the package. Tools that are there in the pinned versions are kept. */
async function install(project, { path, integrity }) {
  const to = join(folder, project);
  mkdirSync(to, { recursive: true });
  const modules = join(to, "node_modules");
  for (const entry of readdirSync(to)) if (entry !== "node_modules") rmSync(join(to, entry), { recursive: true });
  cpSync(join(here, "consumers/app"), to, { recursive: true });
  if (project === "types") cpSync(join(root, "tests/types"), to, { recursive: true });
  cpSync(join(here, "consumers", project), to, { recursive: true });
  copyFileSync(join(here, "kernels.mjs"), join(to, "src/kernels.mjs"));

  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const lock = join(to, "package-lock.json");
  const tools = existsSync(lock) ? createHash("sha256").update(readFileSync(lock)).digest("hex") : "none";
  if (!stamped(modules, "tools", tools)) {
    if (tools !== "none") await run(project, "npm", ["ci", ...quiet]);
    stamp(modules, "tools", tools);
  }
  if (!stamped(modules, "package", integrity)) {
    await run(project, "npm", ["install", "--no-save", "--no-package-lock", ...quiet, path]);
    stamp(modules, "package", integrity);
  }
  rmSync(join(modules, ".vite"), { recursive: true, force: true });
}

function stamped(modules, what, value) {
  const path = join(modules, `.consumer-${what}`);
  return existsSync(path) && readFileSync(path, "utf8") === value;
}

function stamp(modules, what, value) {
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, `.consumer-${what}`), value);
}

/** Runs a consumer's tools, and publishes what came out; the page's address. */
async function build(consumer, closing) {
  const { project, commands = [], copy, dev, site = ".", page, policy, elsewhere } = consumer;
  for (const command of commands) await run(project, ...tool(project, command));
  if (copy) copyFileSync(join(folder, project, copy[0]), join(folder, project, copy[1], basename(copy[0])));
  if (page === undefined) return undefined;
  if (dev) {
    const port = await freePort();
    const [program, args] = tool(project, `${dev} --host 127.0.0.1 --port ${port} --strictPort`);
    const child = spawn(program, args, { cwd: join(folder, project), stdio: "ignore" });
    closing.push(() => child.kill());
    const url = `http://127.0.0.1:${port}/${page}`;
    await answers(url);
    return url;
  }
  const headers = () => (policy ? { "Content-Security-Policy": policy } : {});
  const { url, close } = await serve({ root: join(folder, project, site), headers });
  closing.push(close);
  if (!elsewhere) return `${url}/${page}`;
  // What CDNs say, so that pages of any origin may use their files.
  const open = () => ({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
  const other = await serve({ root: join(folder, project, site), headers: open });
  closing.push(other.close);
  return `${url}/${page}?from=${other.url}`;
}

/** A tool's program and its arguments. */
function tool(project, command) {
  const [name, ...args] = command.split(" ");
  return tools[name]
    ? [process.execPath, [join(root, "node_modules", tools[name]), ...args]]
    : [join(folder, project, "node_modules/.bin", name), args];
}

/** Runs a program in a project; gives what it prints. */
async function run(project, program, args) {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: join(folder, project),
    env: environment,
    maxBuffer: 1 << 26,
    timeout: 5 * patience,
  }).catch((error) => {
    throw new Error(`${basename(program)} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

async function answers(url) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  throw new Error(`${url} does not answer`);
}

const told = (reason) => reason.message;
