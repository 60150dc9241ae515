// Pointing at things narrows the options down to the one that is meant.
import assert from "node:assert/strict";
import { test } from "node:test";

import { cardKey, filtered, grouped, litBy, matching, optionsOf, pointedAt } from "../../../../interpreter/artrules/table/page/choices.js";

const card = (index) => ({ card: ["hand", 1, index] });
const state = {
  offers: [
    {
      player: 1,
      prompt: "Give or keep",
      options: [
        { token: "a", label: "keep all", about: [], declines: true, group: 2 },
        { token: "b", label: "give red 3 to Ann", about: [card(0), { player: 2 }], declines: false, group: 0 },
        { token: "c", label: "give red 3 to Ben", about: [card(0), { player: 3 }], declines: false, group: 0 },
        { token: "d", label: "give blue 12 to Ben", about: [card(1), { player: 3 }], declines: false, group: 0 },
        { token: "e", label: "name red", about: [{ member: ["hue", "red"] }], declines: false, group: 1 },
      ],
    },
  ],
};
const options = optionsOf(state);
const tokens = (some) => some.map((option) => option.token);

test("options are counted in the order in which they stand, those that decline last", () => {
  assert.deepEqual(tokens(options), ["b", "c", "d", "e", "a"]);
  assert.deepEqual(options.map((option) => option.number), [1, 2, 3, 4, 5]);
});

test("all that options are about is lit", () => {
  assert.deepEqual([...litBy(options)], [cardKey("hand", 1, 0), "player 2", "player 3", cardKey("hand", 1, 1), "member hue red"]);
});

test("a number is lit by options that are about nothing else", () => {
  const about = (...things) => ({ about: things });
  assert.deepEqual([...litBy([about(card(0), { number: 2 }), about({ number: 4 })])], [cardKey("hand", 1, 0), "number 4"]);
});

test("a card with one option is chosen at once", () => {
  const { chosen, selected } = pointedAt(options, [], cardKey("hand", 1, 1));
  assert.equal(chosen.token, "d");
  assert.deepEqual(selected, []);
});

test("a card with several options narrows the list, and the next thing decides", () => {
  const first = pointedAt(options, [], cardKey("hand", 1, 0));
  assert.equal(first.chosen, null);
  assert.deepEqual(tokens(matching(options, first.selected)), ["b", "c"]);
  assert.equal(pointedAt(options, first.selected, "player 3").chosen.token, "c");
});

test("the same card again takes it back, and one that doesn't fit begins anew", () => {
  const picked = [cardKey("hand", 1, 0)];
  assert.deepEqual(pointedAt(options, picked, picked[0]), { selected: [], chosen: null });
  assert.equal(pointedAt(options, picked, "member hue red").chosen.token, "e");
  assert.deepEqual(pointedAt(options, picked, "player 9"), { selected: picked, chosen: null });
});

test("digits find a number first, else words that begin with them", () => {
  assert.deepEqual(tokens(filtered(options, "2")), ["c"]);
  assert.deepEqual(tokens(filtered(options, "12")), ["d"]);
  assert.deepEqual(tokens(filtered(options, "be giv")), ["c", "d"]);
  assert.deepEqual(tokens(filtered(options, " ")), tokens(options));
});

test("a long list is grouped by branches under the words that are the same", () => {
  const many = Array.from({ length: 7 }, (_, index) => ({ label: `show card ${index}`, group: 0, declines: false }));
  const groups = grouped([...many, { label: "buy a 2", group: 1, declines: false }, { label: "stop", group: 2, declines: true }]);
  assert.deepEqual(groups.map((group) => [group.title, group.options.length]), [["Show card", 7], [null, 1], [null, 1]]);
  assert.equal(grouped(options)[0].title, null);
});
