// How the cards of a zone are laid out, and which of them are lit.
import assert from "node:assert/strict";
import { test } from "node:test";

import { litKey, slotsOf } from "../../../../interpreter/artrules/table/page/zone.js";

const [red, blue] = [{ look: 0, card: "red" }, { look: 1, card: "blue" }];
const laid = (slots) => slots.map((slot) => [slot.index, slot.indices.length]);

test("a grid puts equal cards together, a row only neighbours, a fan none", () => {
  const cards = [red, blue, red, red];
  assert.deepEqual(laid(slotsOf(cards, "grid")), [[0, 3], [1, 1]]);
  assert.deepEqual(laid(slotsOf(cards, "row")), [[0, 1], [1, 1], [2, 2]]);
  assert.deepEqual(laid(slotsOf(cards, "fan")), [[0, 1], [1, 1], [2, 1], [3, 1]]);
});

test("cards that nobody sees are one slot even in a fan", () => {
  assert.deepEqual(laid(slotsOf([null, null, null], "fan")), [[0, 3]]);
});

test("equal cards stay apart where options are about each of them", () => {
  const cards = [red, red, red];
  assert.deepEqual(laid(slotsOf(cards, "row", false, (index) => index > 0)), [[0, 2], [2, 1]]);
  assert.deepEqual(laid(slotsOf(cards, "grid", false, (index) => index === 0)), [[0, 3]]);
});

test("a folded pile shows its top card for all", () => {
  assert.deepEqual(laid(slotsOf([red, blue, red], "pile")), [[0, 3]]);
  assert.deepEqual(slotsOf([], "pile"), []);
  assert.equal(slotsOf([red, blue, red], "pile", true).length, 2);
});

test("a card that equals one that an option is about means that one, in a zone without order", () => {
  const cards = [red, red];
  const second = slotsOf(cards, "fan")[1];
  const lit = new Set(["card hand 1 0"]);
  assert.equal(litKey(second, "hand", 1, cards, "loose", lit), "card hand 1 0");
  assert.equal(litKey(second, "hand", 1, cards, "row", lit), null);
});

test("cards that aren't seen stay apart where they are offered by their places", () => {
  const marked = { look: null, card: null, changed: { hint: "2" } };
  const cards = [null, null, marked, marked, red];
  assert.deepEqual(laid(slotsOf(cards, "row")), [[0, 2], [2, 2], [4, 1]]);
  assert.deepEqual(laid(slotsOf(cards, "row", false, (index) => index !== 1)), [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]);
});
