// Whether texts stand whole on a card.
import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../../../interpreter/artrules/table/page/cards/look.js";
import { fittingTitle, linesFor, marksOf, textFits } from "../../../../interpreter/artrules/table/page/cards/face.js";

const ten = (text) => 10 * text.length;
const words = (count) => Array.from({ length: count }, () => "four").join(" ");

test("lines are broken between words, and never where a word is wider than its line", () => {
  assert.equal(linesOf("", () => 100, ten), 0);
  assert.equal(linesOf("four four", () => 90, ten), 1);
  assert.equal(linesOf("four four", () => 89, ten), 2);
  assert.equal(linesOf("four four four", (line) => (line === 0 ? 40 : 90), ten), 2);
  assert.equal(linesOf("seventeen", () => 80, ten), Infinity);
});

test("a text stands whole or not at all: more marks leave it less room", () => {
  assert.equal(linesFor("large", 0), 8);
  assert.equal(linesFor("large", 2), 6);
  assert.ok(textFits(words(15), 0, "large", 1, ten));
  assert.ok(!textFits(words(17), 0, "large", 1, ten));
  assert.ok(!textFits(words(15), 2, "large", 1, ten));
  assert.ok(!textFits("four", 0, "slip", 1, ten));
});

test("a title that doesn't stand whole gives way to the short one, then to none", () => {
  const width = 80;
  assert.equal(fittingTitle(["", "four four four", "four"], width, 2, 1, ten), "four");
  assert.equal(fittingTitle(["four four", "four"], width, 2, 1, ten), "four four");
  assert.equal(fittingTitle(["abcdefghijkl", null], width, 2, 1, ten), "");
});

test("what the number of a card says isn't said again below, nor who brought it", () => {
  const kind = { number: "worth", figures: { worth: "worth now", later: "worth later", by: "by" }, short: { later: "later" } };
  const card = { figures: { "worth now": 3, "worth later": 5, by: { player: 1 } }, changed: { colour: "red" }, gained: ["The Snob: draw."] };
  assert.deepEqual(marksOf(card, kind).map(({ title, short, changed }) => [title, short, changed]), [
    ["worth later", "later", false],
    ["colour", undefined, true],
    ["+ The Snob", undefined, true],
  ]);
});
