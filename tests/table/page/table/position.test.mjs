// A position that is changed: which places are to be other when a card goes elsewhere, and what they are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Edit } from "../../../../interpreter/artrules/table/page/edit/edit.js";
import { offeredOf } from "../../../../interpreter/artrules/table/page/edit/news.js";
import { moved, placeOf, titleAt } from "../../../../interpreter/artrules/table/page/edit/position.js";

const HAND = ["players", "1", "hand"];
const DECK = ["zones", "deck"];
const PLACES = [
  { at: DECK, cards: [["red 1", "red 1"], ["blue 2", "blue 2"]] },
  { at: HAND, cards: [["red 3", "{card: red 3, face: down}"], ["red 4", "red 4"]] },
  { at: ["players", "1", "coins"], value: "3" },
];

test("a card that goes to another zone has there what it begins with", () => {
  assert.deepEqual(moved(PLACES, [HAND, 0], DECK, 0), [[HAND, "[red 4]"], [DECK, "[red 3, red 1, blue 2]"]]);
  assert.deepEqual(moved(PLACES, [HAND, 0], DECK, null), [[HAND, "[red 4]"], [DECK, "[red 1, blue 2, red 3]"]]);
});

test("within a zone it stays as it is, and lies before another or last", () => {
  assert.deepEqual(moved(PLACES, [HAND, 1], HAND, 0), [[HAND, "[red 4, {card: red 3, face: down}]"]]);
  assert.deepEqual(moved(PLACES, [HAND, 0], HAND, 1), [[HAND, "[{card: red 3, face: down}, red 4]"]], "it lies there");
  assert.deepEqual(moved(PLACES, [HAND, 0], HAND, null), [[HAND, "[red 4, {card: red 3, face: down}]"]]);
});

test("a card may leave the game", () => {
  assert.deepEqual(moved(PLACES, [DECK, 0], null, null), [[DECK, "[blue 2]"]]);
});

test("places are named by their titles and owners", () => {
  const store = {
    welcome: { seats: [{ seat: 1, name: "Ann" }] },
    description: { zones: { hand: { title: "hand of cards" }, stall: { title: "stall", by: "shade" } }, members: { shade: { red: { title: "crimson" } } } },
  };
  assert.equal(titleAt(placeOf("hand", "1"), store), "Ann: hand of cards");
  assert.equal(titleAt(placeOf("stall[red]", "0"), store), "stall crimson");
  assert.equal(titleAt(["variables", "first_player"], store), "first player");
});

test("what is offered is asked for by who chooses it, and said with a name where several choose", () => {
  const welcome = { seats: [{ seat: 1, name: "Ann" }, { seat: 2, name: "Ben" }] };
  assert.deepEqual(offeredOf({ offered: [[2, ["stop", "stop"]]] }, welcome), [['[2,"stop"]', "stop"]]);
  assert.deepEqual(offeredOf({ offered: [[1, ["stop"]], [2, ["stop"]]] }, welcome), [['[1,"stop"]', "Ann: stop"], ['[2,"stop"]', "Ben: stop"]]);
});

function editor() {
  const [edit, asked, shown] = [new Edit({}), [], []];
  edit.setState = (change) => Object.assign(edit.state, typeof change === "function" ? change(edit.state) : change);
  edit.ask = (_, changes) => new Promise((answer) => asked.push({ changes, answer }));
  edit.showDraft = (draft) => shown.push(draft);
  edit.props = { show: () => shown.push("the table") };
  return { edit, asked, shown };
}

const soon = () => new Promise((then) => setTimeout(then));

test("each change is sent once the one before is answered", async () => {
  const { edit, asked, shown } = editor();
  for (const changes of [{ after: 3 }, { round: 5 }]) edit.change(changes);
  await soon();
  assert.deepEqual([asked.length, edit.state.waiting], [1, 2]);
  asked[0].answer("first");
  await soon();
  assert.deepEqual(asked.map(({ changes }) => changes), [{ after: 3 }, { round: 5 }]);
  asked[1].answer("second");
  await soon();
  assert.deepEqual([shown, edit.state.waiting], [["first", "second"], 0]);
});

test("what comes of a position after it was left isn't shown, and what waited isn't sent", async () => {
  const { edit, asked, shown } = editor();
  for (const changes of [{ after: 3 }, { round: 5 }]) edit.change(changes);
  await soon();
  edit.leave();
  asked[0].answer("late");
  await soon();
  assert.deepEqual([shown, asked.length, edit.state.waiting], [["the table"], 1, 0]);
});
