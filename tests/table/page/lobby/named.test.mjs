// Names in place of the numbers that the rules know.
import assert from "node:assert/strict";
import { test } from "node:test";
import { botCalled, botTitle, briefNameForMe, namer, naming, unnamed } from "../../../../interpreter/artrules/table/page/names.js";

const WELCOME = { seats: [{ seat: 1, name: "Ann" }, { seat: 2, name: "Player 2 (bot)" }, { seat: 12, name: "Zoe $&" }] };

test("a named player is called so, others keep their numbers", () => {
  const name = naming(WELCOME);
  assert.equal(name("player 1's turn: take it from player 2 or Player 12"), "Ann's turn: take it from player 2 or Zoe $&");
  assert.equal(name("players 1 and player 3"), "players 1 and player 3");
  assert.equal(naming(null)("player 1"), "player 1");
});

test("a bot is called by its title, however it is set up, and by its name where a plugin adds it", () => {
  const bots = [{ name: "search", title: "Thinker", plays: "thinks for a while" }, { name: "wary", title: "", plays: "" }];
  assert.deepEqual(["search:time=0.5", "wary", "gone:depth=2"].map((text) => botCalled(bots, text)), ["Thinker", "wary", "gone"]);
  assert.deepEqual(bots.map(botTitle), ["Thinker: thinks for a while", "wary"]);
});

test("a name is brief where nobody else is called so", () => {
  const called = (welcome) => welcome.seats.map(({ seat }) => briefNameForMe(welcome, seat));
  assert.deepEqual(called({ ...WELCOME, seat: 1, mine: [1] }), ["You", "Player 2", "Zoe $&"]);
  assert.deepEqual(called({ seats: [{ seat: 1, name: "Ann (bot)" }, { seat: 2, name: "Ann" }, { seat: 3, name: "" }] }), ["Ann (bot)", "Ann", "Player 3"]);
});

test("a question with names is asked with numbers", () => {
  assert.equal(unnamed(WELCOME, "steal the lamp from ann"), "steal the lamp from player 1");
  assert.equal(unnamed(WELCOME, "Annie's banner for Zoe $&"), "Annie's banner for player 12");
  assert.equal(unnamed(WELCOME, "rob Player 2 (bot)"), "rob Player 2 (bot)");
});

test("all texts of a store get names; tokens, keys and numbers stay", () => {
  const state = { version: 1, offers: [{ prompt: "player 1", options: [{ token: "player 1", label: "rob player 1", about: [{ player: 1 }] }] }] };
  const shown = namer()({ welcome: WELCOME, state, log: [{ text: "player 1 passes" }], why: null, earlier: null, pins: [{ text: "player 1" }] });
  assert.deepEqual(shown.state.offers[0], { prompt: "Ann", options: [{ token: "player 1", label: "rob Ann", about: [{ player: 1 }] }] });
  assert.equal(shown.log[0].text, "Ann passes");
  assert.equal(shown.pins[0].text, "player 1"); // people's own words
});

test("members have the capitals of their titles, but nothing that isn't read has", () => {
  const members = { painter: { rosa: { title: "Rosa" }, old_tom: { title: "Old Tom" }, tom: { title: "Tom" }, ann: { title: "Ann the Great" }, red: { title: "red" } } };
  const label = "sell rosa's red work to old tom, tom and ann, not to rosalind";
  const state = { pause: "tom moves", offers: [{ options: [{ label, about: [{ member: ["painter", "rosa"] }, { card: ["wall[tom]", 0, 0] }] }] }], view: { variables: { last: { member: ["painter", "rosa"] } } } };
  const shown = namer()({ welcome: WELCOME, description: { members }, state, log: [], why: null, earlier: null }).state;
  assert.equal(shown.offers[0].options[0].label, "sell Rosa's red work to Old Tom, Tom and ann, not to rosalind");
  assert.equal(shown.pause, "Tom moves");
  assert.deepEqual([shown.offers[0].options[0].about, shown.view], [state.offers[0].options[0].about, state.view]);
});

test("what is the same stays the same object, until a name changes", () => {
  const named = namer();
  const store = { welcome: WELCOME, state: { version: 1 }, log: [], why: null, earlier: null };
  const first = named(store);
  assert.equal(named({ ...store, pins: [] }).state, first.state);
  assert.equal(named({ ...store, earlier: store.state }).earlier, first.state);
  const renamed = { ...store, welcome: { seats: [{ seat: 1, name: "Anne" }] } };
  assert.notEqual(named(renamed).state, first.state);
});
