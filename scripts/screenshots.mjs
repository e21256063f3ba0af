// Opens every page of the gallery at a phone's and at a desk's width, light and dark; saves target/screenshots/*.png, and
// fails on an error on a page or in its console, and on a page that is wider than its window.
//
//   npm run screenshots -- [PAGE...]      part of a page's file name

import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { patience, settled } from "../tests/e2e/gallery.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "target/screenshots");
const wanted = process.argv.slice(2);
const widths = [390, 1280];
const colorSchemes = ["light", "dark"];

mkdirSync(folder, { recursive: true });
const pages = readdirSync(join(root, "www")).filter((file) => file.endsWith(".html"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const server = await serve();
const { browser } = await launch("chromium", `${server.url}/www/`);
let faults = 0;
try {
  for (const file of pages) {
    for (const width of widths) await shoot(file, width);
  }
} finally {
  await browser.close();
  server.close();
}
console.log(`${pages.length * widths.length * colorSchemes.length} screenshots in target/screenshots, ${faults} faults`);
process.exitCode = faults > 0 || pages.length === 0 ? 1 : 0;

async function shoot(file, width) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const complain = (text) => {
    faults++;
    console.log(`${file} at ${width}: ${text}`);
  };
  page.on("console", (message) => message.type() === "error" && complain(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => complain(error.message));
  await page.goto(`${server.url}/www/${file}`);
  await page.waitForLoadState("networkidle");
  const { shown } = await page.evaluate(settled, patience);
  shown.forEach(complain);
  await page.waitForTimeout(500);
  const overflow = await page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (excess <= 0) return null;
    const widest = [...document.body.querySelectorAll("*")].find((element) => element.getBoundingClientRect().right > innerWidth + 1);
    return `${excess} px wider than the window${widest ? `, from <${widest.localName} class="${widest.className}">` : ""}`;
  });
  if (overflow) complain(overflow);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${file.replace(".html", "")}-${width}-${colorScheme}.png`), fullPage: true });
  }
  await page.close();
}
