// States that come fast are shown one after the other, so that each move can be seen; nobody waits long for the newest.

/** How long a state stands before the next one, and how far the page may lag behind, in milliseconds. */
export const STEP = 300;
export const MOST_LAG = 1500;
/** So many pauses may wait; those before them are passed over. */
export const MOST_PAUSES = 3;

/**
 * What stands between the messages and the page: `push(message)` passes messages on to `show(message, newest)` in
 * their order; `newest` is whether no later state waits. After a state the next message waits for STEP, unless so many
 * wait that the page would lag too far behind, or `still()` says that nothing moves. After the state at a pause of the
 * game it waits for `pauseLength()`, or until `goOn()`. `ahead()` is the newest state that waits, or null. Another
 * seat's page begins at once: a welcome drops what waits. `clock` has setTimeout and clearTimeout.
 */
export function pacer(show, { still = () => false, pauseLength = () => 0, clock = globalThis } = {}) {
  let waiting = [];
  let timer = null; // while nothing is passed on
  const isPause = (message) => message.type === "state" && (message.pause ?? null) !== null;
  const states = () => waiting.filter((each) => each.type === "state").length;
  const lengthOf = (message) => {
    if (isPause(message)) return waiting.filter(isPause).length < MOST_PAUSES ? pauseLength() : 0;
    return message.type === "state" && !still() && states() <= MOST_LAG / STEP ? STEP : 0;
  };
  const next = () => {
    timer = null;
    while (waiting.length && timer === null) {
      const message = waiting.shift();
      show(message, states() === 0);
      const length = lengthOf(message);
      if (length) timer = { id: length === Infinity ? null : clock.setTimeout(next, length), isPause: isPause(message) };
    }
  };
  const hold = () => {
    if (timer !== null && timer.id !== null) clock.clearTimeout(timer.id);
    timer = null;
  };
  const stop = () => {
    hold();
    waiting = [];
  };
  return {
    push(message) {
      if (message.type === "welcome") stop();
      waiting.push(message);
      if (timer?.isPause && waiting.filter(isPause).length >= MOST_PAUSES) hold();
      if (timer === null) next();
    },
    goOn() {
      if (!timer?.isPause) return;
      hold();
      next();
    },
    ahead: () => waiting.findLast((each) => each.type === "state") ?? null,
    stop,
  };
}
