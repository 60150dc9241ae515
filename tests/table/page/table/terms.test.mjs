// Words that are explained: which parts of a text they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, termsIn } from "../../../../interpreter/artrules/table/page/terms.js";

const TERMS = [
  { word: "gem", text: "A stone.", forms: ["gems"] },
  { word: "hidden gem", text: "A stone that nobody sees.", forms: [] },
  { word: "+1", text: "One more.", forms: [] },
];
const said = (text) => partsOf(text, TERMS).map(({ text, term }) => [text, term]);

test("terms are found whatever their letters, the longest first", () => {
  assert.deepEqual(said("Take a Hidden Gem, 2 gems"), [["Take a ", null], ["Hidden Gem", 1], [", 2 ", null], ["gems", 0]]);
  assert.deepEqual(said("gem"), [["gem", 0]]);
});

test("parts of other words are none", () => {
  assert.deepEqual(said("a gemstone, stratagem, gem_2 and gemé"), [["a gemstone, stratagem, gem_2 and gemé", null]]);
  assert.deepEqual(said("take +1."), [["take ", null], ["+1", 2], [".", null]]);
});

test("a game without terms, and no text", () => {
  assert.deepEqual(partsOf("a gem", []), [{ text: "a gem", term: null }]);
  assert.deepEqual(partsOf(undefined, undefined), [{ text: "", term: null }]);
});

test("the terms of several texts, each once", () => {
  assert.deepEqual(termsIn(["gems", "+1 gem", "nothing"], TERMS), [0, 2]);
  assert.deepEqual(termsIn(["gems"], undefined), []);
});
