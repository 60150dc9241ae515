// A hall of tables in Node, as in the worker of a file: the packed game is on standard input. Plays a game of two people
// and a bot, and tries what pages may ask for, rightly and wrongly; writes what fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Hall } from "../../../interpreter/artrules/table/page/local/hall.js";
import { Library, messageOf } from "../../../interpreter/artrules/table/page/local/library.js";
import { writeLink } from "../../../interpreter/artrules/table/page/local/link.js";
import { recordIn } from "../../../interpreter/artrules/table/page/local/table.js";
import { Fault } from "../../../interpreter/artrules/table/page/module/machine.js";
import { shownTo } from "../../../interpreter/artrules/table/page/module/state.js";

const library = new Library(readFileSync(0, "utf-8"));
const records = new Map();
const keep = (id, record) => (record ? records.set(id, JSON.stringify(record)) : records.delete(id));
const hallOf = () => new Hall(library, [...records.values()].map((text) => JSON.parse(text)), keep, { pace: 0 });
const refuses = (work, words) => assert.rejects(async () => work(), words);
const seats = [{ name: "Ann", bot: "" }, { name: "Ben", bot: "" }, { name: "Bolt", bot: "uniform" }];
const idle = async (hall) => {
  while (hall.busy.size) await new Promise((done) => setTimeout(done, 1));
};

// A table with a page: `say` a message, and what comes of it.
async function sitDown(hall, id, line = 1) {
  const heard = [];
  await hall.enter(line, id, (message) => heard.push(structuredClone(message)));
  const say = async (message) => {
    heard.splice(0);
    hall.hear(line, message);
    await idle(hall);
    return [...heard];
  };
  const state = (messages = heard) => messages.findLast(({ type }) => type === "state");
  await idle(hall);
  return { heard, say, state };
}

const refusal = (messages) => messages.find(({ type }) => type === "refused")?.text;

// Plays with both people until the game is over, or so many choices are made.
async function play(hall, id, page, most = Infinity) {
  for (let made = 0; made < most; ) {
    const table = await hall.table(id);
    const seat = table.waiting.find((each) => table.people.includes(each));
    if (!seat) return;
    let state = page.state(await page.say({ type: "sit", seat }));
    const own = () => state?.offers?.[0]?.options;
    while (own()?.length && made < most) {
      const option = own()[made % own().length];
      state = page.state(await page.say({ type: "choose", token: option.token }));
      made += 1;
    }
  }
}

let hall = hallOf();
const opened = await hall.answer("/api/games", { players: 3, seats, seed: 7 });
const id = opened.id;
const page = await sitDown(hall, id);

// Behind the curtain there is nothing; a seat is told what it may know, and nothing else.
assert.deepEqual(page.heard.map(({ type }) => type), ["welcome", "description"]);
assert.equal(refusal(await page.say({ type: "choose", token: "1" })), "Sit down first.");
assert.match(refusal(await page.say({ type: "sit", seat: 3 })), /isn't yours/);
assert.match(refusal(await page.say({ type: "sit", seat: "1" })), /isn't yours/);
const first = page.state(await page.say({ type: "sit", seat: 1 }));
const expected = shownTo((await hall.table(id)).game, 1, { bots: [3] }).message();
assert.deepEqual(first, structuredClone(expected));

// What is wrong is refused in words, and changes nothing.
const before = records.get(id);
for (const [message, words] of [
  [{ type: "choose", token: "none" }, /changed meanwhile/],
  [{ type: "choose" }, /changed meanwhile/],
  [{ type: "undo" }, /chosen nothing yet/],
  [{ type: "name", seat: 1, name: " " }, /must be a text/],
  [{ type: "name", seat: 1, name: "ben" }, /called ben already/],
  [{ type: "name", seat: 1, name: "x".repeat(41) }, /at most 40/],
  [{ type: "answer_undo", agree: true }, /Nobody asks/],
  [{ type: "pin", text: 7 }, /must be a text/],
  [{ type: "why", id: 4, text: "x" }, /about is a thing of the table/],
  [{ type: "__proto__" }, /nobody understands/],
])
  assert.match(refusal(await page.say(message)), words, JSON.stringify(message));
assert.equal(records.get(id), before);
await refuses(() => hall.answer("/api/games/none/replay?from=0&count=1", null), /doesn't keep this game/);
await refuses(() => hall.answer(`/api/games/${id}/replay?from=0&count=1`, null), /when the game is over/);
await refuses(() => hall.answer(`/api/games/${id}/links`, {}), /can't do that/);
await refuses(() => hall.answer("/elsewhere", null), /can't do that/);
await refuses(() => hall.answer("/api/games", { players: 9 }), /is for 2, 3, 4 players/);
await refuses(() => hall.answer("/api/games", { players: 2, settings: { guilds: "nobody" } }), /doesn't hold these settings/);
await refuses(() => hall.answer("/api/games", { players: 2, seats: [{ name: "A" }, { name: "a" }] }), /same name/);

// So is a table that can't be set up so, and nothing is kept of it.
const count = records.size;
for (const [wishes, words] of [
  [{ seed: "abc" }, /seed is a whole number/],
  [{ seed: "0x10" }, /seed is a whole number/],
  [{ seed: -1 }, /seed is a whole number/],
  [{ seed: 1.5 }, /seed is a whole number/],
  [{ seed: String(2n ** 64n) }, /seed is a whole number/],
  [{ seats: [{ name: "" }] }, /must be a text/],
  [{ seats: [{ name: 7 }] }, /must be a text/],
  [{ seats: [{ name: "x".repeat(500) }] }, /at most 40/],
  [{ seats: [{ name: " A" }, { name: "a" }] }, /same name/],
  [{ seats: [{}, { bot: "nosuch" }] }, /no such bot/],
  [{ seats: [{}, { bot: 7 }] }, /no such bot/],
  [{ seats: [{ bot: "uniform" }, { bot: "uniform" }] }, /must be a person's/],
])
  await refuses(() => hall.answer("/api/games", { players: 2, ...wishes }), words);
assert.equal(records.size, count);
await refuses(() => hall.answer(`/api/games/${id}/seats`, { seat: 2, bot: "nosuch" }), /no such bot/);
await refuses(() => hall.answer(`/api/games/${id}/seats`, { seat: 4, bot: "uniform" }), /no such seat/);
await refuses(() => hall.answer("/api/games/none/rules", null), /doesn't keep this game/);
assert.equal(records.get(id), before);

// The largest seed is one, and names are kept as they are shown.
const largest = await hall.answer("/api/games", { players: 2, seed: String(2n ** 64n - 1n), seats: [{ name: " Ann\n" }] });
assert.deepEqual((await hall.table(largest.id)).record.seats.map(({ name }) => name), ["Ann", "Player 2"]);
await hall.answer(`/api/games/${largest.id}/forget`, {});

// Why nothing can be done with a thing is told in words, also where there is no such thing.
for (const thing of [{ card: ["hand", 1, 0] }, { card: ["none", 9, 9] }, { zone: ["deck", 0] }, { number: 3 }, {}]) {
  const [answer] = await page.say({ type: "why", id: 5, thing });
  assert.deepEqual([answer.type, answer.id, answer.possible], ["why", 5, false]);
  assert.match(answer.text, /^[A-Z].*\.$/);
}

// Names and notes are kept; others don't read a note before the end.
await page.say({ type: "name", seat: 1, name: "Anna" });
assert.equal((await page.say({ type: "pin", text: "hm" })).find(({ type }) => type === "pins").pins.length, 1);
assert.equal((await page.say({ type: "sit", seat: 2 })).find(({ type }) => type === "pins").pins.length, 0);

// Played on, kept, and laid again, it stands at the same place.
await play(hall, id, page, 6);
const digest = (await hall.table(id)).game.digest();
hall = hallOf();
assert.equal((await hall.table(id)).game.digest(), digest);
assert.equal(hall.list()[0].seats[0].name, "Anna");

// A link stands there, too; its changes are refused.
const { url } = await hall.answer(`/api/games/${id}/link`, null);
const copy = await hall.answer("/api/links", { text: url.slice("#play=".length) });
assert.notEqual(copy.id, id);
assert.equal((await hall.table(copy.id)).game.digest(), digest);
const text = url.slice("#play=".length);
for (let at = 0; at < text.length; at += 1) {
  const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  await refuses(() => hall.answer("/api/links", { text: changed }), /damaged/).catch((error) => {
    if (at < text.length - 1) throw error; // the last letter has bits that mean nothing
  });
}
for (const other of ["", "a", "%%%", "ä", text + text]) await refuses(() => hall.answer("/api/links", { text: other }), /damaged/);

// To its end, seen again, and begun again; what one has been told by then is the truth.
const again = await sitDown(hall, id);
await play(hall, id, again);
assert.ok((await hall.table(id)).finished);
assert.deepEqual(hall.list().find((game) => game.id === id).winners, (await hall.table(id)).winners);
assert.match(refusal(await again.say({ type: "undo" })) ?? "", /the game is over|Sit down/);
const whole = await hall.answer(`/api/games/${id}/replay?from=0&count=1000`, null);
assert.equal(whole.states.length, whole.last + 1);
const parts = [];
for (let from = 0; from <= whole.last; from += 7) parts.push(...(await hall.answer(`/api/games/${id}/replay?from=${from}&count=7`, null)).states);
assert.deepEqual(parts, whole.states);
assert.deepEqual(whole.pins.map(({ name, text }) => [name, text]), [["Anna", "hm"]]);
const rematch = await hall.answer(`/api/games/${id}/again`, {});
assert.deepEqual((await hall.table(rematch.id)).record.seats.map(({ name }) => name), ["Anna", "Ben", "Bolt"]);

// A bot takes a seat, and at least one stays a person's.
await sitDown(hall, rematch.id, 2);
await hall.answer(`/api/games/${rematch.id}/seats`, { seat: 2, bot: "uniform" });
await refuses(() => hall.answer(`/api/games/${rematch.id}/seats`, { seat: 1, bot: "uniform" }), /must stay a person's/);
await idle(hall);

// At an open table a bot advises whoever must choose, by what the page offers.
const lain = await hall.answer("/api/games", { players: 2, seats: seats.slice(0, 2), seed: 3, open: true });
const opened2 = await sitDown(hall, lain.id, 3);
const advised = new Set();
for (let made = 0; made < 12; made += 1) {
  const { offers } = opened2.state();
  const tokens = offers[0].options.map(({ token }) => token);
  const [answer] = tokens.length < 2 ? [] : await opened2.say({ type: "advise", id: made });
  if (answer) {
    assert.equal(answer.type, "advice", answer.text);
    assert.ok(tokens.includes(answer.token));
    advised.add(offers[0].player);
  }
  opened2.heard.push({ type: "state", ...opened2.state(await opened2.say({ type: "choose", token: tokens[made % tokens.length] })) });
}
assert.ok(advised.has(2), [...advised]);

// Games of other rules stay in the list, and say why they can't go on; forgotten ones are gone.
const old = JSON.parse(records.get(id));
records.set("old", JSON.stringify({ ...old, id: "old", content: "other" }));
hall = hallOf();
assert.match(hall.list().find((game) => game.id === "old").refused, /rules of this game have changed/);
await refuses(() => hall.table("old"), /rules of this game have changed/);
await hall.answer("/api/games/old/forget", {});
assert.ok(!records.has("old"));
records.set("bad", JSON.stringify({ ...old, id: "bad", choices: [[0, 99]] }));
await refuses(() => hallOf().table("bad"), /choice 1 can't be made again/);
assert.ok((await hall.answer(`/api/games/${id}/rules`, null)).blocks.length > 0);

// What the rules have got wrong is said in words that name nothing of the game: somebody may not see it.
const errors = [];
console.error = (text) => errors.push(text);
const fault = new Fault("ART5001 here: the new value is out of bounds (expected: 0..9; found: 12)");
assert.match(messageOf(fault), /^The rules of this game have a mistake here, so this can't be done\./);
assert.doesNotMatch(messageOf(fault), /ART|12/);
assert.deepEqual(errors, [fault.message, fault.message]);

// Of what the browser keeps, only a whole record is taken for one.
const entry = { kind: "undone", asOthersRead: "undone", round: 1, phase: "", player: 1, label: "", text: "a", own: "b", public: "", apart: { 2: "c" } };
const fine = { ...old, choices: [[0, 1], [2, 0]], undone: [{ after: 0, entry }], seed: "7" };
assert.equal(fine.notes.length, 1);
assert.deepEqual(recordIn(id, JSON.stringify(fine)), fine);
const [note] = fine.notes;
const bolts = fine.seats.map(({ name }) => ({ name, bot: "uniform" }));
const isDamaged = (text, key = id) => assert.equal(recordIn(key, text).damaged, true, text);
assert.equal(recordIn(id, JSON.stringify({ ...fine, seats: bolts, open: true })).damaged, undefined);
const ill = [
  ...[{ seed: "abc" }, { seed: 7 }, { seed: "-1" }, { seed: undefined }],
  ...[{ choices: [[0]] }, { choices: [[0, -1]] }, { choices: [["0", 1]] }, { choices: [0] }, { choices: [null] }, { choices: "" }],
  ...[{ seats: [] }, { seats: [{ name: "A" }] }, { seats: bolts }, { seats: [{ name: "A", bot: "toString" }, ...fine.seats.slice(1)] }],
  ...[{ players: 2 }, { players: "3" }, { players: 0, seats: [] }, { settings: null }, { settings: { guilds: 3 } }],
  ...[{ winners: undefined }, { seats: 7 }, { winners: 7 }, { winners: [9] }, { winners: ["1"] }, { winners: [0] }, { open: 1 }, { advice: null }],
  ...[{ notes: null }, { notes: [null] }, { notes: [{ ...note, seat: 4 }] }, { notes: [{ ...note, lines: -1 }] }, { notes: [{ ...note, text: 7 }] }],
  ...[{ undone: 7 }, { undone: [{}] }, { undone: [{ after: 0, entry: null }] }, { undone: [{ after: "0", entry }] }],
  ...[{ kind: "toString" }, { player: 9 }, { apart: null }, { text: 7 }].map((wrong) => ({ undone: [{ after: 0, entry: { ...entry, ...wrong } }] })),
  ...[{ id: "other" }, { id: 7 }, { title: 7 }, { content: null }, { begun: 5 }],
];
for (const wrong of ill) isDamaged(JSON.stringify({ ...fine, ...wrong }));
for (const text of ["", "{", "null", "7"]) isDamaged(text);
isDamaged(JSON.stringify({ ...fine, id: "a&b" }), "a&b");

// What isn't stands in the list by itself, can't be opened, and can be forgotten, whatever it is called.
for (const key of ["ill", "", "a/b?c%&#"]) {
  const kept = new Map([[key, "{}"], [id, JSON.stringify(old)]]);
  const other = new Hall(library, [...kept].map(([id, text]) => recordIn(id, text)), (id) => kept.delete(id));
  const [good, bad] = other.list();
  assert.deepEqual([good.id, good.refused, bad.id, bad.seats, bad.finished], [id, null, key, [], false]);
  assert.match(bad.refused, /is damaged: it can't be opened/);
  const path = `/api/games/${encodeURIComponent(key)}`;
  for (const part of ["link", "rules", "again", "replay?from=0&count=1"]) await refuses(() => other.answer(`${path}/${part}`, null), /is damaged/);
  await refuses(() => other.enter(1, key, () => {}), /is damaged/);
  await other.answer(`${path}/forget`, {});
  assert.deepEqual([other.list().length, kept.has(key)], [1, false]);
}

// An address without a game is refused, and so is a link to a game in which nobody would play.
await refuses(() => hall.answer("/api/games//replay?from=0&count=1", null), /doesn't keep this game/);
const { game: played, record: full } = await hall.table(rematch.id);
for (const [open, words] of [[false, /damaged/], [true, null]]) {
  const link = writeLink({ game: played, record: { ...full, open, seats: bolts } }, hall.sumOf(full), hall.botNames);
  const laid = async () => hall.answer("/api/links", { text: link });
  await (words ? refuses(laid, words) : laid());
}
console.log("fine");
