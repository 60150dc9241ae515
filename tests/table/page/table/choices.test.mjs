// Pointing at things narrows the options down to the one that is meant.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  buttonsOf,
  cardKey,
  chipsOf,
  filtered,
  gainsBeside,
  grouped,
  keyOf,
  liftedAt,
  litBy,
  matching,
  menuOf,
  openersOf,
  optionsOf,
  pointedAt,
  soughtBy,
  spotsOf,
  targetsOf,
  thingOf,
  withChips,
} from "../../../../interpreter/artrules/table/page/choices.js";
import { drawnKeys } from "../../../../interpreter/artrules/table/page/things.js";
import { signedParts } from "../../../../interpreter/artrules/table/page/symbols.js";

const card = (index) => ({ card: ["hand", 1, index] });
const state = {
  offers: [
    {
      player: 1,
      prompt: "Give or keep",
      options: [
        { token: "a", label: "keep all", about: [], declines: true, group: 2 },
        { token: "b", label: "give red 3 to Ann", about: [card(0), { player: 2 }], declines: false, group: 0 },
        { token: "c", label: "give red 3 to Ben", about: [card(0), { player: 3 }], declines: false, group: 0 },
        { token: "d", label: "give blue 12 to Ben", about: [card(1), { player: 3 }], declines: false, group: 0 },
        { token: "e", label: "name red", about: [{ member: ["hue", "red"] }], declines: false, group: 1 },
      ],
    },
  ],
};
const options = optionsOf(state);
const tokens = (some) => some.map((option) => option.token);

test("options are counted in the order in which they stand, those that decline last", () => {
  assert.deepEqual(tokens(options), ["b", "c", "d", "e", "a"]);
  assert.deepEqual(options.map((option) => option.number), [1, 2, 3, 4, 5]);
});

test("numbers rise from the top: first what gains something, then other buttons; what declines or ends something is last", () => {
  const shown = [
    { token: "buy", about: [card(0)], declines: false },
    { token: "end", about: [], declines: false, ends: true },
    { token: "spend", about: [], declines: false },
    { token: "don't", about: [], declines: true },
    { token: "take", about: [], declines: false, gain: true },
  ];
  const numbered = optionsOf({ offers: [{ player: 1, prompt: "Buy", options: shown }] });
  assert.deepEqual(numbered.map(({ token, number }) => `${number} ${token}`), ["1 take", "2 spend", "3 buy", "4 don't", "5 end"]);
});

test("all that options are about is lit", () => {
  assert.deepEqual([...litBy(options)], [cardKey("hand", 1, 0), "player 2", "player 3", cardKey("hand", 1, 1), "member hue red"]);
});

test("what ends or declines something lights nothing, and nothing is sought for a button", () => {
  const pile = { card: ["deck", 0, 0] };
  assert.deepEqual([...litBy([{ about: [pile], ends: true }, { about: [pile], declines: true }])], []);
  assert.deepEqual([...litBy([{ about: [pile], button: true }])], [keyOf(pile)]);
  assert.deepEqual([...soughtBy([{ about: [pile], button: true }, { about: [card(0)] }])], [keyOf(card(0))]);
});

test("what opens lists of options keeps its place and its title while the same is asked", () => {
  const offered = (label) => ({ label, offer: { player: 1, prompt: "Gallery" } });
  const said = (openers) => openers.map(({ title, options }) => `${title}: ${options.length}`);
  const first = openersOf([offered("buy red for 3"), offered("buy blue for 1"), offered("sell red for 3")]);
  assert.deepEqual(said(first), ["Buy: 2", "Sell: 1"]);
  const next = openersOf([offered("sell red for 3"), offered("sell blue for 1"), offered("hold red and blue")], first);
  assert.deepEqual(said(next), ["Buy: 0", "Sell: 2", "Hold: 1"], "what has no option left stays, and what comes stands behind it");
});

test("a number is lit by options that are about nothing else", () => {
  const about = (...things) => ({ about: things });
  assert.deepEqual([...litBy([about(card(0), { number: 2 }), about({ number: 4 })])], [cardKey("hand", 1, 0), "number 4"]);
});

test("a number is lit beside the card that lies where the number stands", () => {
  const top = { card: ["stack[4]", 0, 0] };
  assert.deepEqual([...litBy([{ about: [{ number: 4 }, top] }])], ["number 4", keyOf(top)]);
});

test("a key names its thing", () => {
  const things = [card(3), { zone: ["stack[4]", 0] }, { value: ["change", 1] }, { player: 2 }, { member: ["hue", "red"] }, { number: 4 }];
  for (const thing of things) assert.deepEqual(thingOf(keyOf(thing)), thing);
});

// What an engine offers that says where a card goes, what is free, and what ends the turn.
const offer = { player: 1, prompt: "Buy" };
const option = (label, about, more = {}) => ({ token: label, label, about, to: [], button: false, declines: false, ends: false, gain: false, offer, ...more });
const blue = { member: ["hue", "blue"] };
const buying = [
  option("buy a 4", [{ number: 4 }, { card: ["stack[4]", 0, 0] }], { to: [{ of: 1, on: { zone: ["discard", 1] } }] }),
  option("name blue", [blue]),
  option("name 2 of blue", [{ number: 2 }, blue]),
  option("bid 7", [{ number: 7 }]),
  option("use it", []),
  option("end", [], { button: true, ends: true }),
  option("don't", [], { button: true, declines: true }),
  option("take awards", [{ card: ["awards", 0, 0] }], { button: true, gain: true }),
];
const drawn = new Set(["card stack[4] 0 0", "card awards 0 0", "card hand 1 0"]);

test("an option stands on the table where it lights what is drawn there, else it is a chip or a button", () => {
  assert.deepEqual(spotsOf(buying[0], drawn), ["card stack[4] 0 0"]);
  assert.deepEqual(chipsOf(buying, drawn).map(({ key, options: some }) => [key, tokens(some)]), [
    ["member hue blue", ["name blue", "name 2 of blue"]],
    ["number 7", ["bid 7"]],
  ]);
  assert.deepEqual(tokens(buttonsOf(buying, drawn)), ["use it", "end", "don't", "take awards"]);
  for (const each of buying) {
    const places = [...spotsOf(each, drawn), ...chipsOf([each], drawn), ...buttonsOf([each], drawn)];
    assert.ok(places.length > 0, each.label);
  }
});

test("an option about what isn't drawn is a button, whatever it says", () => {
  assert.deepEqual(tokens(buttonsOf([option("play", [card(0)])], new Set())), ["play"]);
});

test("what ends something asks about what could be had for nothing", () => {
  const [, , , , use, end, decline, awards] = buying;
  assert.deepEqual(tokens(gainsBeside(buying, end)), ["take awards"]);
  assert.deepEqual(tokens(gainsBeside(buying, decline)), ["take awards"]);
  assert.deepEqual(gainsBeside(buying, use), []);
  assert.deepEqual(gainsBeside(buying, awards), []);
  assert.deepEqual(gainsBeside([{ ...awards, offer: { player: 2 } }, end], end), []);
});

test("a card can be dragged to what its options are about, and to where they say", () => {
  const show = (number) => option(`show in ${number}`, [card(0), { member: ["hall", `h${number}`] }], { to: [{ of: 0, on: { zone: [`wall[h${number}]`, 0] } }] });
  const halls = [show(1), show(2), option("give away", [card(0)], { to: [{ of: null, on: { player: 2 } }] })];
  assert.deepEqual([...targetsOf(halls, keyOf(card(0)))].map(([key, some]) => [key, tokens(some)]), [
    ["member hall h1", ["show in 1"]],
    ["zone wall[h1] 0", ["show in 1"]],
    ["member hall h2", ["show in 2"]],
    ["zone wall[h2] 0", ["show in 2"]],
    ["player 2", ["give away"]],
  ]);
  assert.deepEqual([...targetsOf(buying, "card stack[4] 0 0").keys()], ["zone discard 1"]);
  assert.equal(targetsOf(halls, keyOf(card(1))).size, 0);
  const two = option("swap", [card(0), card(1)], { to: [{ of: 1, on: { zone: ["box", 0] } }] });
  assert.deepEqual([...targetsOf([two], keyOf(card(0))).keys()], [keyOf(card(1))]);
});

test("a menu says once what all its lines begin with", () => {
  const lines = (labels) => menuOf(labels.map((label) => ({ label })));
  const { title, lines: shown } = lines(["spend red for 3", "spend red for 4 cards"]);
  assert.equal(title, "Spend red for");
  assert.deepEqual(shown.map(({ words }) => words), ["3", "4 cards"]);
  assert.deepEqual(lines(["play it", "sell it"]).lines.map(({ words }) => words), ["play it", "sell it"]);
});

test("all that lies on the table is drawn, and names of columns; not what is folded, hidden, or of others", () => {
  const zone = (more = {}) => ({ shown: "always", ...more });
  const description = {
    zones: { stack: zone(), hand: zone(), secret: zone({ shown: "never" }), spent: zone({ shown: "filled" }), wall: zone({ by: "hall" }) },
    variables: { money: { shown: "always" }, round: { shown: "folded" }, first: { shown: "always" } },
    figures: {},
  };
  const state = {
    view: {
      zones: { "stack[4]": [null, null], secret: [null], "wall[left]": [] },
      variables: { round: 2, first: { player: 1 } },
      players: { 1: { hand: [{ look: 0 }], money: 3, spent: [] }, 2: { hand: [null], money: 4 } },
    },
  };
  const expected = [
    "player 1", "player 2", "zone stack[4] 0", "card stack[4] 0 0", "card stack[4] 0 1", "number 4", "zone wall[left] 0",
    "member hall left", "zone hand 1", "card hand 1 0", "value money 1", "value first 0", "zone hand 2", "card hand 2 0",
  ];
  assert.deepEqual([...drawnKeys({ description, state, welcome: { seat: 1 } })].sort(), expected.sort());
});

test("a card with one option is chosen at once", () => {
  const { chosen, selected } = pointedAt(options, [], cardKey("hand", 1, 1));
  assert.equal(chosen.token, "d");
  assert.deepEqual(selected, []);
});

test("a card with several options narrows the list, and the next thing decides", () => {
  const first = pointedAt(options, [], cardKey("hand", 1, 0));
  assert.equal(first.chosen, null);
  assert.deepEqual(tokens(matching(options, first.selected)), ["b", "c"]);
  assert.equal(pointedAt(options, first.selected, "player 3").chosen.token, "c");
});

test("the same card again takes it back, and one that doesn't fit begins anew", () => {
  const picked = [cardKey("hand", 1, 0)];
  assert.deepEqual(pointedAt(options, picked, picked[0]), { selected: [], chosen: null });
  assert.equal(pointedAt(options, picked, "member hue red").chosen.token, "e");
  assert.deepEqual(pointedAt(options, picked, "player 9"), { selected: picked, chosen: null });
});

const stack = (number) => ({ card: [`stack[${number}]`, 0, 0] });
const tuck = (number) => option(`tuck the ${number}s`, [{ number }, stack(number)], { group: 2 });
const spend = option("spend the token", [{ value: ["token", 1] }], { group: 4 });

test("an only option is taken at once where all that glows alike means the same", () => {
  const alike = [tuck(4), tuck(5), spend];
  assert.equal(pointedAt(alike, [], keyOf(stack(4))).chosen, alike[0]);
  assert.equal(pointedAt(alike, [], "value token 1").chosen, spend);
});

test("where other things of its sort can be had for something else, an only option is a menu of one line", () => {
  const mixed = [tuck(4), option("buy a 5", [{ number: 5 }, stack(5)], { group: 0 }), tuck(5), spend];
  assert.deepEqual(pointedAt(mixed, [], keyOf(stack(4))), { selected: [keyOf(stack(4))], chosen: null });
  assert.deepEqual(pointedAt(mixed, [], "number 4"), { selected: ["number 4"], chosen: null });
  assert.equal(pointedAt(mixed, [], "value token 1").chosen, spend);
  const others = [tuck(4), option("buy a 5", [stack(5)], { group: 0, offer: { player: 2 } })];
  assert.equal(pointedAt(others, [], keyOf(stack(4))).chosen, others[0], "another's offer is another question");
});

test("a finger's second tap takes an only option, also one that tells how many, and opens a menu of several", () => {
  const key = keyOf(card(1));
  assert.equal(liftedAt(options, [], key).chosen, null);
  assert.equal(liftedAt(options, [key], key).chosen.token, "d");
  const elsewhere = [option("play 1 of blue", [card(1), { number: 1 }, { member: ["colour", "blue"] }])];
  assert.equal(liftedAt(elsewhere, [key], key).chosen, elsewhere[0]);
  const shared = keyOf(card(0));
  assert.deepEqual(liftedAt(options, [shared], shared), { selected: [shared], chosen: null, menu: true });
});

test("digits find a number first, else words that begin with them", () => {
  assert.deepEqual(tokens(filtered(options, "2")), ["c"]);
  assert.deepEqual(tokens(filtered(options, "12")), ["d"]);
  assert.deepEqual(tokens(filtered(options, "be giv")), ["c", "d"]);
  assert.deepEqual(tokens(filtered(options, " ")), tokens(options));
});

test("a long list is grouped by branches under the words that are the same", () => {
  const many = Array.from({ length: 7 }, (_, index) => ({ label: `show card ${index}`, group: 0, declines: false }));
  const groups = grouped([...many, { label: "buy a 2", group: 1, declines: false }, { label: "stop", group: 2, declines: true }]);
  assert.deepEqual(groups.map((group) => [group.title, group.options.length]), [["Show card", 7], [null, 1], [null, 1]]);
  assert.equal(grouped(options)[0].title, null);
});

test("members that cards show by colour and symbol have these before their names, and no others", () => {
  const member = (title, colour, symbol) => ({ title, colour, symbol });
  const [ann, old, red] = [member("Ann", "#a", "sun"), member("Old Ann", "#b", "star"), member("red", "#c", "circle")];
  const looks = [{ colour: "#a", symbol: "sun" }, { colour: "#b", symbol: "star" }, { colour: "#c", symbol: "circle" }, { colour: "#c", symbol: "tree" }];
  const description = { looks, members: { artist: { ann, old }, colour: { red } } };
  assert.deepEqual(signedParts("Buy Old Ann's red work", description), ["Buy ", old, "Old Ann", "'s red work"]);
  assert.deepEqual(signedParts("Annie and Ann", description), ["Annie and ", ann, "Ann"]);
  assert.deepEqual(signedParts("Buy red", { looks: [], members: {} }), ["Buy red"]);
});

test("what is to be confirmed is only picked by pointing at its thing", () => {
  const tuck = option("tuck the 4s", [{ number: 4 }], { confirm: true });
  assert.deepEqual(pointedAt([tuck], [], "number 4"), { selected: ["number 4"], chosen: null });
  assert.equal(pointedAt([{ ...tuck, confirm: false }], [], "number 4").chosen.label, "tuck the 4s");
});

test("members and numbers of one question are all chips where some stand nowhere on the table", () => {
  const bare = [option("make it a 1", [{ number: 1 }]), option("make it a 2", [{ number: 2 }]), option("make it blue", [blue])];
  const keys = (options, drawn) => chipsOf(withChips(options, drawn), drawn).map(({ key }) => key);
  assert.deepEqual(keys(bare, new Set(["number 2"])), ["number 1", "number 2", "member hue blue"]);
  assert.deepEqual([...litBy(withChips(bare, new Set(["number 2"])))], []);
  assert.deepEqual(keys(bare, new Set(["number 1", "number 2", "member hue blue"])), [], "where all stand there, they are picked there");
  assert.deepEqual(keys([...bare, option("play it", [card(0)])], new Set(["number 2"])), ["number 1", "member hue blue"], "among cards they stay apart");
});
