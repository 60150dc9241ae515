// Answers to "why can't I …?" in pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerLines } from "../../../../interpreter/artrules/table/page/why.js";

test("names of options are told from the words around them", () => {
  const [line] = answerLines("`buy a lamp` is not possible: you have `2`.");
  assert.deepEqual(line.parts, [
    { text: "buy a lamp", quoted: true },
    { text: " is not possible: you have ", quoted: false },
    { text: "2", quoted: true },
    { text: ".", quoted: false },
  ]);
  assert.equal(line.within, false);
});

test("other lines that explain stay as they are", () => {
  const [, line] = answerLines("No.\n  The nearest that is possible: `buy a vase`.");
  assert.deepEqual([line.within, line.parts[1].text], [true, "buy a vase"]);
});
