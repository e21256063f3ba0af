// The gallery for people who do not see it or use no mouse: every page, light and dark, at a phone's and at a desk's width, under
// the rules of axe-core; what fingers can hit and read; every control reached with the Tab key, each with a visible focus; and every
// kernel broken and mended with the keyboard alone.
//
//   node tests/e2e/accessibility.mjs [PAGE...]     part of a page's file name; run through npm, or source target/env.sh

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { launch } from "../../scripts/browsers.mjs";
import { serve } from "../../scripts/serve.mjs";
import { demos, patience } from "./gallery.mjs";
import { settled } from "./settled.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const wanted = process.argv.slice(2);
const pages = [...demos(), "bench.html"].filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
const forms = [
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
];
const counts = { passed: 0, failed: 0 };

const server = await serve();
const { browser } = await launch("chromium", `${server.url}/www/`);
try {
  for (const file of pages) await examine(file);
} finally {
  await browser.close();
  server.close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function report(name, faults) {
  counts[faults.length > 0 ? "failed" : "passed"]++;
  console.log(
    `${faults.length > 0 ? "FAILED" : "ok"}  accessibility: ${name}${faults.map((fault) => `\n        ${fault}`).join("")}`,
  );
}

async function examine(file) {
  // The animations stand still: what moves is the same to axe, and a page that computes all the time is slow to examine.
  const page = await browser.newPage({ reducedMotion: "reduce" });
  try {
    // The bench has nothing to show before it has measured something.
    await page.goto(`${server.url}/www/${file}${file === "bench.html" ? "?quick&only=call&run" : ""}`);
    await page.evaluate(settled, patience);
    await page.evaluate(axe);
    for (const [width, colorScheme] of forms) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      report(`${file}, ${width} px, ${colorScheme}`, await underTheRules(page));
    }
    report(`${file}, under fingers`, await underFingers(page));
    report(`${file}, letters twice as large`, await largeLetters(page));
    report(`${file}, forced colours`, await forcedColours(page));
    report(`${file}: Tab reaches every control, and its focus is seen`, await byKeyboard(page));
    if (await page.locator(".editor textarea").count())
      report(`${file}: a broken kernel is shown with its line, and a mended one runs`, await broken(page));
  } catch (error) {
    report(file, [error.message]);
  } finally {
    await page.close();
  }
}

/** What axe finds. */
async function underTheRules(page) {
  const { violations, passes } = await page.evaluate(
    (values) => window.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }),
    rules,
  );
  const faults = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n          ${nodes
        .slice(0, 4)
        .map(
          ({ html, failureSummary }) =>
            `${html.slice(0, 160)}\n            ${failureSummary.split("\n").slice(1, 2).join("").trim()}`,
        )
        .join("\n          ")}`,
  );
  if (passes.length === 0) faults.push("axe examined nothing");
  const bare = await page
    .locator("table:not(:has(thead th[scope=col]):has(tbody th[scope=row], tbody td.name))")
    .count();
  if (bare > 0) faults.push(`${bare} tables whose columns or rows have no heads`);
  return faults;
}

/** What fingers can hit and read, at both ways to hold a phone. */
async function underFingers(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const faults = await page.evaluate(() => (matchMedia("(pointer: coarse)").matches ? [] : ["there are no fingers"]));
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height });
    faults.push(
      ...(await page.evaluate(() => {
        const found = [];
        const all = (selector) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        const name = (element) => `${innerWidth} px: ${element.outerHTML.slice(0, 100)}`;
        if (document.documentElement.scrollWidth > innerWidth)
          found.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${innerWidth}`);
        for (const element of all("a, button, input, select, textarea, summary")) {
          const target = element.type === "checkbox" ? element.closest("label") : element;
          const { width, height } = target.getBoundingClientRect();
          if (Math.min(width, height) < 43.5 && !element.closest("p, .skip"))
            found.push(`${name(element)} is ${width} x ${height} px`);
        }
        // iOS zooms in on smaller ones, and stays there.
        for (const element of all("input:not([type=checkbox], [type=range], [type=file]), select, textarea")) {
          if (parseFloat(getComputedStyle(element).fontSize) < 16)
            found.push(`${name(element)} has letters of ${getComputedStyle(element).fontSize}`);
        }
        // The colours lie where the letters are.
        for (const element of all(".editor textarea")) {
          const [letters, colours] = [element, element.parentElement.querySelector("code")].map((one) =>
            getComputedStyle(one),
          );
          if (["fontSize", "lineHeight", "paddingLeft"].some((one) => letters[one] !== colours[one]))
            found.push(`${name(element)} and its colours differ`);
        }
        for (const element of all("canvas")) {
          if (
            getComputedStyle(element).touchAction === "none" &&
            element.getBoundingClientRect().height > 0.8 * innerHeight
          )
            found.push(`${name(element)} leaves no room to scroll`);
        }
        return found;
      })),
    );
  }
  await session.detach(); // ends the emulation
  return faults;
}

/** The narrowest page, and one whose letters a reader has set twice as large: nothing is wider than the window. */
async function largeLetters(page) {
  const faults = [];
  for (const [width, size] of [
    [320, "100%"],
    [390, "200%"],
  ]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(
      ...(await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        const { scrollWidth } = document.documentElement;
        const cut = [...document.querySelectorAll("h1, h2, h3, p, .verdict span")].filter(
          (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1,
        );
        document.documentElement.style.fontSize = "";
        return [
          ...(scrollWidth > innerWidth
            ? [`${size}: the page is ${scrollWidth} px wide on a screen of ${innerWidth}`]
            : []),
          ...cut.map((element) => `${size}: too narrow for its words: ${element.textContent.slice(0, 40)}`),
        ];
      }, size)),
    );
  }
  return faults;
}

/** In the few colours that a reader has chosen, sliders and bars, which are drawn as backgrounds, are still seen. */
async function forcedColours(page) {
  const faults = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  for (const drawn of await page.locator("input[type=range]:visible, .bars i:visible").all()) {
    const picture = (await drawn.screenshot()).toString("base64");
    const seen = await page.evaluate(async (picture) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, height >> 1, width, 1);
      // What it stands on is at the right end of a bar, and above a slider.
      const ground = context.getImageData(width - 1, 0, 1, 1).data;
      const differs = (x) => [0, 1, 2].some((i) => Math.abs(data[4 * x + i] - ground[i]) > 40);
      return Array.from({ length: width }, (_, x) => differs(x)).filter(Boolean).length / width;
    }, picture);
    const isSlider = await drawn.evaluate((element) => element.localName === "input");
    if (seen < (isSlider ? 0.9 : 0.01))
      faults.push(`${isSlider ? "a slider" : "a bar"} is seen on ${Math.round(100 * seen)} % of its width`);
  }
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  return faults;
}

/** Breaks each kernel of the page, runs it with Ctrl+Enter, reads the message, and mends it. */
async function broken(page) {
  const faults = [];
  const editors = page.locator(".editor textarea");
  for (let i = 0; i < (await editors.count()); i++) {
    const editor = editors.nth(i);
    const text = await editor.inputValue();
    const line = text.split("\n").findIndex((words) => words.includes("void main()")) + 2;
    await editor.fill(text.replace("void main() {", "void main() {\n  oops;"));
    await editor.press("Control+Enter");
    const said = await page.locator(".error").textContent({ timeout: patience });
    if (!said.includes(`line ${line}`) || !said.includes("oops;") || !/^ *\| +\^$/m.test(said))
      faults.push(`editor ${i} says: ${said}`);
    faults.push(...(await underTheRules(page)));
    // Who has no such keys, as on a phone, presses a button, and reads the same.
    const names = ["Run and check", "Check and start again", "All steps", "Run and measure", "Run"];
    const counts = await Promise.all(names.map((name) => page.getByRole("button", { name, exact: true }).count()));
    await page.getByRole("button", { name: names[counts.findIndex((count) => count > 0)], exact: true }).click();
    await page.waitForFunction(() => !document.querySelector("button:disabled"), null, { timeout: patience });
    if (!(await page.locator(".error").allTextContents()).some((words) => words.includes("oops;")))
      faults.push(`editor ${i}: the button shows no message`);
    await editor.fill(text);
    await editor.press("Control+Enter");
    await page
      .locator(".error")
      .waitFor({ state: "detached", timeout: patience })
      .catch(() => faults.push(`editor ${i}: the message stays`));
    await page.evaluate(settled, patience);
    if (await page.locator(".verdict.bad").count()) faults.push(`editor ${i}: the check fails afterwards`);
  }
  return faults;
}

/** Goes through the page with the Tab key; what it did not reach, and what shows no focus. */
async function byKeyboard(page) {
  await page.evaluate(() => {
    const seen = (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0;
    window.open_ = new Set(
      [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(seen),
    );
    document.activeElement?.blur?.();
    scrollTo(0, 0);
  });
  const faults = [];
  const most = await page.evaluate(() => window.open_.size + 5);
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Escape"); // leaves an editor, whose Tab indents
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      window.open_.delete(element);
      const framed = element.closest(".editor") ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(framed);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
        ? ""
        : `no visible focus: ${element.outerHTML.slice(0, 120)}`;
    });
    if (at) faults.push(at);
    if (at === null && i > 0) break;
  }
  const left = await page.evaluate(() =>
    [...window.open_].map((element) => `not reached: ${element.outerHTML.slice(0, 120)}`),
  );
  return [...faults, ...left];
}
