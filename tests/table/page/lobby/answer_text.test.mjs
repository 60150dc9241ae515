// Answers to "why can't I …?" in pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerLines } from "../../../../interpreter/artrules/table/page/answer_text.js";

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

test("a rule's place is said in words, its condition as it is", () => {
  const lines = answerLines("No.\n  rules/lamps/buy.yaml:85  money >= price is no, where money is 2\n  buy.yaml:9");
  assert.deepEqual(lines.slice(1), [
    { within: true, place: "buy.yaml, line 85", parts: [{ text: "money >= price is no, where money is 2", quoted: false }] },
    { within: true, place: "buy.yaml, line 9", parts: [] },
  ]);
});

test("other lines that explain stay as they are", () => {
  const [, line] = answerLines("No.\n  The nearest that is possible: `buy a vase`.");
  assert.deepEqual([line.within, line.place, line.parts[1].text], [true, "", "buy a vase"]);
});
