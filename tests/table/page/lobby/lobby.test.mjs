// What the form of a new game makes of wishes, scores as a table, names.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as wish from "../../../../interpreter/artrules/table/page/lobby/wishes.js";
import { behindCurtain, nextHere } from "../../../../interpreter/artrules/table/page/curtain_rules.js";
import { nameForMe, namesOf } from "../../../../interpreter/artrules/table/page/names.js";
import { emptyStore, received, stoodUp } from "../../../../interpreter/artrules/table/page/store.js";
import { stateIn, when } from "../../../../interpreter/artrules/table/page/lobby/games.js";
import { partsOf } from "../../../../interpreter/artrules/table/page/score_table.js";

const BOTS = [{ name: "greedy", about: "" }];
const RULESET = { name: "lamps", title: "Lamps", players: [2, 3], settings: [], bots: BOTS };

test("a new game is for a person and a bot, and takes what the rules have", () => {
  assert.deepEqual(wish.asRequest(wish.firstWishes(RULESET)), {
    ruleset: "lamps", players: 2, settings: {}, links: "each", open: false, seats: [{}, { bot: "greedy" }],
  });
});

test("wishes stay when the number of players changes", () => {
  let wishes = wish.withSeat(wish.firstWishes(RULESET), 1, { bot: null, name: " Ben " });
  wishes = wish.withSetting(wish.withPlayers(wishes, 3, BOTS), "size", 7);
  const request = wish.asRequest({ ...wishes, seed: " 12 ", links: "together" });
  assert.deepEqual(request.seats, [{}, { name: "Ben" }, { bot: "greedy" }]);
  assert.deepEqual([request.settings, request.seed, request.links], [{ size: 7 }, 12, "together"]);
  assert.deepEqual(wish.withSetting(wishes, "size", null).settings, {});
});

test("what can't be set up is said before it is sent", () => {
  const wishes = wish.firstWishes(RULESET);
  assert.equal(wish.problemOf(wishes), "");
  assert.match(wish.problemOf({ ...wishes, seed: "x" }), /whole number/);
  assert.match(wish.problemOf(wish.withSeat(wishes, 0, { bot: "greedy" })), /person/);
});

test("parts of scores are rows; a line that repeats its part is none", () => {
  const part = (label, points, ...lines) => ({ label, points, lines: lines.map(([l, p]) => ({ label: l, points: p })) });
  const scores = [
    { player: 1, parts: [part("lamps", 5, ["lamps", 5]), part("sets", 3, ["a blue set", 2], ["a red set", 1])] },
    { player: 2, parts: [part("lamps", 2, ["lamps", 2]), part("bonus", 1, ["first", 1])] },
  ];
  assert.deepEqual(partsOf({ scores }).map(({ label, points, lines }) => [label, points, lines.map((l) => l.length)]), [
    ["lamps", [5, 2], [0, 0]],
    ["sets", [3, 0], [2, 0]],
    ["bonus", [0, 1], [0, 1]],
  ]);
});

test("people have names, others numbers", () => {
  const welcome = { seat: 2, seats: [{ seat: 1, name: "Ann" }, { seat: 2, name: "Ben" }, { seat: 3, name: "" }] };
  assert.equal(namesOf(welcome, [1, 2, 3]), "Ann, Ben and Player 3");
  assert.equal(nameForMe(welcome, 2), "You");
  assert.equal(nameForMe({ ...welcome, mine: [1, 2] }, 2), "Ben");
});

test("a curtain hides the table while nobody sits at a shared device", () => {
  const welcome = { mine: [1, 3], seat: null, open: false };
  assert.equal(behindCurtain({ welcome }), true);
  assert.equal(behindCurtain({ welcome: { ...welcome, seat: 1 } }), false);
  assert.equal(behindCurtain({ welcome: { ...welcome, mine: [1] } }), false);
  assert.equal(behindCurtain({ welcome: { ...welcome, open: true } }), false);
  assert.equal(behindCurtain({ welcome: null }), false);
});

test("behind the curtain nothing is left of a seat, and nothing comes", () => {
  const heard = [
    { type: "welcome", table: { id: "t" }, mine: [1, 3], seat: 1, open: false, seats: [] },
    { type: "description", title: "Lamps" },
    { type: "pins", pins: [{ text: "secret" }] },
    { type: "state", version: 1, waiting: [2, 3], view: "secret", log: [{ text: "secret" }] },
    { type: "why", id: 1, text: "secret" },
  ];
  const sat = heard.reduce(received, emptyStore());
  assert.match(JSON.stringify(sat), /secret/);
  const stood = stoodUp(sat);
  assert.equal(behindCurtain(stood), true);
  assert.deepEqual(stood.welcome.waiting, [3]);
  const late = [...heard.slice(2), { type: "seats", seats: [{ seat: 1 }] }].reduce(received, stood);
  assert.doesNotMatch(JSON.stringify(late), /secret/);
  assert.deepEqual(late.welcome.seats, [{ seat: 1 }]);
});

test("the next at this device is who must choose, when the one who sits there needn't", () => {
  const welcome = { mine: [1, 3], seat: 1, open: false };
  assert.deepEqual(nextHere({ welcome, state: { waiting: [2, 3] } }), [3]);
  assert.deepEqual(nextHere({ welcome, state: { waiting: [1, 3] } }), []);
  assert.deepEqual(nextHere({ welcome, state: { waiting: [2] } }), []);
});

test("a game of the list goes on, can't go on, or is over", () => {
  const seats = [{ seat: 1, name: "Ann" }, { seat: 2, name: "Ben" }];
  const said = (more) => stateIn({ finished: false, winners: null, seats, refused: null, ...more });
  assert.equal(said({}), "goes on");
  assert.equal(said({ refused: "This game can't go on: the file of games is damaged." }), "can't go on");
  assert.equal(said({ finished: true, winners: [2], refused: "other content" }), "over: Ben won");
  assert.equal(when("nothing"), "");
});
