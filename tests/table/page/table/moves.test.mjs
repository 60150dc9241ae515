// What moved between two views is found by how cards look.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changedValues, movesBetween, playedBy } from "../../../../interpreter/artrules/table/page/motion/moves.js";

const look = (number) => ({ look: number, card: `card ${number}` });
const view = (zones, hand = [], variables = {}, points = 0) => ({ zones, variables, players: { 1: { hand, points } } });
const place = (zone, player, index) => ({ zone, player, index });
const travels = (moves) => moves.filter(({ from, to }) => !from || !to || from.zone !== to.zone || from.player !== to.player);

test("a card that is played goes from the hand to the trick, and the others move up", () => {
  const moves = movesBetween(view({ trick: [] }, [look(1), look(2), look(3)]), view({ trick: [look(2)] }, [look(1), look(3)]));
  assert.deepEqual(travels(moves), [{ from: place("hand", 1, 1), to: place("trick", 0, 0), turned: false }]);
  assert.ok(moves.some(({ from, to }) => from.index === 2 && to.zone === "hand" && to.index === 1));
});

test("equal cards are matched in their own zone first", () => {
  const moves = movesBetween(view({ shelf: [look(1)], box: [look(1)] }), view({ shelf: [look(1)], box: [look(1)] }));
  assert.deepEqual(travels(moves), []);
});

test("a card that is drawn unseen and then seen turns over", () => {
  const moves = movesBetween(view({ deck: [null, null] }, []), view({ deck: [null] }, [look(5)]));
  assert.deepEqual(travels(moves), [{ from: place("deck", 0, 1), to: place("hand", 1, 0), turned: true }]);
});

test("a card that changes where it lies is still that card", () => {
  const moves = movesBetween(view({ row: [look(4)] }), view({ row: [{ ...look(4), face: "down" }] }));
  assert.deepEqual(moves, [{ from: place("row", 0, 0), to: place("row", 0, 0), turned: true }]);
});

test("what goes out of sight leads to nowhere, what comes leads from nowhere", () => {
  assert.deepEqual(movesBetween(view({ row: [look(4)] }), view({ row: [] })), [{ from: place("row", 0, 0), to: null, turned: false }]);
  assert.deepEqual(movesBetween(view({ row: [] }), view({ row: [look(4)] })), [{ from: null, to: place("row", 0, 0), turned: false }]);
});

test("lists of numbers aren't cards, and changed values are named with their owner", () => {
  const before = view({}, [], { order: [1, 2], gold: 3 }, 0);
  const after = view({}, [], { order: [2, 1], gold: 3 }, 4);
  assert.deepEqual([...changedValues(before, after)], ["0/order", "1/points"]);
});

const seats = (zones, ...hands) => ({ zones, variables: {}, players: Object.fromEntries(hands.map((hand, at) => [at + 1, { hand }])) });

test("one player plays while another draws: the card that is played comes from the hand, the other from the deck", () => {
  const moves = movesBetween(
    seats({ deck: [null, null], trick: [] }, [null], [null, null]),
    seats({ deck: [null], trick: [look(5)] }, [null, null], [null]),
  );
  assert.deepEqual(
    travels(moves).map(({ from, to }) => [from.zone, from.player, to.zone, to.player]),
    [["deck", 0, "hand", 1], ["hand", 2, "trick", 0]],
  );
});

test("a card that says who played it comes from that player", () => {
  const by = (number, player) => ({ ...look(number), figures: { by: { player } } });
  const moves = movesBetween(seats({ trick: [] }, [null], [null]), seats({ trick: [by(1, 2), by(2, 1)] }, [], []));
  assert.deepEqual(travels(moves).map(({ from, to }) => [from.player, to.index]), [[2, 0], [1, 1]]);
  assert.deepEqual([playedBy(by(1, 2)), playedBy(look(1)), playedBy(null)], [2, null, null]);
});

test("in a row the cards that stay keep their order, also among equal ones", () => {
  const row = (...numbers) => view({ row: numbers.map(look) });
  const moves = movesBetween(row(1, 2, 1, 3), row(2, 1, 3));
  assert.deepEqual(moves.find(({ to }) => to === null).from, place("row", 0, 0));
  const turned = movesBetween(row(1, 2, 3), row(3, 1, 2));
  assert.deepEqual(turned.map(({ from, to }) => [from.index, to.index]).sort(), [[0, 1], [1, 2], [2, 0]]);
});

test("where all play at once, what the others do moves nothing before it is seen", () => {
  const before = seats({ trick: [] }, [look(1), look(2)], [null, null]);
  const mine = seats({ trick: [] }, [look(1)], [null, null]);
  assert.deepEqual(travels(movesBetween(before, mine)), [{ from: place("hand", 1, 1), to: null, turned: false }]);
});

test("cards that are shuffled into a deck go there from where they lay", () => {
  const moves = movesBetween(view({ deck: [], discard: [look(1), look(2), look(3)] }), view({ deck: [null, null, null], discard: [] }));
  assert.deepEqual(travels(moves).map(({ from, to, turned }) => [from.zone, to.zone, turned]), Array(3).fill(["discard", "deck", true]));
});
