// A position that is changed: which places are to be other when a card goes elsewhere, and what they are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, placeOf, titleAt } from "../../../../interpreter/artrules/table/page/edit/position.js";

const HAND = ["players", "1", "hand"];
const DECK = ["zones", "deck"];
const PLACES = [
  { at: DECK, cards: [["red 1", "red 1"], ["blue 2", "blue 2"]] },
  { at: HAND, cards: [["red 3", "{card: red 3, face: down}"], ["red 4", "red 4"]] },
  { at: ["players", "1", "coins"], value: "3" },
];

test("a card that goes to another zone has there what it begins with", () => {
  assert.deepEqual(moved(PLACES, [HAND, 0], DECK, 0), [[HAND, "[red 4]"], [DECK, "[red 3, red 1, blue 2]"]]);
  assert.deepEqual(moved(PLACES, [HAND, 0], DECK, null), [[HAND, "[red 4]"], [DECK, "[red 1, blue 2, red 3]"]]);
});

test("within a zone it stays as it is, and lies before another or last", () => {
  assert.deepEqual(moved(PLACES, [HAND, 1], HAND, 0), [[HAND, "[red 4, {card: red 3, face: down}]"]]);
  assert.deepEqual(moved(PLACES, [HAND, 0], HAND, 1), [[HAND, "[{card: red 3, face: down}, red 4]"]], "it lies there");
  assert.deepEqual(moved(PLACES, [HAND, 0], HAND, null), [[HAND, "[red 4, {card: red 3, face: down}]"]]);
});

test("a card may leave the game", () => {
  assert.deepEqual(moved(PLACES, [DECK, 0], null, null), [[DECK, "[blue 2]"]]);
});

test("places are named by their titles and owners", () => {
  const store = {
    welcome: { seats: [{ seat: 1, name: "Ann" }] },
    description: { zones: { hand: { title: "hand of cards" }, stall: { title: "stall", by: "shade" } }, members: { shade: { red: { title: "crimson" } } } },
  };
  assert.equal(titleAt(placeOf("hand", "1"), store), "Ann: hand of cards");
  assert.equal(titleAt(placeOf("stall[red]", "0"), store), "stall crimson");
  assert.equal(titleAt(["variables", "first_player"], store), "first player");
});
