// Conway's Game of Life. The grid is one array that stays on the GPU: each call reads it and writes the next generation into it
// (cells and next are the same array; the library keeps two copies and swaps them). It is drawn from where it lies: nothing comes
// back to JS while it runs.
//
// A dead cell with three living neighbours comes to life, a living one with two or three stays alive; all others are dead in the next
// generation. Let six neighbours bring a dead cell to life, too (born = !alive && (near == 3u || near == 6u)), and it is another game,
// HighLife (which the check does not know).
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { duration, median } from "./numbers.js";
import { colour, onTheme } from "./theme.js";

const SIZE = 256;
const ui = page(import.meta.url);
const [left, right] = ui.columns("World", "Rule");
const canvas = left.canvas(SIZE, SIZE, "Cells that live and die", `${SIZE} x ${SIZE} cells; the edges meet.`, true);
await init();
const gpgpu = CreateGPGPU(canvas);

const cells = gpgpu.makeArray("uint", [SIZE, SIZE], seed(SIZE, 0.3), { addressMode: "wrap" });

const RULE = `
  uniform usampler2D cells;
  out uint next;

  uint at(float x, float y) {
    vec2 p = gl_FragCoord.xy + vec2(x, y);
    return tex2D(cells, p.x, p.y).r;
  }

  void main() {
    uint near = at(-1.0, -1.0) + at(0.0, -1.0)
              + at( 1.0, -1.0) + at(1.0,  0.0)
              + at( 1.0,  1.0) + at(0.0,  1.0)
              + at(-1.0,  1.0) + at(-1.0, 0.0);
    bool alive = at(0.0, 0.0) == 1u;
    bool born = !alive && near == 3u;
    bool stays = alive && (near == 2u || near == 3u);
    next = born || stays ? 1u : 0u;
  }`;

const draw = {
  id: "DrawLife",
  vertexShader: `
    in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
  fragmentShader: `
    uniform usampler2D cells;
    uniform vec3 dead, alive;
    out vec4 color;
    void main() {
      bool lives = texelFetch(cells, ivec2(gl_FragCoord.xy), 0).r == 1u;
      color = vec4(lives ? alive : dead, 1.0);
    }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1), cells },
};
onTheme(() => {
  draw.args.dead = colour("--texel-0");
  draw.args.alive = colour("--texel-1");
});

const editor = right.editor("Fragment shader (one fragment a cell)", RULE, () => right.attempt(check));
let rule = editor.value; // what runs; the editor's takes its place when it does, too
const step = (array) => gpgpu.compute({ id: "Life", fragmentShader: rule, args: { cells: array, next: array } });
const verdict = right.verdict();
right.button("Run and check", check);

const row = left.controls();
const fill = row.range("Cells that live at first", { min: 0.05, max: 0.9, step: 0.05, value: 0.3, digits: 2 });
const every = row.range("Generations a frame", { min: 1, max: 20, step: 1, value: 1, digits: 0 });
let generation;
const count = left.text("", { class: "timing" });
const counted = (to) => {
  generation = to;
  count.textContent = `Generation ${generation.toLocaleString("en")}`;
};
counted(0);
left.loop(row, () => {
  for (let i = 0; i < Number(every.value); i++) step(cells);
  gpgpu.compute(draw);
  counted(generation + Number(every.value));
});
row.button(
  "Start again",
  () => {
    cells.write(seed(SIZE, Number(fill.value)));
    counted(0);
    gpgpu.compute(draw);
  },
  { class: "plain" },
);
right.attempt(check);

// Thirty generations of a small world, here and in plain JS.
async function check() {
  const before = rule;
  rule = editor.value;
  editor.mark("");
  try {
    const n = 48;
    let world = seed(n, 0.35);
    const small = gpgpu.makeArray("uint", [n, n], world, { addressMode: "wrap" });
    for (let i = 0; i < 30; i++) {
      step(small);
      world = generationInJS(world, n);
    }
    const right = (await small.read()).every((v, i) => v === world[i]);
    small.dispose();
    const copy = cells.clone();
    const { ms } = await median(
      async () => {
        for (let i = 0; i < 100; i++) step(copy);
        await copy.read();
      },
      5,
      1500,
    );
    copy.dispose();
    verdict(
      right,
      right
        ? "30 generations of 48 x 48 cells are those of plain JS, cell for cell."
        : "30 generations differ from plain JS (which knows Conway's rule only).",
      `${duration(ms / 100)} a generation of ${SIZE} x ${SIZE} (100 of them, and one reading).`,
    );
  } catch (error) {
    rule = before;
    editor.mark(error.message);
    throw error;
  }
}

function generationInJS(world, n) {
  return world.map((alive, at) => {
    const x = at % n;
    const y = (at - x) / n;
    let near = -alive;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) near += world[((y + dy + n) % n) * n + ((x + dx + n) % n)];
    return near === 3 || (near === 2 && alive) ? 1 : 0;
  });
}

function seed(n, part) {
  return Uint32Array.from({ length: n * n }, () => (Math.random() < part ? 1 : 0));
}
