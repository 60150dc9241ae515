// What a card says in words, to those who don't see it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { breakable, figuresOf, wordsOf } from "../../../../interpreter/artrules/table/page/card.js";

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

test("only long words may break, between consonants", () => {
  assert.equal(breakable("art"), "art");
  assert.equal(breakable("impressionism").replaceAll("\u00ad", "-"), "impres-sionism");
});
