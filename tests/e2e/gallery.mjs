// The gallery's pages are tests too: each compares its result with plain JS, and says so on the page.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { settled } from "./settled.mjs";

const www = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "www");
export const patience = 60_000;

/** The pages, less the bench, which takes minutes. */
export const demos = () =>
  readdirSync(www)
    .filter((file) => file.endsWith(".html") && file !== "bench.html")
    .sort();

/** Opens a page and waits for its verdicts; what is wrong, or null. */
export async function runsRight(browser, url) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  try {
    await page.goto(url);
    const { verdicts, shown } = await page.evaluate(settled, patience);
    const wrong = [...errors, ...shown, ...verdicts.filter(({ good }) => !good).map(({ words }) => words)];
    if (verdicts.length === 0) wrong.push("the page compares nothing with plain JS");
    return wrong.length > 0 ? wrong.join("\n") : null;
  } catch (error) {
    return [error.message, ...errors].join("\n");
  } finally {
    await page.close();
  }
}
