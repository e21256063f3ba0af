// Pictures of digits and of weights, in the colours of the stylesheet.
import { colour } from "./theme.js";
import { PIXELS, SIDE } from "./digits-data.js";

const rgb = (tone) => `rgb(${tone.map((v) => Math.round(255 * v)).join(" ")})`;
const mixed = (a, b, part) => a.map((v, c) => 255 * (v + part * (b[c] - v)));

/** A picture of 28 x 28 on a canvas of its own; `tone(i)` is the colour of pixel i. */
function stamp(tone) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const context = canvas.getContext("2d");
  const image = context.createImageData(SIDE, SIDE);
  for (let i = 0; i < PIXELS; i++) image.data.set([...tone(i), 255], 4 * i);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Up to twenty digits that were taken for others, with both names. */
export function paintMistakes(canvas, missed, held) {
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [ground, teal] = [0, 1].map((i) => colour(`--texel-${i}`));
  const columns = 5;
  const rows = 4;
  const width = canvas.width / columns;
  const height = canvas.height / rows;
  const size = 64;
  context.fillStyle = style.getPropertyValue("--card");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = "15px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  context.textAlign = "center";
  missed.slice(0, columns * rows).forEach(({ i, label, read }, at) => {
    const x = (at % columns) * width + (width - size) / 2;
    const y = Math.floor(at / columns) * height + 4;
    const pixels = held.pixels(i);
    context.imageSmoothingEnabled = false;
    context.drawImage(
      stamp((p) => mixed(ground, teal, pixels[p])),
      x,
      y,
      size,
      size,
    );
    context.fillStyle = style.getPropertyValue("--warm");
    context.fillText(`${read}`, x + size / 2 - 28, y + size + 19);
    context.fillStyle = style.getPropertyValue("--dim");
    context.fillText(`is ${label}`, x + size / 2 + 10, y + size + 19);
  });
  if (!missed.length) {
    context.fillStyle = rgb(teal);
    context.fillText("None.", canvas.width / 2, canvas.height / 2);
  }
}

/** The first layer's weights (785 rows, a column a unit): a picture a unit, eight by eight. */
export function paintUnits(canvas, weights) {
  const context = canvas.getContext("2d");
  const [ground, teal, orange] = [0, 1, 2].map((i) => colour(`--texel-${i}`));
  const units = weights.length / (PIXELS + 1);
  const across = Math.sqrt(units);
  const step = SIDE + 2;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let u = 0; u < units; u++) {
    let size = 0;
    for (let i = 0; i < PIXELS; i++) size = Math.max(size, Math.abs(weights[i * units + u]));
    const picture = stamp((i) => {
      const weight = weights[i * units + u] / size;
      return mixed(ground, weight > 0 ? teal : orange, Math.abs(weight));
    });
    context.drawImage(picture, (u % across) * step, Math.floor(u / across) * step);
  }
}

/** A digit's pixels on a canvas that is drawn on. */
export function paintDigit(canvas, pixels) {
  const context = canvas.getContext("2d");
  const ink = stamp(() => [0, 0, 0]);
  const image = ink.getContext("2d").createImageData(SIDE, SIDE);
  for (let i = 0; i < PIXELS; i++) image.data[4 * i + 3] = 255 * pixels[i];
  ink.getContext("2d").putImageData(image, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(ink, 0, 0, canvas.width, canvas.height);
}
