// What is marked as new is found in what a seat sees alone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, choicesOf, deedsOfOthers, marksSince, newIn, toldSince, untilTurn } from "../../../../interpreter/artrules/table/page/motion/moves.js";

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
  assert.deepEqual(newIn(then, now, "hand", 1), ["card 6"]);
  assert.deepEqual(newIn(then, now, "row", 1), []);
});

test("a zone in which all is new has no marks", () => {
  assert.deepEqual(cards(view({ deck: [null, null] }, [[]]), view({ deck: [] }, [[look(3), look(4)]])), []);
  assert.deepEqual(cards(view({ top: [] }, [[], [look(3)]]), view({ top: [look(3)] }, [[], []])), [["top 0 0", 2]], "but a single one");
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

test("what was taken for somebody is told until they choose again, without its brackets", () => {
  const takenFor = (log, seat) => toldSince(log, seat).taken;
  const log = [line(1, "taken", "(too old)"), line(1, "choice", "take a lamp"), line(1, "taken", "(end the turn)"), line(2, "taken", "(of others)")];
  assert.deepEqual(takenFor(log, 1), ["end the turn"]);
  assert.deepEqual(takenFor([...log, line(1, "choice", "take a vase")], 1), []);
  assert.deepEqual(takenFor(log.slice(0, 1), 1), ["too old"], "also before the first choice");
});

test("what was said of somebody is told where they may not have seen why: while others did something, or before what was taken", () => {
  const log = [line(1, "choice", "use it"), line(1, "saying", "drew 5"), line(1, "taken", "(stop)"), line(1, "saying", "made 4")];
  assert.deepEqual(toldSince(log, 1).said, ["drew 5"]);
  assert.deepEqual(toldSince([...log, line(2, "choice", "hold it")], 1).said, ["drew 5", "made 4"]);
  assert.deepEqual(toldSince(log, 2).said, []);
});

test("what the others did stays told during a whole turn, until they do something again", () => {
  const before = [line(1, "choice", "end"), line(2, "choice", "buy a lamp"), line(2, "saying", "made 4"), line(1, "taken", "(draw)")];
  const turn = [...before, line(1, "choice", "discard"), line(1, "choice", "sell")];
  for (const log of [before, turn]) assert.deepEqual(deedsOfOthers(log, 1).map(({ text }) => text), ["buy a lamp", "made 4"]);
  assert.equal(untilTurn(turn, 1).length, before.length);
  assert.deepEqual(deedsOfOthers([...turn, line(3, "choice", "pass")], 1).map(({ text }) => text), ["pass"]);
  assert.deepEqual(deedsOfOthers([line(1, "choice", "end")], 1), []);
});

test("numbers of players that have become others are told with what they were", () => {
  const [then, now] = [view({}, [[], [look(1)]]), view({}, [[], [look(1), look(2)]])];
  assert.deepEqual(changesOf(then, now, "points"), [{ player: 2, before: 1, after: 2 }]);
  assert.deepEqual(changesOf(then, then, "points"), []);
});

test("the same view means the same marks, whatever happened where nobody here sees it", () => {
  const then = view({ deck: [null, null] }, [[look(1)], [null]]);
  assert.deepEqual(cards(then, then), []);
  assert.deepEqual([...marksSince(then, then, 1).values], []);
});
