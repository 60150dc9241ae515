// Where the things of an area stand: alone, or in columns by their owners.
import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest } from "../../../../interpreter/artrules/table/page/keyboard.js";
import { blocksOf, hasTurn, isShownNow, keyOfOwner, marksHeldBy, splitKey, titleOfOwner } from "../../../../interpreter/artrules/table/page/things.js";

const all = () => true;

test("a key is a name and an owner", () => {
  assert.deepEqual(splitKey("price[old_red]"), { name: "price", owner: "old_red" });
  assert.deepEqual(splitKey("price"), { name: "price", owner: null });
});

test("things with the same owners share columns, what has none stands alone", () => {
  const scope = { "shelf[a]": [], "shelf[b]": [], "price[a]": 1, "price[b]": 2, waiting: [], "rank[1]": 0 };
  const blocks = blocksOf({ things: ["shelf", "price", "waiting", "rank"] }, scope, all);
  assert.deepEqual(blocks, [
    { columns: [{ owner: "a", keys: ["shelf[a]", "price[a]"] }, { owner: "b", keys: ["shelf[b]", "price[b]"] }] },
    { columns: null, keys: ["waiting"] },
    { columns: [{ owner: "1", keys: ["rank[1]"] }] },
  ]);
});

test("what isn't shown leaves no empty column", () => {
  const scope = { "pack[a]": [], "pack[b]": [1] };
  const blocks = blocksOf({ things: ["pack"] }, scope, (_, value) => value.length > 0);
  assert.deepEqual(blocks, [{ columns: [{ owner: "b", keys: ["pack[b]"] }] }]);
});

test("shown says when a thing is shown", () => {
  assert.equal(isShownNow({ sort: "zone", shown: "filled" }, []), false);
  assert.equal(isShownNow({ sort: "variable", shown: "changed", starts: 3 }, 3), false);
  assert.equal(isShownNow({ sort: "variable", shown: "changed", starts: 3 }, 4), true);
  assert.equal(isShownNow({ sort: "variable", shown: "never" }, 4), false);
  assert.equal(isShownNow({ sort: "zone", shown: "always" }, []), true);
  assert.equal(isShownNow({ sort: "variable", shown: "turn" }, 0, true), true);
  assert.equal(isShownNow({ sort: "variable", shown: "turn" }, 4, false), false);
});

test("a player has the turn where they play one after another, until the game is over", () => {
  const phases = { buy: { who: "in_turn" }, play: { who: "all_at_once" } };
  const isOn = (view, player = 2) => hasTurn({ view: { phase: "buy", turn: 2, finished: false, ...view } }, { phases }, player);
  assert.deepEqual([isOn({}), isOn({}, 1), isOn({ phase: "play" }), isOn({ finished: true })], [true, false, false, false]);
});

test("an arrow leads to the nearest card in its direction", () => {
  const at = (left, top) => ({ left, top, right: left + 10, bottom: top + 10 });
  const others = [at(20, 0), at(40, 0), at(0, 30), at(-20, 0)];
  assert.equal(nearest(at(0, 0), others, "ArrowRight"), 0);
  assert.equal(nearest(at(0, 0), others, "ArrowLeft"), 3);
  assert.equal(nearest(at(0, 0), others, "ArrowDown"), 2);
  assert.equal(nearest(at(0, 0), others, "ArrowUp"), -1);
});

test("owners have titles, also two of them; options name one alone", () => {
  const description = { members: { hue: { red: { title: "Deep red" } } } };
  assert.equal(titleOfOwner(description, "hue", "red"), "Deep red");
  assert.equal(titleOfOwner(description, "hue", "red][2"), "Deep red 2");
  assert.equal(keyOfOwner("hue", "red"), "member hue red");
  assert.equal(keyOfOwner(null, "3"), "number 3");
  assert.equal(keyOfOwner("hue", "red][2"), null);
});

test("a flag of the table is a mark of the player who holds it", () => {
  const flag = { of: "table", as: "flag", shown: "always" };
  const variables = { deals: flag, ended: flag, last: { ...flag, as: "number" }, target: { ...flag, of: "player" }, best: { ...flag, shown: "changed", starts: { player: 2 } } };
  const view = { variables: { deals: { player: 2 }, ended: true, last: { player: 2 }, best: { player: 2 } } };
  const description = { zones: {}, variables, figures: {} };
  assert.deepEqual(marksHeldBy({ view, description }, 2), ["deals"]);
  assert.deepEqual(marksHeldBy({ view, description }, 1), []);
});
