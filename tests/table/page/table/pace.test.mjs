// States are shown one after the other, and the page never lags far behind.
import assert from "node:assert/strict";
import { test } from "node:test";

import { FEW_PAUSES, MOST_LAG, STEP, pacer, pauseLength, stopsBeforeTurns } from "../../../../interpreter/artrules/table/page/pace.js";

/** A clock that goes only when told. */
function handClock() {
  let now = 0;
  let timers = [];
  return {
    setTimeout: (call, pause) => timers.push({ call, at: now + pause }) && timers.at(-1),
    clearTimeout: (timer) => (timers = timers.filter((each) => each !== timer)),
    go(milliseconds) {
      const until = now + milliseconds;
      for (let due; (due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]); ) {
        timers = timers.filter((each) => each !== due);
        now = due.at;
        due.call();
      }
      now = until;
    },
  };
}

function shownBy(options) {
  const shown = [];
  const clock = handClock();
  const pace = pacer((message, newest) => shown.push([message.version ?? message.type, newest]), { clock, ...options });
  return { shown, clock, pace };
}

const state = (version) => ({ type: "state", version });

test("the first state is shown at once, the next after a pause", () => {
  const { shown, clock, pace } = shownBy();
  pace.push(state(1));
  pace.push(state(2));
  assert.deepEqual(shown, [[1, true]]);
  clock.go(STEP);
  assert.deepEqual(shown, [[1, true], [2, true]]);
});

test("however many come at once, the newest is shown within the longest lag", () => {
  const { shown, clock, pace } = shownBy();
  for (let version = 1; version <= 40; version += 1) pace.push(state(version));
  clock.go(MOST_LAG + STEP);
  assert.deepEqual(shown.at(-1), [40, true]);
  assert.equal(shown.length, 40);
  assert.ok(shown.slice(1, -1).every(([, newest]) => !newest));
});

test("messages keep their order, and nothing waits where nothing moves", () => {
  const { shown, pace } = shownBy({ still: () => true });
  pace.push(state(1));
  pace.push({ type: "refused" });
  pace.push(state(2));
  assert.deepEqual(shown.map(([what]) => what), [1, "refused", 2]);
});

test("another seat's page begins at once, without what waited", () => {
  const { shown, clock, pace } = shownBy();
  pace.push(state(1));
  pace.push(state(2));
  pace.push({ type: "welcome" });
  clock.go(MOST_LAG);
  assert.deepEqual(shown.map(([what]) => what), [1, "welcome"]);
});

const pause = (version) => ({ type: "state", version, pause: "the trick" });
const versions = (shown) => shown.map(([version]) => version);

test("the state at a pause of the game stands for its time, also where nothing moves", () => {
  const { shown, clock, pace } = shownBy({ pauseLength: () => 1200, still: () => true });
  pace.push(pause(1));
  pace.push(state(2));
  clock.go(1100);
  assert.deepEqual(shown, [[1, true]]);
  assert.equal(pace.ahead().version, 2);
  clock.go(100);
  assert.deepEqual(shown, [[1, true], [2, true]]);
  assert.equal(pace.ahead(), null);
});

test("a pause stands the longer the more there is to read, and nobody reads what isn't in sight", () => {
  assert.ok(pauseLength("a trick with many words", "short", false) > pauseLength("a trick", "short", false));
  assert.equal(pauseLength("a trick", "short", true), 0);
  assert.equal(pauseLength("a trick", "none", false), 0);
  assert.equal(pauseLength("a trick", "clicked", true), Infinity);
});

test("who has seen enough goes on", () => {
  const { shown, clock, pace } = shownBy({ pauseLength: () => Infinity });
  pace.push(pause(1));
  pace.push(state(2));
  pace.push(state(3));
  clock.go(99999);
  assert.deepEqual(versions(shown), [1]);
  pace.goOn();
  assert.deepEqual(versions(shown), [1, 2]);
  pace.goOn();
  assert.deepEqual(versions(shown), [1, 2], "only a pause is ended by that");
  clock.go(STEP);
  assert.deepEqual(versions(shown), [1, 2, 3]);
});

test("no pause is left out: where many wait, each stands for half its time", () => {
  const { shown, clock, pace } = shownBy({ pauseLength: () => 1000 });
  for (let version = 1; version <= 6; version += 1) pace.push(pause(version));
  pace.push(state(7));
  assert.equal(pace.pausesAhead(), 5);
  clock.go(1000);
  assert.deepEqual(versions(shown), [1, 2]);
  clock.go(500 * (5 - FEW_PAUSES));
  assert.deepEqual(versions(shown), [1, 2, 3, 4]);
  clock.go(3000);
  assert.deepEqual(versions(shown), [1, 2, 3, 4, 5, 6, 7]);
});

test("who has seen enough passes over all pauses that wait, but none that comes later", () => {
  const { shown, clock, pace } = shownBy({ pauseLength: () => Infinity });
  for (const message of [pause(1), pause(2), pause(3), state(4)]) pace.push(message);
  pace.skip();
  assert.deepEqual(versions(shown), [1, 2, 3, 4]);
  for (const message of [pause(5), state(6)]) pace.push(message);
  clock.go(MOST_LAG);
  assert.deepEqual(versions(shown), [1, 2, 3, 4, 5]);
});

test("passing over pauses ends at a state that stands until somebody goes on", () => {
  const { shown, pace } = shownBy({ pauseLength: () => Infinity });
  for (const message of [pause(1), pause(2), { ...pause(3), stands: true }, state(4)]) pace.push(message);
  pace.skip();
  assert.deepEqual(versions(shown), [1, 2, 3]);
  pace.goOn();
  assert.deepEqual(versions(shown), [1, 2, 3, 4]);
});

test("who wants no pauses has none", () => {
  const { shown, pace } = shownBy({ pauseLength: () => 0 });
  pace.push(pause(1));
  pace.push(state(2));
  assert.deepEqual(versions(shown), [1, 2]);
});

const VIEW = { turn: 1, zones: {}, variables: {}, players: { 1: { hand: [] }, 2: { hand: [] } } };
const entry = (player, sort, text = "played") => ({ player, sort, text });
const at = (version, log, { mine = false, pause = null, hand = [], table = [], finished = false } = {}) => ({
  type: "state", version, log, pause, offers: mine ? [{}] : [], view: { ...VIEW, finished, zones: { table }, players: { ...VIEW.players, 1: { hand } } },
});

/** What is shown of some states to seat 1: the words at which the page stands still, null for a state as it is. */
function shownOf(states, wish = "turn") {
  const stops = stopsBeforeTurns(() => wish);
  stops({ type: "description", phases: { count: { who: "nobody" } } });
  stops({ type: "welcome", seat: 1 });
  return states.map((each) => stops(each).map(({ pause, passed }) => (passed ? "passed over" : pause)));
}

test("the page stands still before a turn, where another did more than one thing", () => {
  const course = [at(1, []), at(2, [entry(1, "choice")]), at(3, [entry(2, "choice")]), at(4, [entry(2, "choice")], { mine: true }), at(5, [entry(1, "choice")], { mine: true })];
  assert.deepEqual(shownOf(course), [[null], [null], [null], ["Since you last chose", null], [null]]);
  const trick = [at(1, []), at(2, [entry(2, "choice")]), at(3, [entry(3, "choice")], { mine: true })];
  assert.deepEqual(shownOf(trick), [[null], [null], [null]], "what each did is seen on the table");
  const atOnce = [at(1, [], { mine: true }), at(2, [entry(1, "choice"), entry(2, "choice"), entry(2, "choice")], { mine: true }), at(3, [], { mine: true })];
  assert.deepEqual(shownOf(atOnce), [[null], ["Since you last chose", null], [null]], "also where all comes in one state, and once");
  const end = [at(1, [], { mine: true }), at(2, [entry(1, "choice")]), at(3, [entry(2, "choice"), entry(2, "choice")], { finished: true })];
  assert.deepEqual(shownOf(end).at(-1), ["Since you last chose", null], "and before the result");
  assert.deepEqual(shownOf(course, "deals").flat(), [null, null, null, null, null], "who wants them after deals alone has none");
  assert.deepEqual(shownOf(course, "short").flat(), [null, null, null, null, null], "nor has who wants none at all");
});

test("a turn that goes by itself is shown", () => {
  const taken = entry(1, "taken", "(took no action)");
  assert.deepEqual(shownOf([at(1, [], { mine: true }), at(2, [entry(1, "choice"), taken])]), [[null], ["There was nothing to choose: took no action", null]]);
  assert.deepEqual(shownOf([at(1, [], { mine: true }), at(2, [entry(1, "choice"), taken], { mine: true })]), [[null], [null]]);
});

test("a pause for one's own deed is passed over, unless it shows a new card or one that was laid for all to see", () => {
  const own = [entry(1, "choice"), entry(1, "pause")];
  assert.deepEqual(shownOf([at(1, [], { mine: true }), at(2, own, { pause: "you have 1 award" })]).at(-1), ["passed over"]);
  assert.deepEqual(shownOf([at(1, [], { mine: true }), at(2, own, { pause: "a card", hand: [{ look: 1, card: "one" }] })]).at(-1), ["a card"]);
  assert.deepEqual(shownOf([at(1, [], { mine: true, table: [{ look: 1, card: "one" }] }), at(2, own, { pause: "it is yours", hand: [{ look: 1, card: "one" }] })]).at(-1), ["passed over"], "it was seen");
  const trick = [at(1, [], { mine: true, hand: [{ look: 1, card: "one" }] }), at(2, own, { pause: "the trick", table: [{ look: 1, card: "one" }] })];
  assert.deepEqual(shownOf(trick).at(-1), ["the trick"]);
  assert.deepEqual(shownOf([at(1, [], { mine: true }), at(2, [...own, entry(2, "choice")], { pause: "all" })]).at(-1), ["all"]);
});

test("a pause where nobody plays, as after a deal, stands until somebody goes on, and nothing before it is a stop once more", () => {
  const counted = at(2, [entry(2, "choice"), entry(2, "choice"), entry(2, "pause")], { pause: "the points of this deal" });
  counted.view = { ...counted.view, phase: "count", turn: null };
  const next = at(3, [], { mine: true });
  const standing = (wish) => {
    const stops = stopsBeforeTurns(() => wish);
    stops({ type: "description", phases: { count: { who: "nobody" }, play: { who: "in_turn" } } });
    stops({ type: "welcome", seat: 1 });
    return [at(1, []), counted, next].flatMap(stops).map(({ pause, stands = false }) => [pause, stands]);
  };
  assert.deepEqual(standing("turn"), [[null, false], ["the points of this deal", true], [null, false]]);
  assert.deepEqual(standing("deals"), standing("turn"));
  assert.deepEqual(standing("short"), [[null, false], ["the points of this deal", false], [null, false]]);
});
