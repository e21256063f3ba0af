// What people ask for while something still runs: sliders that move on, buttons that are pressed twice.

/** `run`, one at a time: what is asked for while it runs is done once more afterwards, and not once for each movement of a slider. */
export function latest(run) {
  let busy = null;
  let again = false;
  const all = async () => {
    do {
      again = false;
      await run();
    } while (again);
  };
  return () => {
    again = true;
    busy ??= all().finally(() => {
      busy = null;
    });
    return busy;
  };
}

/** Gives a wrapper for actions that change the same things: each of them waits until the one before has ended. */
export function inTurn() {
  let last = Promise.resolve();
  return (act) => () => {
    last = last.catch(() => {}).then(act);
    return last;
  };
}
