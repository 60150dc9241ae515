// The log in groups.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, filtered, grouped, newsFrom } from "../../../../interpreter/artrules/table/page/log.js";

const line = (round, phase, player, sort, text) => ({ round, phase, player, sort, text });
const LOG = [
  line(0, "setup", null, "saying", "Ann begins"),
  line(1, "", null, "heading", "round 1"),
  line(1, "turns", null, "heading", "turns"),
  line(1, "turns", 1, "heading", "player 1's turn"),
  line(1, "turns", 1, "choice", "take a lamp"),
  line(1, "turns", 1, "taken", "end the turn"),
  line(1, "turns", 2, "choice", "take a vase"),
  line(1, "sales", null, "saying", "lamps sell for 3"),
  line(2, "", null, "heading", "round 2"),
];

test("lines stand in rounds, phases and runs of one player; headings are no lines", () => {
  const told = grouped(LOG).map(({ round, phases }) => [
    round,
    phases.map(({ phase, runs }) => [phase, runs.map(({ player, lines }) => [player, lines.map((l) => l.place)])]),
  ]);
  assert.deepEqual(told, [
    [0, [["setup", [[null, [0]]]]]],
    [1, [["turns", [[1, [4, 5]], [2, [6]]]], ["sales", [[null, [7]]]]]],
  ]);
});

test("news begin after one's own last choice", () => {
  assert.equal(newsFrom(LOG, 1), 6);
  assert.equal(newsFrom(LOG, 2), 7);
  assert.equal(newsFrom(LOG, 3), 0);
  assert.equal(newsFrom(LOG, null), LOG.length);
});

test("what was taken stands without brackets, and the last of several such lines says why", () => {
  const taken = (text) => ({ ...line(1, "turns", 1, "taken", text), aside: "why" });
  const [{ phases }] = grouped([taken("(use it)"), taken("(make it 1)"), line(1, "turns", 1, "choice", "play")]);
  assert.deepEqual(phases[0].runs[0].lines.map(({ text, aside }) => [text, aside]), [["use it", ""], ["make it 1", "why"], ["play", undefined]]);
});

test("a filter keeps the lines of a player and those that hold a text", () => {
  const rounds = grouped(LOG);
  assert.equal(count(rounds), 5);
  assert.equal(count(filtered(rounds, { player: 1 })), 2);
  assert.equal(count(filtered(rounds, { text: " LAMP" })), 2);
  assert.deepEqual(filtered(rounds, { player: 2, text: "lamp" }), []);
});
