// What is marked as new is found in what a seat sees alone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { linesSince, scoresSince } from "../../../../interpreter/artrules/table/page/side.js";
import { emptyStore, received } from "../../../../interpreter/artrules/table/page/store.js";
import { choicesOf, marksSince, newIn, toldSince, untilTurn, withRefilled } from "../../../../interpreter/artrules/table/page/motion/moves.js";

const look = (number) => ({ look: number, card: `card ${number}` });
const view = (zones, hands, variables = {}) => ({
  zones,
  variables,
  players: Object.fromEntries(hands.map((hand, at) => [at + 1, { hand, points: hand.length }])),
});
const cards = (then, now, seat = 1) => [...marksSince(then, now, seat).cards];

test("cards that somebody has given are marked, with whose they were", () => {
  const then = view({}, [[look(1), look(2)], [look(7), look(8)]]);
  const now = view({}, [[look(1), look(2), look(8)], [look(7)]]);
  assert.deepEqual(cards(then, now), [["hand 1 2", 2]]);
});

test("a card that is drawn is new, and comes from nobody", () => {
  assert.deepEqual(cards(view({ deck: [null] }, [[look(1)]]), view({ deck: [] }, [[look(1), look(5)]])), [["hand 1 1", null]]);
});

test("what one has moved oneself is no news, nor is what nobody sees", () => {
  const then = view({ trick: [look(9)], deck: [null] }, [[look(1), look(2)], [null]]);
  assert.deepEqual(cards(then, view({ trick: [look(9), look(1)], deck: [] }, [[look(2)], [null, null]])), []);
});

test("what one draws oneself is new, and can be told; what one has put down and seen isn't", () => {
  const at = (deck, hand, row) => ({ zones: {}, variables: {}, players: { 1: { deck, hand, row } } });
  const then = at([null, null], [look(1), look(2)], []);
  const now = at([null], [look(2), look(6)], [look(1)]);
  assert.deepEqual(cards(then, now), [["hand 1 1", null]]);
  assert.deepEqual(newIn(then, now, "hand", 1), { count: 1, cards: ["card 6"] });
  assert.deepEqual(newIn(then, now, "row", 1), { count: 0, cards: [] });
});

test("a zone in which all is new has no marks", () => {
  assert.deepEqual(cards(view({ deck: [null, null] }, [[]]), view({ deck: [] }, [[look(3), look(4)]])), []);
  assert.deepEqual(cards(view({ top: [] }, [[], [look(3)]]), view({ top: [look(3)] }, [[], []])), [["top 0 0", 2]], "but a single one");
});

test("where all of a hand is new, its number is told, also of cards that look like those of before", () => {
  const [then, played, dealt] = [[look(1)], [], [look(1), look(2), look(3)]].map((hand) => view({ trick: [] }, [hand]));
  assert.deepEqual(newIn(then, dealt, "hand", 1), { count: 2, cards: ["card 2", "card 3"] });
  const again = withRefilled(then, played, dealt);
  assert.deepEqual(newIn(again, dealt, "hand", 1), { count: 3, cards: [] });
  assert.deepEqual(cards(again, dealt), []);
  assert.equal(withRefilled(then, then, played), then, "nothing has come where something lay");
});

test("values say what they were; cards are no values", () => {
  const then = view({}, [[look(1)], []], { price: 3, led: null, order: [1, 2] });
  const now = view({}, [[], []], { price: 4, led: null, order: [2, 1] });
  assert.deepEqual([...marksSince(then, now, 1).values], [["0/price", 3], ["1/points", 1]]);
});

test("only choices that somebody has made count, of all that the log tells", () => {
  const log = [
    { player: 1, sort: "choice" },
    { player: 2, sort: "choice" },
    { player: 1, sort: "taken" },
    { player: 1, sort: "event" },
  ];
  assert.equal(choicesOf(log, 1), 1);
});

const line = (player, sort, text) => ({ player, sort, text });

const texts = (lines) => lines.map(({ text }) => text);

test("what was taken for somebody is told until they choose again", () => {
  const log = [line(1, "taken", "(too old)"), line(1, "choice", "take a lamp"), line(2, "choice", "wait"), line(1, "taken", "(end the turn)"), line(2, "taken", "(of others)")];
  assert.deepEqual(texts(toldSince(log, 1)), ["wait", "(end the turn)"]);
  const turn = [...log, line(1, "choice", "take a vase")];
  assert.deepEqual(texts(toldSince(turn, 1)), ["wait", "(end the turn)"], "in the turn, too");
  assert.deepEqual(texts(toldSince([...turn, line(2, "choice", "pass")], 1)), ["pass"]);
  assert.deepEqual(texts(toldSince(log.slice(0, 1), 1)), ["(too old)"], "also before the first choice");
});

test("what was said of somebody is told where they may not have seen why: while others did something, or before what was taken", () => {
  const log = [line(1, "choice", "use it"), line(1, "saying", "drew 5"), line(1, "taken", "(stop)"), line(1, "saying", "made 4")];
  assert.deepEqual(texts(toldSince(log, 1)), ["drew 5", "(stop)"]);
  assert.deepEqual(texts(toldSince([...log, line(2, "choice", "hold it")], 1)), ["drew 5", "(stop)", "made 4", "hold it"]);
});

test("what the others did stays told during a whole turn, until they do something again", () => {
  const before = [line(1, "choice", "end"), line(2, "choice", "buy a lamp"), line(2, "saying", "made 4"), line(1, "taken", "(draw)")];
  const turn = [...before, line(1, "choice", "discard"), line(1, "choice", "sell")];
  for (const log of [before, turn]) assert.deepEqual(texts(toldSince(log, 1)), ["buy a lamp", "made 4", "(draw)"]);
  assert.equal(untilTurn(turn, 1).length, before.length);
  assert.deepEqual(texts(toldSince([...turn, line(3, "choice", "pass")], 1)), ["pass"]);
  assert.deepEqual(toldSince([line(1, "choice", "end")], 1), []);
});

test("a trick is told as it was played: who led, who followed, who took it", () => {
  const trick = [line(2, "choice", "played 5"), line(3, "choice", "played 2"), line(1, "taken", "(played 9)"), line(1, "pause", "takes the trick")];
  const store = { log: [line(1, "choice", "played 3"), ...trick, line(null, "pause", "the points"), line(2, "saying", "leads"), line(2, "choice", "played 8")], state: { view: view({}, [[], []]) }, meanwhile: null };
  const welcome = { seat: 1, mine: [1], seats: [{ seat: 1 }, { seat: 2, name: "Ben" }, { seat: 3, name: "Cleo" }] };
  assert.deepEqual(lines({ ...store, welcome }), ["Ben: played 5", "Cleo: played 2", "There was nothing to choose: played 9", "You: takes the trick", "Ben: leads; played 8"]);
});

const DESCRIPTION = { zones: { hand: { title: "hand", as: "fan" } }, variables: { points: { title: "points" } }, figures: {}, terms: [] };
const lines = (store) => linesSince(store, { seat: 1, description: DESCRIPTION });

test("what is told of somebody several times in a row is told once, with how often", () => {
  const pass = line(2, "choice", "passed a card on");
  const store = { log: [line(1, "choice", "played 3"), pass, pass, pass, line(2, "choice", "played 5"), pass], state: { view: view({}, [[], []]) }, meanwhile: null };
  const welcome = { seat: 1, mine: [1], seats: [{ seat: 1 }, { seat: 2, name: "Ben" }] };
  assert.deepEqual(lines({ ...store, welcome }), ["Ben: passed a card on ×3; played 5; passed a card on"]);
});

test("what somebody did stands before what others did later, and a stop tells only what came after they went on last", () => {
  const state = (version, log, more = {}) => ({ type: "state", version, from: version, log: [log].flat(), view: view({}, [[], []]), offers: [], ...more });
  const welcome = { type: "welcome", seat: 1, mine: [1], table: { id: "t" }, seats: [{ seat: 1 }, { seat: 2, name: "Ben" }] };
  const stop = { pause: "Since you last chose", stands: true, stop: true };
  const heard = (...messages) => messages.reduce(received, { ...emptyStore(), description: DESCRIPTION });
  const course = [welcome, state(0, line(1, "choice", "sell")), state(1, line(1, "taken", "(end the turn)")), state(2, line(2, "choice", "buy")), state(3, line(2, "choice", "pass"), stop)];
  const all = ["There was nothing to choose: end the turn", "Ben: buy; pass"];
  assert.deepEqual(lines(heard(...course)), all);
  const turn = [...course, { ...course.at(-1), pause: null, stands: undefined }];
  assert.deepEqual(lines(heard(...turn)), all, "in the turn all of it stays");
  const next = [...turn, state(4, line(1, "choice", "draw")), state(5, [line(2, "choice", "wait"), line(2, "pause", "a pause of the game")], { pause: "a pause of the game" })];
  assert.deepEqual(lines(heard(...next.slice(0, -1), { ...next.at(-2), pause: "look" })), []);
  assert.deepEqual(lines(heard(...next)), ["Ben: wait"]);
  assert.deepEqual(lines(heard(...turn, state(3, line(2, "pause", "look"), { pause: "look" }))), ["There was nothing to choose: end the turn", "Ben: buy"], "what is taken back is told again");
});

test("a pause of the game tells what came after the pause before it", () => {
  const state = (version, log, more = {}) => ({ type: "state", version, from: 2 * version, log, view: view({}, [[], []]), offers: [], ...more });
  const welcome = { type: "welcome", seat: 1, mine: [1], table: { id: "t" }, seats: [{ seat: 1 }, { seat: 2, name: "Ben" }] };
  const trick = state(1, [line(2, "choice", "play"), line(2, "pause", "takes the trick")], { pause: "Ben takes the trick" });
  const points = state(2, [line(2, "saying", "got 3 points"), line(null, "pause", "the points")], { pause: "the points" });
  const heard = [welcome, state(0, [line(1, "choice", "play"), line(1, "taken", "(end)")]), trick, points].reduce(received, { ...emptyStore(), description: DESCRIPTION });
  assert.deepEqual(lines(heard), ["Ben: got 3 points"]);
  assert.equal(heard.leftOut, 0);
});

test("where points are others, those of all are told", () => {
  const described = { points: { title: "points", as: "score" }, bags: { title: "bags" }, side: { title: "points of sides", as: "score", by: "side" } };
  const description = { zones: {}, variables: described, figures: {}, members: { side: { north: { title: "North" } } } };
  const [then, now] = [0, 3].map((points) => ({ zones: {}, variables: { "side[north]": 7 }, players: { 1: { points: 5, bags: points }, 2: { points } } }));
  const welcome = { seat: 1, mine: [1], seats: [{ seat: 1 }, { seat: 2, name: "Ben" }] };
  const scores = (meanwhile) => scoresSince({ meanwhile, welcome, log: [], state: { view: now } }, { seat: 1, description });
  assert.deepEqual(scores({ then, now }), [{ title: "points", rows: [{ who: "You", before: 5, after: 5, causes: [] }, { who: "Ben", before: 0, after: 3, causes: [] }] }]);
  assert.deepEqual(scores({ then: now, now }), [], "nothing where they are the same");
  const sides = { ...now, variables: { "side[north]": 9 } };
  assert.deepEqual(scores({ then: now, now: sides }), [{ title: "points of sides", rows: [{ who: "North", before: 7, after: 9, causes: [] }] }]);
});

test("the same view means the same marks, whatever happened where nobody here sees it", () => {
  const then = view({ deck: [null, null] }, [[look(1)], [null]]);
  assert.deepEqual(cards(then, then), []);
  assert.deepEqual([...marksSince(then, then, 1).values], []);
});
