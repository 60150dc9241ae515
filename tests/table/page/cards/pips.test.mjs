// Pips and courts of playing cards.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pipsIn, rankOf } from "../../../../interpreter/artrules/table/page/cards/playing.js";

test("a number has so many pips, all inside, the same seen from both ends", () => {
  for (let count = 1; count <= 10; count += 1) {
    const pips = pipsIn(count, 40, 120);
    assert.equal(new Set(pips.map(({ x, y }) => `${x} ${y}`)).size, count);
    assert.ok(pips.every(({ x, y }) => x >= 0 && x <= 40 && y >= 0 && y <= 120));
    const columns = pips.filter(({ y }) => y < 60).length - pips.filter(({ y }) => y > 60).length;
    assert.ok(columns === 0 || count === 7, `${count}`);
  }
});

const suit = (...indices) => indices.map((index) => ({ kind: "card", symbol: "star", index, pips: null }));
const ranks = (looks) => looks.map((look) => rankOf(look, looks));

test("courts follow the last number, at most three; what stands before the numbers or after the courts has one pip", () => {
  assert.deepEqual(ranks(suit("9", "10", "V", "D", "R", "X")), [{ pips: 9 }, { pips: 10 }, { court: 0 }, { court: 1 }, { court: 2 }, { pips: 1 }]);
  assert.deepEqual(ranks(suit("X", "2", "V")), [{ pips: 1 }, { pips: 2 }, { court: 0 }]);
});

test("content may say how many pips there are; without any index there is one", () => {
  const [one] = suit("E");
  one.pips = 4;
  assert.deepEqual(rankOf(one, [one]), { pips: 4 });
  const plain = { kind: "card", symbol: "star", index: null };
  assert.deepEqual(rankOf(plain, [plain]), { pips: 1 });
});
