// A guide says what is what from the description and a state, at every game.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { stepsOf } from "../../../../interpreter/artrules/table/page/learn/tour.js";
import { emptyStore, received } from "../../../../interpreter/artrules/table/page/store.js";

const folder = new URL("../fixtures/", import.meta.url);
const nameOf = (player) => `P${player}`;

for (const name of readdirSync(folder)) {
  const { welcome, description, states } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  const at = (state) => [welcome, description, state].reduce(received, emptyStore());

  test(`${name}: the guide begins with the aim, says in at most six steps what one may do`, () => {
    for (const state of states) {
      const steps = stepsOf(at(state), nameOf);
      assert.ok(description.about.startsWith(steps[0].text) && /[.!?]$/.test(steps[0].text), steps[0].text);
      assert.ok(steps.length <= 6);
      const choose = steps.find(({ id }) => id === "choose");
      if (state.offers.length) assert.ok(choose.text.includes(state.offers[0].prompt) && choose.points.length > 0);
      else assert.ok(!choose.points);
      assert.equal(new Set(steps.map(({ id }) => id)).size, steps.length);
      for (const { title, text, points } of steps) {
        assert.ok(title && text, name);
        assert.ok((points ?? []).every((line) => line && !line.includes("undefined")) && !/undefined|null/.test(title + text), text);
      }
    }
  });
}

test("who must choose is said by name", () => {
  const { welcome, description, states } = JSON.parse(readFileSync(new URL("hearts.json", folder), "utf8"));
  const turn = (waiting) => {
    const store = [welcome, description, { ...states[0], waiting, offers: [] }].reduce(received, emptyStore());
    return stepsOf(store, nameOf).find(({ id }) => id === "choose").text;
  };
  assert.doesNotMatch(turn([1]), /must choose/);
  assert.match(turn([2, 3, 4]), /now P2, P3 and P4 must choose\./);
});
