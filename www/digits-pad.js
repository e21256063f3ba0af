// A pad to draw a digit on, and the ten answers beside it.
import { h } from "./element.js";
import { CLASSES, SIDE } from "./digits-data.js";
import { paintDigit } from "./digits-paint.js";

const SIZE = 280;

export class Pad {
  /** `changed` is called when there is something else to read. */
  constructor(place, changed) {
    this.canvas = h("canvas", {
      width: SIZE,
      height: SIZE,
      role: "img",
      "aria-label": "A pad to draw a digit on",
      class: "pad grip",
    });
    this.bars = Array.from({ length: CLASSES }, (_, digit) =>
      h("li", {}, h("b", {}, String(digit)), h("i"), h("span", {}, "")),
    );
    this.words = h("p", { class: "status", role: "status" }, "Draw a digit.");
    place.add(
      h(
        "div",
        { class: "reading" },
        h("figure", {}, this.canvas, h("figcaption", {}, "Draw with mouse or finger.")),
        h("ol", { class: "bars", "aria-hidden": "true" }, ...this.bars),
      ),
      this.words,
    );
    place.button(
      "Clear",
      () => {
        this.#clear();
        return changed();
      },
      { class: "plain" },
    );
    this.changed = changed;
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
    Object.assign(this.context, { lineWidth: 22, lineCap: "round", lineJoin: "round" });
    this.colour();
    this.canvas.addEventListener("pointerdown", (event) => this.#draw(event, true));
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) this.#draw(event, false);
    });
  }

  /** Shows a digit of 28 x 28 pixels instead. */
  take(pixels) {
    paintDigit(this.canvas, pixels);
    this.colour();
    this.exact = pixels;
    this.inked = true;
    return this.changed();
  }

  /** Ink of the stylesheet's colour, also what is there already. */
  colour() {
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
    Object.assign(this.context, { strokeStyle: ink, fillStyle: ink, globalCompositeOperation: "source-in" });
    this.context.fillRect(0, 0, SIZE, SIZE);
    this.context.globalCompositeOperation = "source-over";
  }

  /** What is on the pad as the digits were made: 20 pixels high or wide, its weight in the middle of 28 x 28. `null`: nothing. */
  pixels() {
    if (!this.inked) return null;
    if (this.exact) return this.exact;
    const { data } = this.context.getImageData(0, 0, SIZE, SIZE);
    let [left, right, top, bottom, sum, sumX, sumY] = [SIZE, 0, SIZE, 0, 0, 0, 0];
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++) {
        const ink = data[4 * (y * SIZE + x) + 3];
        if (!ink) continue;
        [left, right, top, bottom] = [
          Math.min(left, x),
          Math.max(right, x + 1),
          Math.min(top, y),
          Math.max(bottom, y + 1),
        ];
        [sum, sumX, sumY] = [sum + ink, sumX + ink * (x + 0.5), sumY + ink * (y + 0.5)];
      }
    const scale = 20 / Math.max(right - left, bottom - top);
    const small = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE }).getContext("2d", {
      willReadFrequently: true,
    });
    small.imageSmoothingQuality = "high";
    small.drawImage(
      this.canvas,
      SIDE / 2 - (sumX / sum) * scale,
      SIDE / 2 - (sumY / sum) * scale,
      SIZE * scale,
      SIZE * scale,
    );
    return Float32Array.from(
      { length: SIDE * SIDE },
      (_, i) => small.getImageData(i % SIDE, Math.floor(i / SIDE), 1, 1).data[3] / 255,
    );
  }

  /** Shows how sure the network is of each digit; `null`: there is nothing to read. What is no number is no answer. */
  answer(given) {
    const parts = given?.every(Number.isFinite) ? given : null;
    this.bars.forEach((bar, digit) => {
      const part = parts ? parts[digit] : 0;
      bar.style.setProperty("--part", part.toFixed(3));
      bar.className = parts && part === Math.max(...parts) ? "best" : "";
      bar.lastChild.textContent = parts ? `${(100 * part).toFixed(0)} %` : "";
    });
    const best = parts?.indexOf(Math.max(...parts));
    const words = parts
      ? `It reads ${best}${parts[best] > 0.9 ? "" : ", and is not sure"}.`
      : given
        ? "Its numbers have left all bounds: start again."
        : "Draw a digit.";
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  #clear() {
    this.context.clearRect(0, 0, SIZE, SIZE);
    this.exact = null;
    this.inked = false;
  }

  #draw(event, first) {
    event.preventDefault();
    if (this.exact) this.#clear();
    const box = this.canvas.getBoundingClientRect();
    const at = [((event.clientX - box.left) / box.width) * SIZE, ((event.clientY - box.top) / box.height) * SIZE];
    if (first) this.canvas.setPointerCapture(event.pointerId);
    const from = first ? at : this.last;
    this.context.beginPath();
    this.context.moveTo(...from);
    this.context.lineTo(at[0] + 0.01, at[1]);
    this.context.stroke();
    this.last = at;
    this.inked = true;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.changed(), 60);
  }
}
