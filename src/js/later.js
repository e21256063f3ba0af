// Waiting without blocking the page.

import { entered } from "./error.js";

// Rounds of asking that follow each other at once, before timers take over.
const EAGER = 24;

// By context: when its latest promise has settled.
const turns = new WeakMap();

/**
 * A promise of what `step` gives once that is something else than false. Promises of a context settle in the order in which
 * they were asked for: of two calls that fill one array, the numbers of the later one stay.
 */
export function settled(gl, step) {
  const promise = (turns.get(gl) ?? Promise.resolve()).then(() => waited(step));
  turns.set(
    gl,
    promise.catch(() => {}),
  );
  return promise;
}

/** Asks again and again, first after message events, which browsers do not slow down in hidden pages, then after timers. */
function waited(step) {
  return new Promise((resolve, reject) => {
    let channel;
    let round = 0;
    try {
      channel = new MessageChannel();
    } catch {
      // Timers will do.
    }
    const again = () => {
      round++;
      if (channel && round <= EAGER) {
        channel.port1.onmessage = ask;
        channel.port2.postMessage(null);
      } else {
        setTimeout(ask, round <= 4 * EAGER ? 1 : 4);
      }
    };
    const end = (how, value) => {
      channel?.port1.close();
      how(value);
    };
    const ask = () => {
      try {
        const value = entered(step);
        if (value === false) again();
        else end(resolve, value);
      } catch (error) {
        end(reject, error);
      }
    };
    ask();
  });
}

/** Calls back once after the browser's next frame, or soon where there are no frames. */
export function nextFrame(callback) {
  const run = () => entered(callback);
  try {
    requestAnimationFrame(run);
  } catch {
    setTimeout(run, 16);
  }
}
