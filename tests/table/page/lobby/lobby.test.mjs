// What the form of a new game makes of wishes, scores as a table, names.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kept from "../../../../interpreter/artrules/table/page/lobby/kept.js";
import * as wish from "../../../../interpreter/artrules/table/page/lobby/new_game.js";
import { behindCurtain, nextHere } from "../../../../interpreter/artrules/table/page/curtain.js";
import { nameForMe, namesOf } from "../../../../interpreter/artrules/table/page/names.js";
import { emptyStore, received, stoodUp } from "../../../../interpreter/artrules/table/page/store.js";
import { originIn, stateIn, when } from "../../../../interpreter/artrules/table/page/lobby/start_page.js";
import { barsOf, decidingValues, fewestWin, inOrder, partsOf, placesOf } from "../../../../interpreter/artrules/table/page/result.js";

const BOTS = [{ name: "greedy", about: "" }];
const RULESET = { name: "lamps", title: "Lamps", players: [2, 3], settings: [], bots: BOTS };

test("a new game is for a person and a bot, and takes what the rules have", () => {
  assert.deepEqual(wish.asRequest(wish.firstWishes(RULESET)), {
    ruleset: "lamps", players: 2, settings: {}, links: "each", open: false, advice: true, invite: false, watch: true,
    seats: [{}, { name: "Bolt", bot: "greedy" }],
  });
  assert.deepEqual(wish.asRequest(wish.firstWishes(RULESET, "Bolt")).seats, [{ name: "Bolt" }, { name: "Cog", bot: "greedy" }]);
});

test("whom the host invites comes by an invitation, unless all play at one device", () => {
  const wishes = wish.withSeat(wish.firstWishes(RULESET), 1, { bot: null });
  assert.equal(wish.asRequest(wishes).invite, true);
  assert.equal(wish.asRequest({ ...wishes, links: "together" }).invite, false);
  assert.equal(wish.asRequest(wish.firstWishes({ ...RULESET, players: [1] })).watch, false);
});

function storage() {
  const held = new Map();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index],
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => held.set(key, value),
    removeItem: (key) => held.delete(key),
  };
}

test("a browser keeps seats until they are forgotten", () => {
  const box = storage();
  box.setItem("other", "1");
  const seat = (name) => ({ game: "g", url: `http://h/table#${name}`, title: "Lamps", name, at: 1 });
  kept.keepSeat(seat("Ann"), box);
  kept.keepSeat(seat("Ben"), box);
  kept.keepSeat({ ...seat("Ann"), at: 2 }, box);
  assert.deepEqual(kept.keptSeats(box).map(({ name, at }) => [name, at]), [["Ann", 2], ["Ben", 1]]);
  kept.forgetSeat(seat("Ann").url, box);
  assert.deepEqual(kept.keptSeats(box).map(({ name }) => name), ["Ben"]);
  kept.forgetAll(box);
  assert.deepEqual([kept.keptSeats(box), box.getItem("other")], [[], "1"]);
});

test("a browser that keeps nothing, or something else, has no seats", () => {
  assert.deepEqual(kept.keptSeats(null), []);
  assert.equal(kept.keepSeat({ game: "g", url: "u" }, null), false);
  for (const text of ["{", "3", '[{"game":"g"}]', "null"]) assert.deepEqual(kept.keptSeats({ getItem: () => text }), []);
});

test("wishes stay when the number of players changes", () => {
  let wishes = wish.withSeat(wish.firstWishes(RULESET), 1, { bot: null, name: " Ben " });
  wishes = wish.withSetting(wish.withPlayers(wishes, 3, BOTS), "size", 7);
  const request = wish.asRequest({ ...wishes, seed: " 12 ", links: "together" });
  assert.deepEqual(request.seats, [{}, { name: "Ben" }, { name: "Bolt", bot: "greedy" }]);
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
  assert.deepEqual(partsOf(scores).map(({ label, points, lines }) => [label, points, lines.map((l) => l.length)]), [
    ["lamps", [5, 2], [0, 0]],
    ["sets", [3, 0], [2, 0]],
    ["bonus", [0, 1], [0, 1]],
  ]);
});

test("those behind the winners come by their points, and share a place where they are level", () => {
  const sides = [3, 9, 7, 3].map((total, index) => ({ players: [index + 1], total }));
  const order = (result) => placesOf(result).map(({ players, place, won }) => [players[0], place, won]);
  const most = { sides, winners: [2], scores: sides };
  assert.deepEqual(order(most), [[2, 1, true], [3, 2, false], [1, 3, false], [4, 3, false]]);
  assert.equal(fewestWin(most), false);
  const fewest = { sides, winners: [1, 4], scores: sides };
  assert.deepEqual(order(fewest), [[1, 1, true], [4, 1, true], [3, 3, false], [2, 4, false]]);
  assert.equal(fewestWin(fewest), true);
  assert.deepEqual(inOrder(fewest).map(({ players }) => players[0]), [1, 4, 3, 2]);
  assert.deepEqual(order({ sides, winners: [] }).map(([player, place]) => [player, place]), [[2, 1], [3, 2], [1, 3], [4, 3]]);
});

test("bars of points lie side by side, and what takes points away before zero", () => {
  const parts = [{ points: [6, 2] }, { points: [0, -4] }, { points: [2, 2] }];
  const { zero, bars } = barsOf([{}, {}], parts);
  const percent = (length) => Math.round(length * 10) / 10;
  assert.equal(percent(zero), 33.3);
  assert.deepEqual(bars.map((bar) => bar.map(({ part, points, start, size }) => [part, points, percent(start), percent(size)])), [
    [[0, 6, 33.3, 50], [2, 2, 83.3, 16.7]],
    [[0, 2, 33.3, 16.7], [1, -4, 0, 33.3], [2, 2, 50, 16.7]],
  ]);
  assert.deepEqual(barsOf([{}], [{ points: [0] }]), { zero: 0, bars: [[]] });
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

test("a game that goes on from another says from which, after how many choices, and with what else", () => {
  const origin = { begun: "2024-05-01T10:00:00+00:00", after: 1, changed: false, rules: false };
  assert.equal(originIn({ origin: null }), "");
  assert.match(originIn({ origin }), /^from the game of .*2024.* after 1 choice$/);
  assert.match(originIn({ origin: { ...origin, after: 12, changed: true, rules: true } }), / after 12 choices, with a changed position, with other rules$/);
  assert.match(originIn({ origin: { ...origin, begun: "" } }), /^from another game after 1 choice$/);
  assert.equal(originIn({ origin: { ...origin, begun: "", after: null } }), "from another game", "an older file doesn't tell");
});

test("what decided a tie is told in numbers where the table shows them", () => {
  const description = { zones: {}, variables: { income: { title: "money made" } }, figures: {} };
  const view = { players: { 1: { income: 7 }, 2: { income: 5 }, 3: { income: 9 } } };
  const values = (text, players = view.players) => decidingValues(text, [1, 2], { players }, description).map(({ player, value }) => [player, value]);
  assert.deepEqual(values("most income"), [[1, 7], [2, 5]]);
  assert.deepEqual(values("most wealth"), [], "nothing has this name");
  assert.deepEqual(values("most income", { 1: { income: 7 }, 2: {} }), [], "who looks doesn't see it of all");
});
