// What a texture answers beyond its edges and between its texels: the same 8 x 8 picture under CUDA's three address modes (clamp,
// wrap, mirror) and two filters (point, linear). tex2D takes coordinates in texels; the frame marks the picture itself. It is made of
// bytes, which are read as numbers from 0 to 1: every device can filter those, while not all can filter 32-bit floats.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { h } from "./element.js";
import { show, duration, median } from "./numbers.js";
import { colour, onTheme } from "./theme.js";
import { latest } from "./turns.js";

const N = 8;
const TILE = 192;
const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
await init();
const gpgpu = CreateGPGPU();
const tiles = ui.panel("Six ways to look at 8 x 8 texels");
const row = tiles.controls();
const span = row.range("Texels across a tile", { min: 4, max: 48, step: 1, value: 24, digits: 0 }, () =>
  tiles.attempt(run),
);
const middleX = row.range("Middle, x", { min: -16, max: 24, step: 0.25, value: 4, digits: 2 }, () =>
  tiles.attempt(run),
);
const middleY = row.range("Middle, y", { min: -16, max: 24, step: 0.25, value: 4, digits: 2 }, () =>
  tiles.attempt(run),
);
const grid = h("div", { class: "tiles three" });
tiles.add(grid);
const verdict = tiles.verdict();
const kernel = ui.panel("Kernel");
const editor = kernel.editor(
  "Fragment shader (one fragment a pixel of a tile)",
  `
  uniform sampler2D picture;
  uniform vec2 corner;        // of the tile, in texels
  uniform float scale;        // texels a pixel
  out vec4 color;

  void main() {
    vec2 at = corner + gl_FragCoord.xy * scale;
    color = tex2D(picture, at.x, at.y);
  }`,
  () => tiles.attempt(run),
);
kernel.errors = tiles;
kernel.button("Run", run);
const result = gpgpu.makeArray("vec4", [TILE, TILE]);
let data;
const ways = ["point", "linear"].flatMap((filterMode) =>
  ["clamp", "wrap", "mirror"].map((addressMode) => {
    const words = `${addressMode}, ${filterMode}`;
    const canvas = h("canvas", {
      width: TILE,
      height: TILE,
      role: "img",
      "aria-label": `The picture under ${words}`,
      class: "texels",
    });
    grid.append(h("figure", {}, canvas, h("figcaption", {}, words)));
    return { addressMode, filterMode, canvas };
  }),
);
onTheme(() => {
  data = motif();
  tiles.attempt(run);
});

async function compute(fragmentShader) {
  editor.mark("");
  try {
    const scale = Number(span.value) / TILE;
    const corner = [Number(middleX.value) - Number(span.value) / 2, Number(middleY.value) - Number(span.value) / 2];
    let wrong = 0;
    let worst = 0;
    let ms = 0;
    for (const { addressMode, filterMode, canvas } of ways) {
      const picture = gpgpu.makeTextureInfo("vec4", [N, N], data, {
        addressMode,
        filterMode,
        readMode: "normalizedFloat",
      });
      const call = () =>
        gpgpu.compute({
          id: "Addressing",
          fragmentShader,
          args: { picture, corner, scale, color: result },
        });
      call();
      const seen = result.readSync();
      paint(canvas, seen, corner, scale);
      for (let y = 0; y < TILE; y += 3)
        for (let x = 0; x < TILE; x += 3) {
          const at = [corner[0] + (x + 0.5) * scale, corner[1] + (y + 0.5) * scale];
          if (filterMode === "point" && at.some((v) => Math.abs(v - Math.round(v)) < 1e-3)) continue; // on the border of two texels either is right
          const want = inJS(at, addressMode, filterMode);
          const off = Math.max(...want.map((v, c) => Math.abs(v - seen[4 * (y * TILE + x) + c])));
          if (filterMode === "linear") worst = Math.max(worst, off);
          if (!(off <= (filterMode === "point" ? 1e-6 : 1 / 128))) wrong++;
        }
      if (!ms)
        ({ ms } = await median(
          () => {
            call();
            result.readSync();
          },
          7,
          200,
        ));
    }
    verdict(
      wrong === 0,
      wrong
        ? `${wrong} of the points that were compared differ from plain JS.`
        : `Point sampling equals plain JS up to rounding; linear sampling differs by at most ${show(worst)} (graphics hardware mixes in steps of 1/256).`,
      `${duration(ms)} a tile, computed and read.`,
    );
  } catch (error) {
    editor.mark(error.message);
    throw error;
  }
}

function texel(i, mode) {
  if (mode === "wrap") return ((i % N) + N) % N;
  if (mode === "mirror") {
    const k = ((i % (2 * N)) + 2 * N) % (2 * N);
    return k < N ? k : 2 * N - 1 - k;
  }
  return Math.min(N - 1, Math.max(0, i));
}

function inJS([x, y], addressMode, filterMode) {
  const at = (i, j, c) => data[4 * (texel(j, addressMode) * N + texel(i, addressMode)) + c] / 255;
  if (filterMode === "point") return [0, 1, 2, 3].map((c) => at(Math.floor(x), Math.floor(y), c));
  const i = Math.floor(x - 0.5);
  const j = Math.floor(y - 0.5);
  const fx = x - 0.5 - i;
  const fy = y - 0.5 - j;
  return [0, 1, 2, 3].map(
    (c) =>
      (1 - fy) * ((1 - fx) * at(i, j, c) + fx * at(i + 1, j, c)) +
      fy * ((1 - fx) * at(i, j + 1, c) + fx * at(i + 1, j + 1, c)),
  );
}

function paint(canvas, seen, corner, scale) {
  const context = canvas.getContext("2d");
  context.putImageData(
    new ImageData(
      Uint8ClampedArray.from(seen, (v) => 255 * v),
      TILE,
      TILE,
    ),
    0,
    0,
  );
  context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  context.lineWidth = 2;
  context.strokeRect(-corner[0] / scale, -corner[1] / scale, N / scale, N / scale);
}

// An F, since it looks different from every side.
function motif() {
  const rows = ["........", ".#####..", ".#......", ".####...", ".#......", ".#......", ".#.....o", "......oo"];
  const colours = { ".": colour("--texel-0"), "#": colour("--texel-1"), o: colour("--texel-2") };
  return Uint8ClampedArray.from(
    rows.flatMap((line, y) =>
      [...line].flatMap((mark, x) => [
        ...colours[mark].map((v) => 255 * v * (mark === "." && (x + y) % 2 ? 0.93 : 1)),
        255,
      ]),
    ),
  );
}
