// The index: the groups of demos, each card with a thumbnail of 32 x 16 texels that is computed, not drawn (see thumbnails.js).
import { coloured } from "./code.js";
import { groups } from "./demos.js";
import { h } from "./element.js";
import { thumbnail, WIDTH, HEIGHT } from "./thumbnails.js";

const painted = [];

document.querySelector("#gallery").append(
  ...groups.map((group, i) => {
    const heading = h("h2", { id: `group-${i}` }, group.title);
    const cards = group.demos.map(([name, title, text]) => {
      const canvas = h("canvas", { width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
      painted.push(() => thumbnail(name, canvas));
      return h("li", {}, h("a", { class: "card", href: `${name}.html` }, canvas, h("h3", {}, title), h("p", {}, text)));
    });
    return h(
      "section",
      { class: "group", "aria-labelledby": heading.id },
      h("header", {}, heading, h("p", {}, group.text)),
      h("ul", { class: "cards" }, ...cards),
    );
  }),
);

const sample = document.querySelector(".sample code");
sample.replaceChildren(...coloured(sample.textContent));

const paint = () => painted.forEach((run) => run());
paint();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
