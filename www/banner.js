// The strip at the top of the index: the Game of Life, computed and drawn by the library. What has died glows for a while.
// The cells are whole numbers, which every device with WebGL2 renders to. Below it, a million additions, checked and timed.
import init, { CreateGPGPU } from "../pkg/gpgpu_wasm.js";
import { duration, median } from "./numbers.js";
import { advice } from "./stage.js";
import { colour, onTheme } from "./theme.js";

const canvas = document.querySelector("#banner");
const line = document.querySelector("#machine");

try {
  await init();
  const gpgpu = CreateGPGPU(canvas);
  live(gpgpu);
  const n = 1 << 20;
  const A = Float32Array.from({ length: n }, (_, i) => i);
  const C = new Float32Array(n);
  const sum = { id: "Sum", vertexShader: "in float A;\nout float C;\nvoid main() { C = A + A; }", args: { A, C } };
  gpgpu.compute(sum);
  const right = C.every((c, i) => c === 2 * i);
  const { ms } = await median(() => gpgpu.compute(sum), 9);
  const answer = document.createElement("b");
  answer.textContent = `${n.toLocaleString("en")} additions, there and back, in ${duration(ms)}${right ? ", all of them right" : ", and not all of them right"}.`;
  line.replaceChildren(`${gpgpu.capabilities().renderer}: `, answer);
  line.classList.add(right ? "good" : "bad");
} catch (error) {
  canvas.hidden = true;
  line.classList.add("bad");
  line.textContent = `This device does not compute: ${error.message}. ${advice(error)}`;
}

function live(gpgpu) {
  const rows = canvas.height;
  const cols = canvas.width;
  const seed = Uint32Array.from({ length: rows * cols }, () => (Math.random() < 0.28 ? 255 : 0));
  const cells = gpgpu.makeArray("uint", [rows, cols], seed, { addressMode: "wrap" });
  const step = {
    id: "Life",
    fragmentShader: `
      uniform usampler2D cells;
      out uint next;

      uint alive(float x, float y) { return tex2D(cells, gl_FragCoord.x + x, gl_FragCoord.y + y).r == 255u ? 1u : 0u; }

      void main() {
        uint own = tex2D(cells, gl_FragCoord.x, gl_FragCoord.y).r;
        uint near = alive(-1.0, -1.0) + alive(0.0, -1.0) + alive(1.0, -1.0) + alive(-1.0, 0.0)
          + alive(1.0, 0.0) + alive(-1.0, 1.0) + alive(0.0, 1.0) + alive(1.0, 1.0);
        next = near == 3u || (near == 2u && own == 255u) ? 255u : min(own, 230u) * 93u / 100u;
      }`,
    args: { cells, next: cells },
  };
  const draw = {
    id: "DrawLife",
    vertexShader: `
      in vec2 corner;
      void main() { gl_Position = vec4(corner, 0.0, 1.0); }`,
    fragmentShader: `
      uniform usampler2D cells;
      uniform vec3 ground, teal, orange;
      out vec4 color;
      void main() {
        float own = float(texelFetch(cells, ivec2(gl_FragCoord.xy), 0).r) / 255.0;
        color = vec4(own == 1.0 ? teal : mix(ground, orange, own * own * own), 1.0);
      }`,
    VertexIndexBuffer: Uint16Array.of(0, 1, 2, 2, 1, 3),
    args: { corner: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1), cells },
  };
  onTheme(() =>
    ["ground", "teal", "orange"].forEach((key, i) => {
      draw.args[key] = colour(`--texel-${i}`);
    }),
  );
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (let i = 0; i < 20; i++) gpgpu.compute(step);
  let last = 0;
  const frame = (now) => {
    try {
      if (now - last > 110) {
        last = now;
        gpgpu.compute(step);
        gpgpu.compute(draw);
      }
      if (!still) requestAnimationFrame(frame);
    } catch (error) {
      const before = [...line.childNodes];
      line.textContent = error.message;
      const again = () => {
        line.replaceChildren(...before);
        live(gpgpu);
      };
      gpgpu.addEventListener("contextrestored", again, { once: true });
    }
  };
  requestAnimationFrame(frame);
}
