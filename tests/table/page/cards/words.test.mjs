// What a card says in words, to those who don't see it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { figuresOf, indexOf, nameOfGained, playerOf, wordsOf } from "../../../../interpreter/artrules/table/page/cards/look.js";

test("a card is read with what it can do, what it is worth, what has changed", () => {
  const card = { look: 0, card: "red 3", face: "down", figures: { worth: 4, free: null }, changed: { numbers: "1, 3" }, gained: ["a power"] };
  assert.equal(
    wordsOf(card, { text: "Draw one." }, { count: 2, lit: true }),
    "red 3, Draw one., 2 times, face down, worth 4, changed: numbers 1, 3, gained: a power, can be chosen",
  );
});

test("cards that nobody sees say how many they are, and nothing else", () => {
  assert.equal(wordsOf(null, null), "face-down card");
  assert.equal(wordsOf(null, null, { count: 12 }), "12 face-down cards");
});

test("figures that say nothing are left out", () => {
  assert.deepEqual(figuresOf({ figures: { worth: 0, twice: true, free: null, new: false } }), [["worth", 0], ["twice", true]]);
  assert.deepEqual(figuresOf({}), []);
});

test("the corner has the index, or the number, or the letters that a title begins with", () => {
  assert.equal(indexOf({ number: 7 }, { index: "Q", number: 3, title: "queen" }), "Q");
  assert.equal(indexOf({ number: 7 }, { number: 3, title: "three" }), "7");
  assert.equal(indexOf({}, { number: 0, title: "zero" }), "0");
  assert.equal(indexOf({}, { title: "the house of the sun" }), "HS");
  assert.equal(indexOf({}, { title: "the house of the sun", symbol: "sun" }), ""); // which is there already
});

test("the name of a power stands before what it says", () => {
  assert.equal(wordsOf({}, { title: "red 3", power: "The Snob", text: "Draw: a card." }), "red 3, The Snob: Draw: a card.");
  assert.equal(wordsOf({}, { title: "red 3", power: "", text: "Rest: draw a card." }), "red 3, Rest: draw a card.");
  assert.equal(nameOfGained("The Snob: draw a card"), "The Snob");
  assert.equal(nameOfGained("The Snob"), "The Snob");
});

test("who brought a card is a player among its figures, read by name", () => {
  const card = { look: 0, card: "red 3", figures: { by: { player: 2 }, worth: 4 } };
  assert.equal(playerOf(card), 2);
  assert.equal(wordsOf(card, null, { nameOf: () => "Ann" }), "red 3, by Ann, worth 4");
  assert.equal(playerOf({ figures: { worth: 4 } }), null);
});
