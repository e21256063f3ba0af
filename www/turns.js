// What people ask for while something still runs: sliders that move on, buttons that are pressed twice.

/**
 * `run`, one at a time: what is asked for while it runs is done once more afterwards, and not once for each movement of a slider. It is
 * given what `asked` gives when it is asked for, since people may type on until its turn comes.
 */
export function latest(run, asked) {
  let busy = null;
  let again = false;
  let given;
  const all = async () => {
    do {
      again = false;
      await run(given);
    } while (again);
  };
  return () => {
    again = true;
    given = asked();
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
