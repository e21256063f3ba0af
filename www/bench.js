// How fast is it here? This library beside raw WebGL2, plain JS and other libraries, all in one page and taking turns, medians of
// several rounds. What is not installed is left out. Below are the same measurements as recorded on a graphics card.

// bench.html?only=matmul,sum measures these parts only, ?quick smaller sizes, ?post sends the result to /result and the progress
// to /log, for scripts.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { h } from "./element.js";
import { duration } from "./numbers.js";
import { page } from "./page.js";
import { Stage, loaded } from "./stage.js";
import { chart } from "./chart.js";
import { call, add, resident, start } from "./bench/calls.js";
import { product, inverse } from "./bench/matrices.js";
import { sum, sort } from "./bench/lists.js";

const PARTS = [call, add, resident, start, product, sum, sort, inverse];
const query = new URLSearchParams(location.search);
const post = query.has("post");
const send = (path, text) => (post ? fetch(path, { method: "POST", body: text }).catch(() => {}) : null);

const ui = page(import.meta.url);
const top = ui.panel("What to measure");
const chosen = new Set((query.get("only") ?? PARTS.map((part) => part.id).join()).split(","));
const row = top.choices();
const software = /swiftshader|llvmpipe|software|basic render/i;
const boxes = PARTS.map((part) => [part, row.checkbox(part.title, chosen.has(part.id))]);
const quick = row.checkbox("Small sizes only", query.has("quick"));
const machine = top.text("", { class: "hint" });
const bar = top.progress("Measuring");
const actions = top.controls();
actions.button("Measure", measure);
const download = h("a", { download: "bench.json", hidden: true }, "Download the numbers (JSON)");
actions.remark(download);
const where = ui.add(h("div", { class: "results" }));
const recorded = ui.add(h("div", { class: "results" }));

await top.attempt(async () => {
  await init();
  const gpgpu = CreateGPGPU();
  const { renderer } = gpgpu.capabilities();
  machine.textContent = `This device: ${renderer}${software.test(renderer) ? ". It draws in software: times mean little here, and large sizes are left out." : ""}`;
  gpgpu.dispose();
});
loaded();
const below = new Stage(recorded); // what it shows takes no message above away
if (!post) await below.attempt(record);
if (post || query.has("run")) await top.attempt(measure);

/** What was measured on a graphics card, by the same page. */
async function record() {
  const answer = await fetch(new URL("bench-results/nvidia-h200.json", import.meta.url));
  const {
    machine: { renderer, date },
    results,
  } = await answer.json();
  const parts = PARTS.filter((part) => results.some((entry) => entry.part === part.id));
  recorded.append(
    h("h2", { class: "record" }, "Recorded on an NVIDIA H200"),
    h("p", { class: "hint" }, `${renderer}, ${date.slice(0, 10)}.`),
    ...parts.map((part) =>
      present(
        part,
        results.filter((entry) => entry.part === part.id),
        "H200",
      ),
    ),
  );
}

async function measure() {
  const parts = boxes.filter(([, box]) => box.checked).map(([part]) => part);
  if (!parts.length) throw new Error("Nothing is chosen to be measured.");
  const outcome = { machine: null, results: [] };
  where.replaceChildren(h("h2", { class: "record" }, "Measured here"));
  try {
    await init();
    const gpgpu = CreateGPGPU();
    const { renderer } = gpgpu.capabilities();
    const real = !software.test(renderer);
    outcome.machine = {
      renderer,
      userAgent: navigator.userAgent,
      cores: navigator.hardwareConcurrency,
      date: new Date().toISOString(),
    };
    for (const [i, part] of parts.entries()) {
      const say = async (words) => {
        send("/log", `${part.id}: ${words}`);
        await bar(Math.min(0.99, (i + 0.5) / parts.length), `${part.title}: ${words}`);
      };
      await say("starting");
      const results = [];
      const turns = (given) => ({
        // A GPU sleeps while a rival keeps the processor busy, and takes 0.35 s of work to be at its full clock again (NVIDIA H200).
        warm: real ? 400 : 0,
        ...given,
        rounds: quick.checked ? Math.min(3, given.rounds) : given.rounds,
        budget: quick.checked ? 600 : (given.budget ?? 4000),
        // Processors that draw for WebGL draw the page, too: until it is drawn, nothing is measured. A GPU would fall asleep.
        rest: real ? 0 : 60,
        log: (words) => bar((i + 0.5) / parts.length, `${part.title}: ${words}`),
      });
      const report = (n, times, facts = {}) => {
        results.push(...entries(part.id, n, times, facts));
        say(
          `n = ${n}${facts.mode ? ` ${facts.mode}` : ""}: ${times.map((one) => `${one.name} ${one.error ? "failed" : duration(one.ms)}`).join(", ")}`,
        );
      };
      try {
        await part.run({ gpgpu, report, turns, quick: quick.checked, real });
      } catch (error) {
        results.push({ part: part.id, name: "gpgpu-wasm", absent: String(error.message ?? error) });
        await say(String(error.message ?? error));
      }
      outcome.results.push(...results);
      where.append(present(part, results));
    }
    gpgpu.dispose();
  } catch (error) {
    outcome.error = String(error.message ?? error);
    throw error;
  } finally {
    await bar(1);
    const json = JSON.stringify(outcome, null, 1);
    download.href = `data:application/json,${encodeURIComponent(json)}`;
    download.hidden = false;
    await send("/result", json);
  }
}

/**
 * One entry a candidate; `ratio` is its time in times of ours, which is the first. A goal is `[whose, "at most" | "at least",
 * factor, beside]`, `beside` naming the one of ours that it is about where that is not the first.
 */
function entries(part, n, times, { mode, reach = [], ...facts }) {
  const ours = times[0].ms;
  return times.map((one, i) => {
    const goal = reach.find(([name]) => name === one.name);
    const ratio = one.ms / ours;
    const entry = {
      part,
      n,
      ...(mode ? { mode } : {}),
      name: one.name,
      ms: one.ms,
      us: one.ms * 1000,
      ratio,
      runs: one.runs,
    };
    for (const key of ["gflops", "error"])
      if (one[key] !== undefined) entry[key === "error" ? "absent" : key] = one[key];
    if (goal) {
      const [, which, factor, beside] = goal;
      const own = beside ? times.find((other) => other.name === beside)?.ms : ours;
      // "at most 1.3": ours may take 1.3 times as long as it; "at least 5": it must take 5 times as long as ours
      entry.goal = which === "at most" ? `ours ≤ ${factor}x` : `≥ ${factor}x ours`;
      if (Number.isFinite(one.ms / own))
        entry.reached = which === "at most" ? own / one.ms <= factor : one.ms / own >= factor;
    }
    return i === 0 ? { ...entry, ...facts } : entry;
  });
}

// The same one has the same colour in every chart.
function toneOf(name) {
  const exact = {
    "gpgpu-wasm": 0,
    "gpgpu-wasm, fragments": 6,
    "gpgpu-wasm, add()": 4,
    "raw WebGL2, fragments": 7,
    "gpgpu.js's kernel in ours": 2,
    "plain bitonic": 1,
    "Float32Array.sort": 2,
    "radix sort in JS": 5,
  };
  const tone = [null, "tfjs", "raw WebGL2", "gpu.js", "ml-matrix", "plain JS"].findIndex(
    (start) => start && name.startsWith(start),
  );
  return exact[name] ?? (tone > 0 ? tone : 5);
}

/** A panel with what a part measured: a chart over n where there are several, and all numbers. */
function present(part, results, on = "here") {
  const panel = h(
    "section",
    { class: "panel", "aria-label": `${part.title}, ${on}` },
    h("h3", {}, part.title),
    h("p", { class: "hint" }, part.text),
  );
  for (const mode of new Set(results.map((entry) => entry.mode ?? ""))) {
    const list = results.filter((entry) => (entry.mode ?? "") === mode);
    if (list[0].n === undefined) {
      panel.append(h("p", {}, `Absent: ${list[0].absent}`));
      continue;
    }
    const shown = [],
      tables = [];
    const sizes = [...new Set(list.map((entry) => entry.n))];
    if (sizes.length > 1) {
      const names = [...new Set(list.map((entry) => entry.name))];
      shown.push(
        chart({
          title: capital(mode) || "Time",
          x: "n",
          y: "ms",
          xs: sizes,
          series: names.map((name) => ({
            name,
            tone: toneOf(name),
            points: list.filter((entry) => entry.name === name && !entry.absent).map((entry) => [entry.n, entry.ms]),
          })),
        }),
      );
    }
    tables.push(numbers(list, capital(mode) || "Medians", `${part.title}, ${mode || "medians"}, ${on}`));
    for (const entry of list)
      if (entry.more || entry.right === false)
        tables.push(
          h(
            "p",
            { class: "hint" },
            `n = ${entry.n}: ${entry.right === false ? "THE RESULT IS WRONG. " : ""}${entry.more ?? ""}`,
          ),
        );
    // On a small screen the numbers behind a chart are unfolded when they are asked for.
    const folded = h(
      "details",
      { open: matchMedia("(min-width: 60rem)").matches },
      h("summary", {}, "The numbers"),
      ...tables,
    );
    if (shown.length) panel.append(h("div", { class: "charts" }, ...shown, folded));
    else panel.append(...tables);
  }
  return panel;
}

function capital(words) {
  return words && words[0].toUpperCase() + words.slice(1);
}

function numbers(list, title, label) {
  const rates = list.some((entry) => entry.gflops);
  const heads = ["n", "who", "time", "beside ours", ...(rates ? ["GFLOP/s"] : []), "to reach"];
  const lines = list.map((entry) =>
    h(
      "tr",
      entry.name === "gpgpu-wasm" ? { class: "result" } : {},
      h("th", { scope: "row" }, entry.n.toLocaleString("en")),
      h("td", { class: "name" }, entry.name),
      h("td", {}, entry.absent ? "absent" : duration(entry.ms)),
      h("td", {}, Number.isFinite(entry.ratio) ? `${entry.ratio.toFixed(2)}x` : "–"),
      ...(rates ? [h("td", {}, entry.gflops ? entry.gflops.toFixed(1) : "–")] : []),
      h(
        "td",
        entry.reached === false ? { class: "off" } : {},
        entry.goal ? `${entry.goal}${entry.reached === undefined ? "" : entry.reached ? ", reached" : ", missed"}` : "",
      ),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      {},
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...lines),
    ),
  );
}
