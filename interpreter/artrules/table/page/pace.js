// States that come fast are shown one after the other, so that each move can be seen; nobody waits long for the newest.

/** How long a state stands before the next one, and how far the page may lag behind, in milliseconds. */
export const STEP = 300;
export const MOST_LAG = 1500;
/** Where more pauses wait than this, each stands for half its time, unless until somebody goes on. */
export const FEW_PAUSES = 3;

/**
 * What stands between the messages and the page: `push(message)` passes messages on to `show(message, newest, length)` in
 * their order; `newest` is whether no later state waits, `length` how long this one stands. After a state the next message waits for STEP, unless so many
 * wait that the page would lag too far behind, or `still()` says that nothing moves. After the state at a pause of the
 * game it waits for `pauseLength()`, or until `goOn()`; `skip()` passes over all pauses that wait. `ahead()` is the newest
 * state that waits, or null; `pausesAhead()` counts the pauses among what waits. Another seat's page begins at once: a
 * welcome drops what waits. `clock` has setTimeout and clearTimeout.
 */
export function pacer(show, { still = () => false, pauseLength = () => 0, clock = globalThis } = {}) {
  let waiting = [];
  let timer = null; // while nothing is passed on
  let skipped = 0; // so many of the pauses that wait are passed over
  const isPause = (message) => message.type === "state" && (message.pause ?? null) !== null;
  const pausesAhead = () => waiting.filter(isPause).length;
  const states = () => waiting.filter((each) => each.type === "state").length;
  const lengthOf = (message) => {
    if (isPause(message) && skipped > 0) {
      skipped -= 1;
      return 0;
    }
    if (isPause(message)) return pauseLength() / (pausesAhead() < FEW_PAUSES ? 1 : 2);
    return message.type === "state" && !still() && states() <= MOST_LAG / STEP ? STEP : 0;
  };
  const next = () => {
    timer = null;
    while (waiting.length && timer === null) {
      const message = waiting.shift();
      const length = lengthOf(message);
      show(message, states() === 0, length);
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
    skipped = 0;
  };
  const goOn = () => {
    if (!timer?.isPause) return;
    hold();
    next();
  };
  return {
    push(message) {
      if (message.type === "welcome") stop();
      waiting.push(message);
      if (timer === null) next();
    },
    goOn,
    skip() {
      skipped = pausesAhead();
      goOn();
    },
    pausesAhead,
    ahead: () => waiting.findLast((each) => each.type === "state") ?? null,
    stop,
  };
}
