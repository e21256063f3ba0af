// A picture for the demos that work on one: evening over hills, drawn here, so that nothing is fetched. People may drop their own.

/** A canvas of `width` x `height` with the picture. */
export function evening(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const c = canvas.getContext("2d", { willReadFrequently: true }); // the demos compare with it
  const sky = c.createLinearGradient(0, 0, 0, height);
  for (const [at, colour] of [
    [0, "#1c2f5c"],
    [0.45, "#b0527a"],
    [0.66, "#f6a14a"],
    [0.75, "#ffdf8a"],
  ])
    sky.addColorStop(at, colour);
  c.fillStyle = sky;
  c.fillRect(0, 0, width, height);
  c.fillStyle = "#fff3c4";
  c.beginPath();
  c.arc(width * 0.68, height * 0.56, height * 0.09, 0, 7);
  c.fill();
  c.fillStyle = "#ffffffcc";
  for (let i = 0; i < 60; i++)
    c.fillRect(width * hash(i), 0.42 * height * hash(i + 99), 1 + (i % 3 === 0), 1 + (i % 3 === 0));
  ["#6d3f6b", "#3e3157", "#1f2440", "#10162b"].forEach((colour, layer) => {
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(0, height);
    for (let x = 0; x <= width; x += 2) {
      const t = x / width;
      c.lineTo(
        x,
        height *
          (0.62 +
            0.09 * layer -
            0.07 * Math.sin(3.1 * t + 2.3 * layer) -
            0.03 * Math.sin(11 * t + layer) -
            0.008 * Math.sin(60 * t * (layer + 1))),
      );
    }
    c.lineTo(width, height);
    c.fill();
  });
  c.fillStyle = "#0b0f20";
  for (let i = 0; i < 9; i++) {
    const x = width * (0.06 + 0.11 * i + 0.02 * Math.sin(i * 5));
    const y = height * (0.94 + 0.03 * Math.sin(i * 3));
    const s = height * (0.1 + 0.03 * Math.sin(i * 7));
    c.beginPath();
    c.moveTo(x, y - 2 * s);
    c.lineTo(x + 0.4 * s, y);
    c.lineTo(x - 0.4 * s, y);
    c.fill();
  }
  return canvas;
}

const hash = (i) => {
  const v = Math.sin(12.9898 * i + 4.1) * 43758.5453;
  return v - Math.floor(v);
};

/** A file's picture on a canvas that is at most `width` wide. */
export async function fromFile(file, width) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, width / bitmap.width, width / bitmap.height);
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  });
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Lets people drop a picture on `target` or choose one with `input`. */
export function acceptPicture(target, input, take) {
  target.classList.add("drop");
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.classList.add("over");
  });
  target.addEventListener("dragleave", () => target.classList.remove("over"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    target.classList.remove("over");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
  input.addEventListener("change", () => {
    if (input.files[0]) take(input.files[0]);
  });
}
