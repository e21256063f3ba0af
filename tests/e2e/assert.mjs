// The few assertions that the tests need, for pages, workers and Node.

export function equal(given, expected, what = "value") {
  const [a, b] = [given, expected].map((value) =>
    JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value) : value),
  );
  if (a !== b) throw new Error(`${what} is ${a}; expected ${b}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}

/** Runs what must throw or reject; gives back the error. */
export async function refused(action, what = "call") {
  let value;
  try {
    value = await action();
  } catch (error) {
    return error;
  }
  throw new Error(`the ${what} was not refused; it gave ${value}`);
}
