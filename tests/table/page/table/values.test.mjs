// Which steps of a table stand beside a number.
import assert from "node:assert/strict";
import { test } from "node:test";

import { stepsNear } from "../../../../interpreter/artrules/table/page/zone.js";

const long = Array.from({ length: 40 }, (_, n) => [10 * n, n]);
const results = (value) => stepsNear(long, value).map(([, gives]) => gives);

test("a short table stands there as a whole", () => {
  assert.deepEqual(stepsNear(long.slice(0, 8), 300), long.slice(0, 8));
  assert.deepEqual(stepsNear([], 3), []);
});

test("of a long table the steps around the value, the reached one among them", () => {
  assert.deepEqual(results(-5), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(results(0), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(results(125), [11, 12, 13, 14, 15, 16, 17, 18]);
  assert.deepEqual(results(9999), [32, 33, 34, 35, 36, 37, 38, 39]);
});
