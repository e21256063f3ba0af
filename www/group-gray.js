// A picture turned grey by groups of 16 x 16. Each group knows its number, so the slider can let only some of them work: that is how
// the work is handed out. The shader is written as a compute shader's is, with globalInvocationID for the pixel.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { page } from "./page.js";
import { show, duration, median, compare } from "./numbers.js";
import { latest } from "./turns.js";
import { evening } from "./picture.js";

const WIDTH = 480;
const HEIGHT = 320;
const GROUP = 16;
const GROUPS = [WIDTH / GROUP, HEIGHT / GROUP, 1];
const COUNT = GROUPS[0] * GROUPS[1];

const run = latest(compute, () => editor.value);
const ui = page(import.meta.url);
const [left, right] = ui.columns("Picture", "Kernel");
const canvas = left.canvas(
  WIDTH,
  HEIGHT,
  "The picture, part of it grey",
  `${WIDTH} x ${HEIGHT} pixels, ${GROUPS[0]} x ${GROUPS[1]} groups.`,
);
const picture = evening(WIDTH, HEIGHT);
await init();
const gpgpu = CreateGPGPU(canvas);
const gray = gpgpu.makeArray("vec4", [HEIGHT, WIDTH]);

const editor = right.editor(
  "Fragment shader (one fragment an invocation)",
  `
  uniform sampler2D picture;
  uniform int working;     // how many groups work
  out vec4 color;

  void main() {
    ivec2 pixel = ivec2(globalInvocationID.xy);
    vec4 own = texelFetch(picture, pixel, 0);
    int group = int(workGroupID.y * numWorkGroups.x
                  + workGroupID.x);
    vec3 weights = vec3(0.2126, 0.7152, 0.0722);
    vec3 light = vec3(dot(own.rgb, weights));
    color = group < working ? vec4(light, 1.0) : own;
  }`,
  () => right.attempt(run),
);
const row = left.controls();
row.errors = right;
const working = row.range("Groups that work", { min: 0, max: COUNT, step: 1, value: COUNT * 0.6, digits: 0 }, () =>
  right.attempt(run),
);
row.button("One after the other", async () => {
  for (let i = 0; i <= COUNT; i += 8) {
    working.value = i;
    working.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
  }
});
right.button("Run", run);
const verdict = right.verdict();

const draw = {
  id: "DrawGray",
  vertexShader: `
    in vec2 corner;
    void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
  fragmentShader: `
    uniform sampler2D gray;
    out vec4 color;
    void main() {
      ivec2 at = ivec2(gl_FragCoord.xy);
      color = texelFetch(gray, ivec2(at.x, textureSize(gray, 0).y - 1 - at.y), 0);
    }`,
  VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
  args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1), gray },
};
await right.attempt(run);

async function compute(fragmentShader) {
  editor.mark("");
  try {
    const count = Number(working.value); // which may change meanwhile
    const call = () =>
      gpgpu.compute({
        id: "Gray",
        fragmentShader,
        workgroups: GROUPS,
        localSize: [GROUP, GROUP, 1],
        args: { picture, working: count, color: gray },
      });
    call();
    gpgpu.compute(draw);
    const { difference, ok } = compare(await gray.read(), inJS(count), 1e-6);
    const { ms } = await median(
      () => {
        call();
        gray.readSync();
      },
      5,
      100,
    );
    verdict(ok, `The largest difference from plain JS is ${show(difference)}.`, `${duration(ms)} with its reading.`);
  } catch (error) {
    editor.mark(error.message);
    throw error;
  }
}

function inJS(count) {
  const { data } = picture.getContext("2d").getImageData(0, 0, WIDTH, HEIGHT);
  const out = Float32Array.from(data, (v) => v / 255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      if (Math.floor(y / GROUP) * GROUPS[0] + Math.floor(x / GROUP) >= count) continue;
      const at = 4 * (y * WIDTH + x);
      const light = 0.2126 * (data[at] / 255) + 0.7152 * (data[at + 1] / 255) + 0.0722 * (data[at + 2] / 255);
      out[at] = out[at + 1] = out[at + 2] = light;
    }
  return out;
}
