// Numbers as the demos show, read, measure and compare them.

/** A number as people read it. */
export function show(x) {
  if (!Number.isFinite(x)) return String(x).replace("Infinity", "∞").replace("-", "−");
  const size = Math.abs(x);
  const text =
    Number.isInteger(x) && size < 1e7
      ? String(x)
      : size !== 0 && (size < 1e-3 || size >= 1e6)
        ? x.toExponential(3)
        : String(Number(x.toPrecision(6)));
  return (Object.is(x, -0) ? "-0" : text).replaceAll("-", "−");
}

/** The numbers of a text, with spaces, commas or semicolons between them. What is no number is refused by its place. */
export function numbersIn(name, text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word, i) => {
      const value = Number(word.replaceAll("−", "-").replace("∞", "Infinity"));
      if (Number.isNaN(value) && word !== "NaN")
        throw new Error(`${name}: ${JSON.stringify(word)}, at place ${i}, is no number`);
      return value;
    });
}

/** What a number field holds, if it is a whole number between the field's ends. */
export function wholeNumber(field) {
  const { min, max, value } = field;
  const number = Number(value);
  if (value !== "" && Number.isInteger(number) && number >= Number(min) && number <= Number(max)) return number;
  throw new Error(
    `${field.labels[0].textContent}: a whole number from ${min} to ${max} is needed${value === "" ? "" : `, not ${value}`}`,
  );
}

/** Milliseconds, or microseconds when there are few. */
export function duration(ms) {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  return ms < 100
    ? `${ms.toFixed(ms < 10 ? 2 : 1)} ms`
    : ms < 10000
      ? `${ms.toFixed(0)} ms`
      : `${(ms / 1000).toFixed(1)} s`;
}

/**
 * The median of what `run` takes, in ms: at most `most` measurements, and none after `budget` ms. Browsers round their clock
 * to 0.1 ms, so what is short is measured several times at once.
 */
export async function median(run, most = 20, budget = 400) {
  const times = [];
  const start = performance.now();
  let together = 1;
  do {
    const before = performance.now();
    for (let i = 0; i < together; i++) await run();
    const took = performance.now() - before;
    if (took < 2 && together < 64)
      together *= 2; // too short to be read off the clock: not counted
    else times.push(took / together);
  } while (times.length < most && (performance.now() - start < budget || !times.length));
  times.sort((a, b) => a - b);
  return { ms: times[times.length >> 1], runs: times.length * together };
}

/** The largest difference between two lists of numbers, and whether it is within `tolerance` of their size. */
export function compare(got, want, tolerance = 2e-6) {
  let difference = 0;
  let size = 0;
  for (let i = 0; i < want.length; i++) {
    const d = got[i] === want[i] || Object.is(got[i], want[i]) ? 0 : Math.abs(got[i] - want[i]);
    difference = Math.max(difference, d); // a NaN stays
    if (Number.isFinite(want[i])) size = Math.max(size, Math.abs(want[i]));
  }
  return {
    difference,
    relative: difference / Math.max(size, 1e-30),
    ok: got.length === want.length && difference <= tolerance * Math.max(size, 1e-30),
  };
}
