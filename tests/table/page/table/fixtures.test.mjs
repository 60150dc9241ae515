// The positions that tests of the page share: each is what a server sends, and the page's store takes it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { emptyStore, received } from "../../../../interpreter/artrules/table/page/store.js";
import { describedAs, splitKey } from "../../../../interpreter/artrules/table/page/things.js";

const folder = new URL("../fixtures/", import.meta.url);
const fixtures = readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);

test("there are fixtures", () => assert.ok(fixtures.length > 5));

for (const [name, { welcome, description, states }] of fixtures) {
  test(`${name}: the store takes all its messages`, () => {
    const store = [welcome, description, ...states].reduce(received, emptyStore());
    assert.equal(store.state, states.at(-1));
    assert.equal(store.log.length, states.at(-1).log.length);
  });

  test(`${name}: options are about things that the description names`, () => {
    const options = states.flatMap((state) => state.offers.flatMap((offer) => offer.options.map((option) => ({ option, view: state.view }))));
    assert.ok(options.length > 10);
    for (const { option, view } of options) {
      for (const thing of [...option.about, ...option.to.map((each) => each.on)]) {
        const [zone, player, index] = thing.card ?? thing.zone ?? [];
        if (zone === undefined) continue;
        assert.equal(describedAs(description, splitKey(zone).name)?.sort, "zone", option.label);
        const cards = player ? view.players[player][zone] : view.zones[zone];
        assert.ok(cards, `${option.label}: ${zone}`);
        if (thing.card) assert.ok(index < cards.length, `${option.label}: ${zone} ${index}`);
      }
    }
  });
}
