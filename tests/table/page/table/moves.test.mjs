// What moved between two views is found by how cards look.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changedValues, movesBetween } from "../../../../interpreter/artrules/table/page/moves.js";

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
