// A card on which something has changed is drawn as it is now.
import assert from "node:assert/strict";
import { test } from "node:test";

import { lookOf } from "../../../../interpreter/artrules/table/page/cards/face.js";
import { indexOf } from "../../../../interpreter/artrules/table/page/cards/look.js";
import { rankOf } from "../../../../interpreter/artrules/table/page/cards/playing.js";

const printed = { kind: "card", title: "red 4", colour: "#f00", symbol: "heart", number: 4, index: null, pips: null };
const description = {
  looks: [printed],
  kinds: {
    card: { instead: { values: { parts: ["number"], enum: null }, hue: { parts: ["colour", "symbol"], enum: "hue" } } },
  },
  members: { hue: { blue: { title: "Blue", short: null, colour: "#00f", symbol: "drop" } } },
};
const look = (changed) => lookOf({ look: 0, card: "red 4", changed }, description);

test("the changed number, colour and symbol stand in place of the printed ones", () => {
  assert.equal(indexOf({ look: 0 }, look({ values: "13" })), "13");
  assert.equal(indexOf({ look: 0 }, look({ values: "1, 4" })), "1, 4");
  assert.deepEqual([look({ hue: "Blue" }).colour, look({ hue: "Blue" }).symbol], ["#00f", "drop"]);
  assert.equal(look({ hue: "Blue" }).number, 4);
});

test("what is none now isn't drawn, and what stands nowhere on the face changes nothing", () => {
  assert.deepEqual([look({ hue: "none" }).colour, look({ values: "none" }).number], [null, null]);
  assert.equal(look({ owner: "player 2" }), printed);
  assert.equal(look(undefined), printed);
});

test("a playing card has the pips of its new index", () => {
  const card = { kind: "card", title: "two", symbol: "heart", index: "2", pips: null };
  const cards = { looks: [card], kinds: { card: { instead: { rank: { parts: ["index"], enum: null } } } } };
  assert.deepEqual(rankOf(lookOf({ look: 0, changed: { rank: "7" } }, cards), cards.looks), { pips: 7 });
});
