// The gallery in clumsy hands: a browser without WebGL2, a GPU whose numbers are wrong, numbers that are none, fields that are empty,
// buttons that are pressed faster than what they do.
//
//   node tests/e2e/handling.mjs [PAGE...]     part of a page's file name; run through npm, or source target/env.sh

import { launch } from "../../scripts/browsers.mjs";
import { serve } from "../../scripts/serve.mjs";
import { demos, patience } from "./gallery.mjs";
import { settled } from "./settled.mjs";

const wanted = process.argv.slice(2);
const picked = (file) => wanted.length === 0 || wanted.some((part) => file.includes(part));
const counts = { passed: 0, failed: 0 };
const odd = [
  "",
  "  \n ",
  "one",
  "1 2 3",
  "NaN ∞ −∞",
  "1e39 1e-50",
  "−1.5e−8 −2",
  "1,2;3,",
  "1\n2\n3",
  "1 2\n3",
  "1 2\n2 4",
  "0 1\n0 2",
  "0x10",
];

const server = await serve();
const { browser } = await launch("chromium", `${server.url}/www/`);
try {
  for (const file of [...demos(), "bench.html"]) await examine(`${file}, without WebGL2`, file, withoutWebGL2, blind);
  for (const file of demos()) await examine(`${file}, on a GPU whose numbers are wrong`, file, foundWrong, wrong);
  for (const file of demos()) await examine(`${file}, odd numbers and early hands`, file, oddNumbers);
  for (const file of demos()) await examine(`${file}, hands that go on while it computes`, file, busyHands);
  await examine("add-vec.html, what Tab writes can be taken back", "add-vec.html", takesBack);
  await examine("add-vec.html, only a new kernel is said to compile", "add-vec.html", compilesOnce);
  await examine("life.html, paused and run again within a frame", "life.html", oneLoop);
  await examine("life.html, the other game is HighLife", "life.html", highLife);
  await examine("matmul.html, a button that has run keeps the keyboard", "matmul.html", keepsFocus);
  await examine("digits.html, weights without bounds", "digits.html", unbounded);
  await examine("bench.html, nothing chosen", "bench.html", nothingChosen);
} finally {
  await browser.close();
  server.close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

async function examine(name, file, test, before = () => {}) {
  if (!picked(file)) return;
  const page = await browser.newPage({ reducedMotion: "reduce" });
  let faults;
  try {
    await page.addInitScript(before);
    const early = await controlsBeforeTheLibrary(page, `${server.url}/www/${file}`);
    await page.evaluate(settled, patience);
    faults = [...early, ...(await test(page, file))];
  } catch (error) {
    faults = [error.message];
  } finally {
    await page.close();
  }
  counts[faults.length > 0 ? "failed" : "passed"]++;
  console.log(
    `${faults.length > 0 ? "FAILED" : "ok"}  handling: ${name}${faults.map((fault) => `\n        ${fault}`).join("")}`,
  );
}

/** Opens a page, but lets the wasm file come late: what can be pressed while there is nothing behind it. */
async function controlsBeforeTheLibrary(page, url) {
  let letGo;
  const late = new Promise((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.wasm", async (route) => {
    await late;
    await route.continue();
  });
  const asked = page.waitForRequest("**/*.wasm", { timeout: patience });
  await page.goto(url, { waitUntil: "commit" });
  await asked;
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(button, select, input, textarea)")].map((control) =>
      control.outerHTML.slice(0, 80),
    ),
  );
  letGo();
  return url.endsWith("bench.html") || !controls.length ? [] : [`before the library is there: ${controls.join(", ")}`];
}

/** Runs in the page, before anything else: a browser that has no WebGL2. */
function blind() {
  for (const kind of [HTMLCanvasElement, OffscreenCanvas]) {
    const { getContext } = kind.prototype;
    kind.prototype.getContext = function (name, ...more) {
      return name === "webgl2" ? null : getContext.call(this, name, ...more);
    };
  }
}

/** It says so, says what can be done, and still tells what the demo is about. */
async function withoutWebGL2(page, file) {
  const seen = () =>
    page.evaluate(() => {
      const shown = (selector) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && element.textContent);
      return {
        message: shown(".error, .machine").map((box) => box.textContent),
        heading: shown("h1").length,
        words: shown(".lead, .hero p").length,
        links: shown("a[href$='.html']").length,
        source: shown("details").length,
        controls: shown("button, select, input:not([type=checkbox]), textarea").map((control) => control.textContent),
      };
    });
  // What the page is about is fetched.
  await page.waitForFunction(() => document.querySelector(".lead, .hero"), null, { timeout: patience });
  const { message, heading, words, links, source, controls } = await seen();
  const faults = [];
  if (message.length !== 1 || !/WebGL2/.test(message[0])) faults.push(`it says: ${message.join(" / ")}`);
  if (file === "index.html") return faults;
  if (!/NO_WEBGL2[^]*acceleration/.test(message[0])) faults.push(`no advice: ${message[0]}`);
  if (!(heading && words && links && source))
    faults.push(`${heading} headings, ${words} paragraphs, ${links} links, ${source} sources`);
  if (file !== "bench.html" && controls.length) faults.push(`dead controls: ${controls.join(", ")}`);
  return faults;
}

/**
 * Runs in the page, before anything else: floats, unsigned numbers and pixels are read with a small error. The first reading is
 * left as it is: by it the library finds out whether the browser lets it read at all.
 */
function wrong() {
  let readings = 0;
  const spoil = (numbers) => {
    if (!ArrayBuffer.isView(numbers) || readings++ === 0 || numbers instanceof Int32Array) return;
    numbers.forEach((number, i) => {
      numbers[i] = numbers instanceof Float32Array ? 1.01 * number + 0.01 : number ^ 32;
    });
  };
  const { prototype } = WebGL2RenderingContext;
  const { getBufferSubData, readPixels } = prototype;
  prototype.getBufferSubData = function (...words) {
    getBufferSubData.apply(this, words);
    spoil(words[2]);
  };
  prototype.readPixels = function (...words) {
    readPixels.apply(this, words);
    spoil(words[6]);
  };
}

/** Every comparison with plain JS fails: one that succeeds compares nothing. */
async function foundWrong(page) {
  const { verdicts, shown } = await page.evaluate(settled, patience);
  return [
    ...(verdicts.length === 0 ? ["nothing is compared"] : []),
    ...verdicts.filter(({ good }) => good).map(({ words }) => `it is said to be right: ${words}`),
    ...shown,
  ];
}

/** Each text field and each number field with what nobody should type: refused, or computed rightly, and mended by the old text. */
async function oddNumbers(page) {
  const faults = [];
  const idle = () =>
    page.waitForFunction(() => !document.querySelector("button:disabled, .verdict:not(.good, .bad)"), null, {
      timeout: patience,
    });
  const fields = page.locator(".field textarea:not(.editor textarea), input[type=number]");
  for (let i = 0; i < (await fields.count()); i++) {
    const field = fields.nth(i),
      first = await field.inputValue();
    const isNumber = await field.evaluate((element) => element.type === "number");
    const type = async (text) => {
      await field.fill(text);
      await field.dispatchEvent("change");
      const run = page.getByRole("button", { name: /^(Run|All steps)$/ });
      if (await run.count()) await run.first().click();
      await idle();
    };
    for (const text of isNumber ? ["", "0", "-3", "1.5", "100000", "1e300"] : odd) {
      await type(text);
      const { verdicts, shown } = await page.evaluate(settled, patience);
      const wrong = verdicts.filter(({ good }) => !good);
      if (shown.length === 0 && wrong.length) faults.push(`${JSON.stringify(text)} gives: ${wrong[0].words}`);
      if (isNumber && !/whole number from/.test(shown[0]))
        faults.push(`${JSON.stringify(text)} is not refused: ${shown}`);
      if (shown.some((words) => !/^(Error|GPGPUError \w+)\n/.test(words)))
        faults.push(`${JSON.stringify(text)} is refused by the language alone: ${shown}`);
    }
    await type(first);
    const { verdicts, shown } = await page.evaluate(settled, patience);
    if (shown.length || verdicts.some(({ good }) => !good))
      faults.push(`the first text is not right any more: ${shown}${verdicts.map(({ words }) => words)}`);
  }
  return faults;
}

/** Sliders that move and kernels that are edited while a page computes with them: nothing is wrong at any time, and nothing is refused. */
async function busyHands(page) {
  const faults = await page.evaluate(async (patience) => {
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const idle = async () => {
      const end = Date.now() + patience;
      for (let calm = 0; calm < 3; await wait(100)) {
        calm = document.querySelector("button:disabled, .verdict:not(.good, .bad)") ? 0 : calm + 1;
        if (Date.now() > end) throw new Error("the page still computes");
      }
    };
    const seen = new Set();
    const look = () => document.querySelectorAll(".verdict.bad, .error").forEach((box) => seen.add(box.textContent));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    for (const slider of document.querySelectorAll("input[type=range]")) {
      const first = slider.value;
      for (let i = 0; i <= 8; i++) {
        slider.value = Number(slider.min) + (i / 8) * (slider.max - slider.min);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await wait(i % 3 === 0 ? 40 : 0);
      }
      slider.value = first;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await idle();
    }
    for (const area of document.querySelectorAll(".editor textarea")) {
      const first = area.value;
      area.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }),
      );
      await wait(0);
      area.value = "half a ker";
      area.dispatchEvent(new Event("input", { bubbles: true }));
      await wait(1000);
      await idle();
      area.value = first;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return [...seen];
  }, patience);
  return faults;
}

async function takesBack(page) {
  const editor = page.locator(".editor textarea");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// a");
  const before = await editor.inputValue();
  await page.keyboard.press("Tab");
  const after = await editor.inputValue();
  await page.keyboard.press("Control+z");
  const back = await editor.inputValue();
  const painted = await page.locator(".editor code").textContent();
  return after === `${before}  ` && back === before && painted === back
    ? []
    : [JSON.stringify([before, after, back, painted].map((text) => text.slice(-8)))];
}

async function compilesOnce(page) {
  const editor = page.locator(".editor textarea");
  const first = await editor.inputValue();
  const said = [];
  for (const text of [first, `${first}// another`, first]) {
    await editor.fill(text);
    // What stands there goes when the next time is told.
    await page.locator(".timing").evaluate((timing) => timing.replaceChildren());
    await editor.press("Control+Enter");
    await page.waitForFunction(() => document.querySelector(".timing").textContent, null, { timeout: patience });
    said.push(/compiles/.test(await page.locator(".timing").textContent()));
  }
  return String(said) === "false,true,false" ? [] : [`said to compile: ${said}`];
}

/** However often it is paused and run within a frame, it makes one step a frame. */
async function oneLoop(page) {
  const [frames, steps] = await page.evaluate(async () => {
    const toggle = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Run");
    const generation = () => Number(/Generation ([\d,]+)/.exec(document.body.textContent)[1].replaceAll(",", ""));
    for (let i = 0; i < 9; i++) toggle.click();
    const before = generation();
    for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame);
    return [30, generation() - before];
  });
  return steps >= 1 && steps <= frames + 1 ? [] : [`${steps} generations in ${frames} frames`];
}

/** What the description says makes of the rule another one: a dead cell with 3 or 6 neighbours comes to life, 2 or 3 keep one alive. */
async function highLife(page) {
  return page.evaluate(async () => {
    const { default: init, CreateGPGPU } = await import("/pkg/gpgpu_wasm.js");
    await init();
    const gpgpu = CreateGPGPU();
    const [, edit] = /\((born = .+?)\), and/.exec(document.querySelector("main").textContent);
    const rule = document.querySelector(".editor textarea").value;
    const fragmentShader = rule.replace(/born = [^;]+/, edit);
    const n = 40;
    let world = Uint32Array.from({ length: n * n }, (_, i) => ((i * 2654435761) >>> 13) % 5 < 2);
    const cells = gpgpu.makeArray("uint", [n, n], world, { addressMode: "wrap" });
    for (let i = 0; i < 20; i++) {
      gpgpu.compute({ fragmentShader, args: { cells, next: cells } });
      world = world.map((alive, at) => {
        let near = -alive;
        for (let y = n - 1; y <= n + 1; y++)
          for (let x = n - 1; x <= n + 1; x++) near += world[((Math.floor(at / n) + y) % n) * n + ((at + x) % n)];
        return alive ? near === 2 || near === 3 : near === 3 || near === 6;
      });
    }
    const apart = cells.readSync().filter((cell, i) => cell !== world[i]).length;
    gpgpu.dispose();
    return [
      ...(fragmentShader === rule ? ["nothing was edited"] : []),
      ...(world.includes(1) ? [] : ["nothing lives"]),
      ...(apart > 0 ? [`${apart} cells are others than in HighLife`] : []),
    ];
  });
}

async function keepsFocus(page) {
  const button = page.getByRole("button", { name: "Run", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("button:disabled"), null, { timeout: patience });
  const at = await page.evaluate(() => document.activeElement.textContent);
  return at === "Run" ? [] : [`the keyboard is at ${at.slice(0, 40)}`];
}

/** A network whose numbers leave all bounds gives no answer, rather than a wrong one. */
async function unbounded(page) {
  const editor = page.locator(".editor textarea");
  await editor.fill((await editor.inputValue()).replace("/ digits;", "/ digits * 1e30;"));
  await page.getByRole("button", { name: "Check and start again" }).click();
  await page.waitForFunction(() => !document.querySelector("button:disabled"), null, { timeout: patience });
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "One step" }).click();
  await page.getByRole("button", { name: "A held-out digit" }).click();
  await page.waitForFunction(() => !document.querySelector("button:disabled"), null, { timeout: patience });
  const words = await page.locator(".reading ~ .status").textContent();
  return /bounds/.test(words) ? [] : [`it says: ${words}`];
}

async function nothingChosen(page) {
  for (const box of await page.locator(".choices input").all()) await box.uncheck();
  await page.getByRole("button", { name: "Measure" }).click();
  const words = await page.locator(".error").textContent({ timeout: patience });
  return /Nothing is chosen/.test(words) ? [] : [`it says: ${words}`];
}
