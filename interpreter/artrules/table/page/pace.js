// States that come fast are shown one after the other, so that each move can be seen; nobody waits long for the newest.

/** How long a state stands before the next one, and how far the page may lag behind, in milliseconds. */
export const STEP = 300;
export const MOST_LAG = 1500;

/**
 * What stands between the messages and the page: `push(message)` passes messages on to `show(message, newest)` in
 * their order; `newest` is whether no later state waits. After a state the next message waits for STEP, unless so many
 * wait that the page would lag too far behind, or `still()` says that nothing moves. Another seat's page begins at
 * once: a welcome drops what waits. `clock` has setTimeout and clearTimeout.
 */
export function pacer(show, { still = () => false, clock = globalThis } = {}) {
  let waiting = [];
  let timer = null;
  const states = () => waiting.filter((each) => each.type === "state").length;
  const next = () => {
    timer = null;
    while (waiting.length && timer === null) {
      const message = waiting.shift();
      show(message, states() === 0);
      if (message.type === "state" && !still() && states() <= MOST_LAG / STEP) timer = clock.setTimeout(next, STEP);
    }
  };
  const stop = () => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    waiting = [];
  };
  return {
    push(message) {
      if (message.type === "welcome") stop();
      waiting.push(message);
      if (timer === null) next();
    },
    stop,
  };
}
