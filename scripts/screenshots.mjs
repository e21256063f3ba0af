// Opens every page of the gallery at a phone's and at a desk's width, light and dark; saves target/screenshots/*.png, and
// fails on an error on a page or in its console, and on a page that is wider than its window.
//
//   npm run screenshots -- [PAGE...]      part of a page's file name
//   npm run screenshots -- --gallery      www/gallery.png instead, the picture in the README: what eight of the pages draw

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { patience } from "../tests/e2e/gallery.mjs";
import { settled } from "../tests/e2e/settled.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "target/screenshots");
const gallery = process.argv.includes("--gallery");
const wanted = process.argv.slice(2).filter((arg) => arg !== "--gallery");
const widths = [390, 1280];
const colorSchemes = ["light", "dark"];

mkdirSync(folder, { recursive: true });
const pages = readdirSync(join(root, "www"))
  .filter((file) => file.endsWith(".html"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const server = await serve();
const { browser } = await launch("chromium", `${server.url}/www/`);
let faults = 0;
try {
  if (gallery)
    await shootGallery({ life: 8, reaction: 60, bodies: 15, spirals: 10, digits: 25, filters: 5, plane: 8, earth: 5 });
  else for (const file of pages) for (const width of widths) await shoot(file, width);
} finally {
  await browser.close();
  server.close();
}
if (!gallery) {
  console.log(
    `${pages.length * widths.length * colorSchemes.length} screenshots in target/screenshots, ${faults} faults`,
  );
  process.exitCode = faults > 0 || pages.length === 0 ? 1 : 0;
}

/** The largest canvas of each page after so many seconds, side by side, in the gallery's own cards. */
async function shootGallery(pagesAndSeconds) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1200 }, colorScheme: "light" });
  const cards = [];
  for (const [name, seconds] of Object.entries(pagesAndSeconds)) {
    await page.goto(`${server.url}/www/${name}.html`);
    await page.waitForTimeout(seconds * 1000);
    const largest = await page.evaluateHandle(
      () =>
        [...document.querySelectorAll("canvas")].sort(
          (a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight,
        )[0],
    );
    const picture = (await largest.screenshot()).toString("base64");
    cards.push({ title: (await page.textContent("h1")).trim(), picture: `data:image/png;base64,${picture}` });
  }
  await page.goto(`${server.url}/www/`);
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.evaluate(async (all) => {
    const list = document.createElement("ul");
    Object.assign(list.style, {
      listStyle: "none",
      margin: 0,
      padding: "20px",
      display: "grid",
      gridTemplateColumns: "repeat(4, 1fr)",
      gap: "16px",
    });
    for (const { title, picture } of all) {
      const image = Object.assign(new Image(), { src: picture });
      Object.assign(image.style, {
        display: "block",
        width: "100%",
        height: "190px",
        objectFit: "cover",
        borderRadius: "4px",
      });
      const item = document.createElement("li");
      item.append(
        image,
        Object.assign(document.createElement("h3"), { textContent: title, style: "margin: 6px 0 0; font-size: 16px" }),
      );
      list.append(item);
      await image.decode();
    }
    Object.assign(document.body.style, { margin: 0, padding: 0, maxWidth: "none" });
    document.body.replaceChildren(list);
  }, cards);
  const path = join(root, "www/gallery.png");
  await page.locator("ul").screenshot({ path });
  await page.close();
  console.log(`${path}: ${(statSync(path).size / 1000).toFixed(0)} kB`);
}

async function shoot(file, width) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const complain = (text) => {
    faults++;
    console.log(`${file} at ${width}: ${text}`);
  };
  page.on(
    "console",
    (message) => message.type() === "error" && complain(`console: ${message.text()} ${message.location().url}`),
  );
  page.on("pageerror", (error) => complain(error.message));
  await page.goto(`${server.url}/www/${file}`);
  await page.waitForLoadState("networkidle");
  const { shown } = await page.evaluate(settled, patience);
  shown.forEach(complain);
  await page.waitForTimeout(500);
  const overflow = await page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (excess <= 0) return null;
    const widest = [...document.body.querySelectorAll("*")].find(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    return `${excess} px wider than the window${widest ? `, from <${widest.localName} class="${widest.className}">` : ""}`;
  });
  if (overflow) complain(overflow);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(folder, `${file.replace(".html", "")}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  }
  await page.close();
}
