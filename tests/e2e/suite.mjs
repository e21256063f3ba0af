// Runs the exported suite (scripts/export-tests.mjs) in frames of one page, one after the other, so that it needs nothing but
// a browser and static files.
import { settled } from "./settled.mjs";

const patience = 60_000;
const tell = (path, body) => fetch(path, { method: "POST", body }).catch(() => {});
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};
const began = performance.now();
const tests = [];

function report(where, name, error = null) {
  tests.push(error ? { where, name, error: String(error) } : { where, name, ok: true });
  show("now", `${tests.length} tests done; ${where}: ${name}`);
  if (error) tell("/log", `FAILED ${where}: ${name}\n${error}`);
}

/** Opens a page in a frame of its own for as long as `use` takes; `errors` are those that nobody caught. */
async function inFrame(src, use) {
  const frame = Object.assign(document.createElement("iframe"), { src });
  const errors = [];
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  document.getElementById("frame").append(frame);
  try {
    await loaded;
    const inside = frame.contentWindow;
    inside.addEventListener("error", ({ message }) => errors.push(message));
    inside.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
    return await use(inside, errors);
  } finally {
    frame.remove();
  }
}

async function until(condition, what) {
  const end = performance.now() + patience;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`${what} after ${patience / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The wasm-bindgen tests: one page, which prints a line for each test and the reasons at the end. */
async function wasmTests(path) {
  await inFrame(path, async (inside, errors) => {
    const output = () => inside.document.querySelector("#output")?.textContent ?? "";
    let length = -1;
    while (!/test result: /.test(output())) {
      length = output().length;
      await until(() => output().length !== length || errors.length > 0, "nothing happens in tests/browser");
      if (errors.length > 0) throw new Error(errors.join("\n"));
    }
    for (const [, name, verdict] of output().matchAll(/^test (\S+) \.\.\. (\w+)/gm)) {
      const reason = output().split(`---- ${name} output ----`)[1]?.split("\n---- ")[0].trim();
      report("tests/browser", name, verdict === "ok" ? null : (reason ?? verdict));
    }
    const [, passed, failed] = output().match(/(\d+) passed; (\d+) failed/);
    const counted = tests.filter(({ where }) => where === "tests/browser").length;
    if (counted !== Number(passed) + Number(failed))
      report("tests/browser", "every test is listed", `${counted} of ${passed} and ${failed}`);
  });
}

async function page({ file, form }) {
  const where = `${file}, ${form}`;
  await inFrame("/tests/e2e/page.html", async (inside, errors) => {
    await until(() => inside.runTests, "no page.html");
    for (const { name, error } of await inside.runTests(form, file, "", patience / 1000)) report(where, name, error);
    if (errors.length > 0) report(where, "no error reaches the page", errors.join("\n"));
  });
}

async function demo(name) {
  await inFrame(`/www/${name}`, async (inside, errors) => {
    const { verdicts, shown } = await settled(patience, inside.document);
    const wrong = [...errors, ...shown, ...verdicts.filter(({ good }) => !good).map(({ words }) => words)];
    if (verdicts.length === 0) wrong.push("the page compares nothing with plain JS");
    report("gallery", name, wrong.length > 0 ? wrong.join("\n") : null);
  });
}

function renderer() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "no WebGL2";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}

const about = { renderer: renderer(), browser: navigator.userAgent, date: new Date().toISOString() };
const { commit, wasm, pages, demos } = await (await fetch("/contents.json")).json();
const work = [
  ...wasm.map((path) => [path, () => wasmTests(path)]),
  ...pages.map((one) => [`${one.file}, ${one.form}`, () => page(one)]),
  ...demos.map((name) => [name, () => demo(name)]),
];
for (const [name, run] of work) {
  const start = performance.now();
  await run().catch((error) => report(name, "the page runs its tests", error));
  tell("/log", `${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
const failed = tests.filter(({ ok }) => !ok).length;
const result = {
  commit,
  ...about,
  seconds: Math.round((performance.now() - began) / 1000),
  passed: tests.length - failed,
  failed,
  tests,
};
const text = JSON.stringify(result, null, 1);
show("now", `${result.passed} passed, ${result.failed} failed`);
show("result", text);
tell("/result", text);
