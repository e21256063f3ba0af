// The page around every demo: heading and description (the demo's own first comment), the way to its neighbours, and the demo's
// source at the foot.
import { coloured } from "./code.js";
import { demos } from "./demos.js";
import { h } from "./element.js";
import { Stage } from "./stage.js";

/** Builds the page around a demo. `source` is the demo's `import.meta.url`. */
export function page(source) {
  const file = new URL(source).pathname.split("/").pop();
  const at = demos.findIndex((demo) => `${demo.name}.js` === file);
  const demo = demos[at] ?? { title: document.title, group: "" };
  const main = document.querySelector("main");
  const pager = (step, word) => {
    const other = demos[at + step];
    return other
      ? h("a", { href: `${other.name}.html`, rel: step < 0 ? "prev" : "next" }, h("small", {}, word), " ", other.title)
      : h("span");
  };
  const lead = h("div");
  const code = h("code");
  main.before(
    h("a", { class: "skip", href: "#main" }, "Skip to the demo"),
    h(
      "header",
      { class: "bar" },
      h("a", { class: "home", href: "index.html" }, mark(), "gpgpu-wasm"),
      h("nav", { "aria-label": "Demos" }, h("a", { href: "index.html" }, "All demos")),
    ),
  );
  main.prepend(h("p", { class: "eyebrow" }, demo.group), h("h1", {}, demo.title), lead);
  main.after(
    h(
      "footer",
      {},
      h("details", {}, h("summary", {}, `Source of this demo (${file})`), h("pre", { tabindex: 0 }, code)),
      h("nav", { class: "pager", "aria-label": "Neighbouring demos" }, pager(-1, "← Before"), pager(1, "Next →")),
    ),
  );

  fetch(source)
    .then((answer) => answer.text())
    .then(
      (text) => {
        code.replaceChildren(...coloured(text));
        const comment = text.match(/^(?:\/\/.*\n)+/)?.[0] ?? "";
        const paragraphs = comment.replace(/^\/\/ ?/gm, "").split(/\n\s*\n/);
        lead.replaceChildren(
          ...paragraphs.map((words) => h("p", { class: "lead" }, words.replace(/\s+/g, " ").trim())),
        );
      },
      () => {},
    );

  return new Stage(main);
}

function mark() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 4 4");
  svg.setAttribute("class", "mark");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = `<path fill="var(--texel-1)" d="M0 0h1v1H0zM2 0h2v1H2zM1 1h1v1H1zM0 2h1v2H0zM3 2h1v1H3z"/>
    <path fill="var(--texel-2)" d="M1 0h1v1H1zM2 2h1v1H2zM3 3h1v1H3z"/>`;
  return svg;
}
