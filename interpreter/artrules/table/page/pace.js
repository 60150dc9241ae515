// States that come fast are shown one after the other, so that each move can be seen; at a pause there is time to look.

import { html, useEffect } from "./html.js";
import { isChoiceOf, isDeedOfOthers, showsNewCard, unbracketed } from "./motion/moves.js";
import { listed } from "./names.js";
import { preference } from "./preferences.js";
import { Worded } from "./terms.js";

/** How long a state stands before the next one, and how far the page may lag behind, in milliseconds. */
export const STEP = 300;
export const MOST_LAG = 1500;
/** Where more pauses wait than this, each stands for half its time, unless until somebody goes on. */
export const FEW_PAUSES = 3;

/**
 * What stands between the messages and the page: `push(message)` passes messages on to `show(message, newest, length)` in
 * their order; `newest` is whether no later state waits, `length` how long this one stands. After a state the next message
 * waits for STEP, unless so many wait that the page would lag too far behind, or `still()` says that nothing moves. After
 * the state at a pause of the game it waits for `pauseLength(text)`, or until `goOn()`; `skip()` passes over all pauses that
 * wait, but for those that stand. `ahead()` is the newest state that waits, or null; `pausesAhead()` counts the pauses among
 * what waits. Another seat's page begins at once: a welcome drops what waits. `stops(message)` gives what is shown for a
 * message, in order; a state that `stands` does so until somebody goes on. `clock` has setTimeout and clearTimeout.
 */
export function pacer(show, { still = () => false, pauseLength = () => 0, stops = (message) => [message], clock = globalThis } = {}) {
  let waiting = [];
  let timer = null; // while nothing is passed on
  let skipped = 0; // so many of the pauses that wait are passed over
  const isPause = (message) => message.type === "state" && (message.pause ?? null) !== null;
  const pausesAhead = () => waiting.filter(isPause).length;
  const states = () => waiting.filter((each) => each.type === "state").length;
  const lengthOf = (message) => {
    if (isPause(message) && skipped > 0 && !message.stands) {
      skipped -= 1;
      return 0;
    }
    if (message.passed || message.stands) return message.passed ? 0 : Infinity;
    if (isPause(message)) return pauseLength(message.pause) / (pausesAhead() < FEW_PAUSES ? 1 : 2);
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
      waiting.push(...stops(message));
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

// Pauses: moments between two decisions at which the game wants people to look at the table.

const READ = 60; // characters that are read while a pause without words would stand
const LENGTHS = { turn: 1200, deals: 1200, short: 1200, long: 3000, clicked: Infinity, none: 0 };
const WISHES = { turn: "for a moment, before my turn and after a deal until I go on", deals: "for a moment, and after a deal until I go on", short: "for a moment", long: "for longer", clicked: "until I go on", none: "not at all" };

/** How long this person wants to look at the table where the game pauses: short, long, clicked (until they go on), none; and
 *  two that are short but where nobody plays: deals, and turn, which before their turn isn't short either. */
export const pauses = preference("pauses", Object.keys(LENGTHS));

/** The same in milliseconds: what says more stands longer. Nobody looks at a page that isn't in sight. */
export function pauseLength(text, wish = pauses.wanted(), hidden = globalThis.document?.hidden) {
  return hidden && wish !== "clicked" ? 0 : LENGTHS[wish] * (1 + text.length / READ);
}

/** In words what was taken for somebody, because there was nothing else, or only what equals it. */
export const nothingToChoose = (taken) => `There was nothing to choose: ${listed(taken)}`;

/**
 * Where a page stands still until somebody goes on, as `stops` of a pacer. It has a `stop` of its own before a turn of
 * whoever sits there, where somebody has done more than one thing since they chose last (a single one is seen on the table),
 * and where their turn has gone by without a choice of theirs. A pause of the game `stands` in a phase in which nobody plays,
 * such as after a deal; one for what they have just done themselves is passed over, unless it shows a card that they didn't
 * see before, or have laid for all to see.
 */
export function stopsBeforeTurns(wish = pauses.wanted) {
  let [seat, last, others, phases] = [null, null, [], {}];
  return (message) => {
    if (message.type === "description") phases = message.phases;
    if (message.type === "welcome") [seat, last, others] = [message.seat ?? null, null, []];
    if (message.type !== "state" || seat === null) return [message];
    const before = last;
    last = message;
    const news = message.log ?? [];
    if (!before || before.version === message.version || news.at(-1)?.kind === "undone") return [message];
    const chosen = news.findLastIndex(isChoiceOf(seat));
    others = [...(chosen < 0 ? others : []), ...news.slice(chosen + 1).filter(isDeedOfOthers(seat)).map(({ player }) => player)];
    if ((message.pause ?? null) !== null) {
      const isOwn = chosen >= 0 && !news.some(isDeedOfOthers(seat)) && message.view.turn === seat;
      if (isOwn && !showsNewCard(before.view, message.view, seat)) return [{ ...message, passed: true }];
      if (phases[message.view.phase]?.who !== "nobody" || !["turn", "deals"].includes(wish())) return [message];
      others = [];
      return [{ ...message, stands: true }];
    }
    const mine = message.offers?.length > 0 || message.view.finished;
    const taken = news.filter(({ player, sort }) => player === seat && sort === "taken").map(({ text }) => unbracketed(text));
    const text = mine && new Set(others).size < others.length ? "Since you last chose" : !mine && taken.length ? nothingToChoose(taken) : null;
    if (text === null || wish() !== "turn") return [message];
    if (mine) others = [];
    return [{ ...message, pause: text, offers: [], stands: true, stop: true, result: null, view: { ...message.view, finished: false } }, message];
  };
}

/** What there is to see at a pause, where else the options stand. The button stands where nothing else is ever clicked: a
 *  pause may end by itself just before the click. A click on the button or on the table goes on, and so does a key, but
 *  where they open or close what there is to look at; with Shift, → passes over all that wait. `mine` is whether it is this
 *  person's turn then, `ahead` how many more pauses wait, `leftOut` how many before this one aren't shown, `length` how long
 *  it stands, `without` the wish of whoever wants no more of its sort; `children` stand below the words. Without `goOn` it
 *  only says what there is to see. */
export function Pause({ text, terms, mine, ahead = 0, leftOut = 0, length = Infinity, without, goOn, skip, children }) {
  useEffect(() => {
    if (!goOn) return undefined;
    const click = (event) => event.target.closest?.("#go-on, .left") && !event.target.closest(LOOKS) && stop(event, goOn);
    const press = (event) => {
      if (!GOES_ON.has(event.key) || event.target.closest?.(OTHERS) || event.target.matches("#skip, #no-stops")) return;
      if (event.key === "Escape" && document.querySelector("#spotlight")) return;
      stop(event, event.key === "ArrowRight" && event.shiftKey ? skip : goOn);
    };
    document.addEventListener("click", click, true);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("click", click, true);
      document.removeEventListener("keydown", press, true);
    };
  }, [goOn, skip]);
  return html`<section id="pause" class="decide" role="status" aria-labelledby="prompt">
    ${goOn && html`<p class="in-a-row">
      <button type="button" id="go-on" class="option">
        ${length < Infinity ? "Go on now" : "Go on"}
        ${length < Infinity && html`<span class="time-left" key=${`${text} ${ahead}`} style=${{ "--length": `${length}ms` }} aria-hidden="true"></span>`}
      </button>
      ${ahead > 0 && html`<button type="button" id="skip" class="link" onClick=${skip}>Skip this and ${ahead} more</button>`}
      ${length === Infinity && pauses.wanted() !== "clicked" && html`<button type="button" id="no-stops" class="link" onClick=${() => pauses.keep(without) || goOn()}>Don't stop here again</button>`}
    </p>`}
    <h2 id="prompt"><${Worded} text=${text} terms=${terms} /></h2>
    ${leftOut > 0 && html`<p class="quiet">Moments before this one that aren't shown: ${leftOut}. The log tells what happened.</p>`}
    ${children}
    ${goOn && mine && !ahead && html`<p>Then it is your turn.</p>`}
  </section>`;
}

const OTHERS = "input, select, textarea, [role=dialog], #panels, #top"; // keys mean something else there
const LOOKS = "#spotlight, .left button:not(.card), .player-name, .plate-count"; // what opens a window, and that window
const GOES_ON = new Set(["Enter", " ", "Escape", "ArrowRight"]);

function stop(event, goOn) {
  event.stopPropagation();
  event.preventDefault();
  goOn();
  setTimeout(() => event.type === "click" && event.target.closest(".left [data-lit]")?.click()); // what can be chosen now is
}

/** The question how long the table stands still at a pause. */
export function PauseWish() {
  const kept = (event) => pauses.keep(event.currentTarget.value);
  return html`<p>
    <label>Where there is something to see, the table stands still
      <select id="pauses" onChange=${kept}>
        ${Object.entries(WISHES).map(([wish, words]) => html`<option key=${wish} value=${wish} selected=${pauses.wanted() === wish}>${words}</option>`)}
      </select>
    </label>
  </p>`;
}
