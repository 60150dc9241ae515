import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksWith } from "../../../../interpreter/artrules/table/page/learn/rules.js";

const BLOCKS = [
  { heading: { level: 2, text: "Scoring" } },
  { heading: { level: 3, text: "Lamps" } },
  { points: [[{ strong: "Red" }, " counts two"], ["blue counts one"]] },
  { heading: { level: 3, text: "Ships" } },
  { paragraph: ["A ship that is ", { emphasis: "full" }, " counts three."] },
  { heading: { level: 2, text: "Words" } },
  { rows: { head: ["Word", "Meaning"], rows: [[["lamp"], ["it shines"]], [["ship"], ["it sails"]]] } },
];

test("all words must stand in a block, and its headings come with it", () => {
  assert.deepEqual(blocksWith(BLOCKS, "  "), BLOCKS);
  assert.deepEqual(blocksWith(BLOCKS, "two RED"), [BLOCKS[0], BLOCKS[1], { points: [BLOCKS[2].points[0]] }]);
  assert.deepEqual(blocksWith(BLOCKS, "ship"), [
    BLOCKS[0],
    BLOCKS[3],
    BLOCKS[4],
    BLOCKS[5],
    { rows: { head: ["Word", "Meaning"], rows: [[["ship"], ["it sails"]]] } },
  ]);
  assert.deepEqual(blocksWith(BLOCKS, "strong"), []);
  const steps = { steps: [["Draw a lamp."], ["Light it."]] };
  assert.deepEqual(blocksWith([BLOCKS[0], steps], "light"), [BLOCKS[0], { steps: [["Light it."]] }]);
});

test("what stands under a heading that has the words is whole", () => {
  assert.deepEqual(blocksWith(BLOCKS, "lamps"), BLOCKS.slice(0, 3));
  assert.deepEqual(blocksWith(BLOCKS, "3"), []);
});
