// What the page knows is made of messages alone, and nothing of another seat stays.
import assert from "node:assert/strict";
import { test } from "node:test";

import { mayUndo } from "../../../../interpreter/artrules/table/page/header.js";
import { mayAskABot } from "../../../../interpreter/artrules/table/page/why.js";
import { announcement } from "../../../../interpreter/artrules/table/page/log.js";
import { turnBeside } from "../../../../interpreter/artrules/table/page/things.js";
import { emptyStore, newsSince, received } from "../../../../interpreter/artrules/table/page/store.js";

const VIEW = { zones: {}, variables: {}, players: {} };
const welcome = (seat) => ({ type: "welcome", table: { id: "t" }, seats: [], mine: [1, 2], seat });
const state = (version, from, lines) => ({ type: "state", version, from, log: lines.map((text) => ({ text })), view: VIEW });
const after = (...messages) => messages.reduce(received, emptyStore());
const texts = (log) => log.map((line) => line.text);

test("the log grows by what is new, and is cut where it became another", () => {
  const store = after(welcome(1), state(1, 0, ["a", "b"]), state(2, 2, ["c"]));
  assert.deepEqual(texts(store.log), ["a", "b", "c"]);
  assert.deepEqual(texts(received(store, state(3, 1, ["x"])).log), ["a", "x"]);
});

test("the state before is kept while the version moves, and stays when the same comes again", () => {
  const store = after(welcome(1), state(1, 0, []), state(2, 0, []), state(2, 0, []));
  assert.equal(store.earlier.version, 1);
  assert.equal(store.state.version, 2);
});

test("what somebody saw when they chose last stays until they choose again, and goes with their seat", () => {
  const seen = (version, lines) => ({ ...state(version, 0, []), view: { ...VIEW, version }, log: lines.map((player) => ({ player, sort: "choice", text: "" })) });
  const store = after(welcome(1), seen(1, []), seen(2, [2]));
  assert.equal(store.atLastChoice.version, 1, "before the first choice, what was there first");
  const chosen = [seen(3, [2, 1]), seen(4, [2, 1, 2])].reduce(received, store);
  assert.equal(chosen.atLastChoice.version, 2);
  assert.equal(received(chosen, welcome(2)).atLastChoice, null);
  assert.equal(received(received(chosen, welcome(null)), seen(5, [])).atLastChoice, null, "who only watches never chooses");
});

test("another seat begins with nothing of the one before", () => {
  const store = after(welcome(1), state(1, 0, ["secret of seat 1"]), { type: "why", id: 1, text: "secret" }, welcome(2));
  assert.ok(!JSON.stringify(store).includes("secret"));
  assert.equal(store.welcome.seat, 2);
});

test("a refusal stands until the game goes on", () => {
  const store = after(welcome(1), state(1, 0, []), { type: "refused", text: "Too late." });
  assert.equal(store.refused, "Too late.");
  assert.equal(received(store, state(2, 0, [])).refused, null);
});

test("an unknown message changes nothing", () => {
  const store = after(welcome(1));
  assert.equal(received(store, { type: "later" }), store);
});

test("the news are the lines that came, however the log was sent", () => {
  assert.deepEqual(texts(newsSince([{ text: "a" }], [{ text: "a" }, { text: "b" }])), ["b"]);
  const before = after(welcome(1), state(1, 0, ["a"]));
  const now = received(before, state(2, 1, ["b", "c"]));
  assert.equal(announcement(before.log, now.log, "Play a card"), "b. c. Play a card");
});

test("what is refused to a question is its answer; all else is said above the table", () => {
  const asked = after(welcome(1), state(1, 0, []), { type: "refused", id: 7, text: "Too many." });
  assert.deepEqual([asked.why, asked.advice.text, asked.refused], [{ id: 7, text: "Too many." }, "Too many.", null]);
  assert.equal(received(asked, { type: "refused", text: "Too late." }).refused, "Too late.");
  const nobody = after({ ...welcome(null), open: false }, { type: "refused", id: 7, text: "secret" });
  assert.ok(!JSON.stringify(nobody).includes("secret"));
});

test("whose turn it is is said where somebody else must choose meanwhile, and where anybody has a turn", () => {
  const phases = { buy: { who: "in_turn" }, vote: { who: "all_at_once" }, tidy: { who: "nobody" } };
  const view = { phase: "buy", turn: 2, finished: false };
  assert.equal(turnBeside({ view, waiting: [2] }, { phases }), null);
  assert.equal(turnBeside({ view, waiting: [] }, { phases }), null);
  assert.equal(turnBeside({ view, waiting: [1] }, { phases }), 2);
  assert.equal(turnBeside({ view, waiting: [1, 2] }, { phases }), 2);
  for (const phase of ["vote", "tidy", "setup"]) {
    assert.equal(turnBeside({ view: { ...view, phase }, waiting: [1] }, { phases }), null);
  }
  assert.equal(turnBeside({ view: { ...view, finished: true }, waiting: [1] }, { phases }), null);
});

test("after the end only an open table offers to take something back", () => {
  const at = (finished, open, mine = [1]) => mayUndo({ welcome: { mine, open }, state: { view: { finished } } });
  assert.deepEqual([at(false, false), at(true, false), at(true, true), at(false, false, [])], [true, false, true, false]);
});

test("pauses that the log tells of and the page wasn't sent are counted", () => {
  const told = (version, from, sorts, pause = null) => ({ ...state(version, from, []), pause, log: sorts.map((sort) => ({ sort, text: sort })) });
  const first = after(welcome(1), told(1, 0, ["pause", "pause"]));
  assert.equal(first.leftOut, 0, "whoever comes later sees how it stands now");
  const next = received(first, told(2, 2, ["choice", "pause", "pause", "pause"], "the trick"));
  assert.equal(next.leftOut, 2);
  assert.equal(received(next, told(2, 6, [], "the trick")).leftOut, 0);
  assert.equal(received(next, told(3, 6, ["pause"])).leftOut, 1);
  assert.equal(received(next, told(3, 6, ["choice"])).leftOut, 0);
  assert.equal(received(next, told(3, 2, ["pause"])).leftOut, 0, "what was put in order or taken back isn't left out");
});

test("advice stays while the same is offered, whatever others do, goes with the offer, and never to another seat", () => {
  const offering = (version, token) => ({ ...state(version, 0, []), offers: [{ player: 1, options: [{ token }] }] });
  const advice = { type: "advice", id: 3, token: "t", text: "because", tried: [] };
  const asked = after(welcome(1), offering(1, "t"), advice);
  assert.equal(asked.advice, advice);
  assert.equal(received(asked, offering(2, "t")).advice, advice);
  assert.equal(received(asked, offering(2, "other")).advice, null);
  assert.equal(received(asked, welcome(2)).advice, null);
  assert.equal(after({ ...welcome(null), open: false }, advice).advice, null);
});

test("what somebody asks to take back stands until it is settled or the game goes on", () => {
  const asks = { type: "undo_asked", by: 2, text: "play red 3", agreed: [], waits_for: [1] };
  const asked = after(welcome(1), state(1, 0, []), asks);
  assert.equal(asked.undoAsked, asks);
  assert.equal(received(asked, { ...asks, by: null }).undoAsked, null);
  assert.equal(received(asked, state(2, 0, [])).undoAsked, null);
  assert.equal(received(asked, welcome(2)).undoAsked, null);
  assert.equal(after({ ...welcome(null), open: false }, asks).undoAsked, null);
});

test("whoever sits before an open table may ask what a bot would do, and nobody behind a curtain", () => {
  const offers = [{ player: 2, options: [{ about: [] }, { about: [] }] }];
  const asked = (more) => mayAskABot({ welcome: { advice: true, seat: null, open: false, mine: [1, 2], ...more }, state: { offers } });
  assert.equal(asked({ open: true }), true);
  assert.equal(asked({}), false);
  assert.equal(asked({ seat: 2 }), true);
  assert.equal(asked({ open: true, advice: false }), false);
  assert.equal(mayAskABot({ welcome: { advice: true, seat: 1 }, state: { offers: [] } }), false);
});

test("what came with the change of a value is kept, and goes with what is taken back", () => {
  const entry = (player, text, sort = "choice", kind = "chose") => ({ player, text, sort, kind });
  const seen = (version, points, from, ...log) => ({ type: "state", version, from, log, view: { round: 2, zones: {}, variables: {}, players: { 1: { points, hand: [null] } } } });
  const held = { ...entry(1, "held the exhibition"), round: 1 };
  const store = after(welcome(1), seen(1, 2, 0, entry(2, "rested")), seen(2, 5, 1, entry(null, "round 2", "heading"), held), seen(3, 5, 3, entry(2, "rested")));
  assert.deepEqual(store.changes, { "1/points": [{ line: 1, round: 1, before: 2, after: 5, deeds: [held] }] });
  const lost = received(store, seen(4, 4, 4, entry(2, "took one")));
  assert.deepEqual(lost.changes["1/points"].map(({ before, after }) => [before, after]), [[2, 5], [5, 4]]);
  const undone = received(lost, seen(5, 5, 4, entry(2, "takes back: took one", "saying", "undone")));
  assert.deepEqual(undone.changes, store.changes);
  assert.deepEqual(received(lost, welcome(2)).changes, {}, "another seat begins with none");
});
