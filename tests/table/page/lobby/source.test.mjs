// The line to the server: what is sent when it opens, breaks, comes back, and when nobody answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, endpoint } from "../../../../interpreter/artrules/table/page/source.js";
import { Unanswered } from "../../../../interpreter/artrules/table/page/source.js";
import { FakeBrowser, state, welcome } from "./fake_browser.mjs";

const LINK = "http://localhost:8000/table#s3cret";

function connected(...messages) {
  const browser = new FakeBrowser();
  const source = connect(LINK, (m) => browser.received.push(m), (c) => browser.connections.push(c), browser);
  browser.accept(...(messages.length ? messages : [welcome(), state(5)]));
  return { browser, source };
}

const choices = (line) => line.sent.filter(({ type }) => type === "choose");
const choose = { type: "choose", token: "5.1.2" };

test("the secret is sent as the first message, and is in no address", () => {
  const { browser } = connected();
  assert.deepEqual(browser.sent, [{ type: "hello", secret: "s3cret" }]);
  assert.equal(browser.line.url, "ws://localhost:8000/ws");
  assert.equal(endpoint("https://table.example/table#a").url, "wss://table.example/ws");
  assert.deepEqual(browser.received, [welcome(), state(5)]);
  assert.deepEqual(browser.connections.map((each) => each.state), ["opening", "open"]);
});

test("a line that breaks is opened again, after pauses that grow", () => {
  const { browser } = connected();
  const pauses = [];
  for (let i = 0; i < 8; i++) {
    browser.breakLine();
    assert.equal(browser.connection, "lost");
    const before = browser.time;
    while (browser.lines.length < i + 2) browser.pass(100);
    pauses.push(browser.time - before);
  }
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  browser.accept(welcome(), state(5));
  assert.equal(browser.connection, "open");
  browser.breakLine();
  browser.pass(500);
  assert.equal(browser.lines.length, 10);
});

test("a page that wakes up tries at once", () => {
  const { browser } = connected();
  browser.breakLine();
  browser.awake();
  assert.equal(browser.lines.length, 2);
  browser.pass(1000);
  assert.equal(browser.lines.length, 2);
});

test("after a long sleep a line isn't trusted", () => {
  const { browser } = connected();
  browser.time += 10000;
  browser.awake();
  assert.equal(browser.lines.length, 1);
  browser.time += 10000;
  browser.awake();
  assert.equal(browser.lines.length, 2);
  assert.equal(browser.lines[0].readyState, 3);
});

test("a choice that didn't arrive is sent again", () => {
  const { browser, source } = connected();
  source.send(choose);
  browser.breakLine();
  browser.pass(500);
  browser.accept(welcome());
  assert.deepEqual(choices(browser.line), []);
  browser.tell(state(5));
  assert.deepEqual(choices(browser.line), [choose]);
});

test("at an open table, too, the state comes before what is sent again", () => {
  const { browser, source } = connected({ ...welcome(null), open: true }, state(5));
  source.send(choose);
  browser.breakLine();
  browser.pass(500);
  browser.accept({ ...welcome(null), open: true });
  assert.deepEqual(choices(browser.line), []);
  browser.tell(state(6));
  assert.deepEqual(choices(browser.line), []);
});

test("a choice that did arrive isn't sent again", () => {
  const { browser, source } = connected();
  source.send(choose);
  browser.breakLine();
  browser.pass(500);
  browser.accept(welcome(), state(6));
  assert.deepEqual(choices(browser.line), []);
});

test("what was answered isn't sent again", () => {
  for (const answer of [state(6), { type: "refused", text: "Too late." }]) {
    const { browser, source } = connected();
    source.send(choose);
    browser.tell(answer);
    browser.breakLine();
    browser.pass(500);
    browser.accept(welcome(), state(5));
    assert.deepEqual(choices(browser.line), []);
  }
});

test("what is chosen while the line is broken waits for it", () => {
  const { browser, source } = connected();
  browser.breakLine();
  source.send(choose);
  browser.pass(500);
  browser.accept(welcome(), state(5));
  assert.deepEqual(choices(browser.line), [choose]);
});

test("silence after a message means that the line is broken", () => {
  const { browser, source } = connected();
  browser.pass(60000);
  assert.equal(browser.lines.length, 1);
  source.send(choose);
  browser.pass(7000);
  assert.equal(browser.lines.length, 1);
  browser.pass(2000);
  assert.equal(browser.lines.length, 2);
  browser.accept(welcome(), state(5));
  assert.deepEqual(choices(browser.line), [choose]);
});

test("a line that never opens is given up", () => {
  const browser = new FakeBrowser();
  connect(LINK, () => {}, (c) => browser.connections.push(c), browser);
  browser.pass(9000);
  assert.equal(browser.lines.length, 2);
});

test("a note isn't pinned twice", () => {
  const note = { type: "pin", text: "This felt wrong. " };
  for (const [told, times] of [[[], 1], [[{ text: "This felt wrong." }], 0]]) {
    const { browser, source } = connected();
    source.send(note);
    browser.breakLine();
    browser.pass(500);
    browser.accept(welcome(), { type: "pins", pins: told }, state(5));
    assert.equal(browser.sent.filter(({ type }) => type === "pin").length, times);
  }
});

test("who has sat down at a shared device still sits there when the line is back", () => {
  const { browser, source } = connected(welcome(null));
  source.send({ type: "sit", seat: 2 });
  browser.tell(state(5));
  source.send(choose);
  browser.breakLine();
  browser.pass(500);
  const before = browser.received.length;
  browser.accept(welcome(null));
  assert.deepEqual(browser.sent.slice(1), [{ type: "sit", seat: 2 }]);
  browser.tell(welcome(2), state(5));
  assert.deepEqual(browser.received.slice(before), [welcome(2), state(5)]);
  assert.deepEqual(browser.sent.slice(2), [choose]);
});

test("who has stood up doesn't sit again when the line is back", () => {
  const { browser, source } = connected(welcome(null));
  source.send({ type: "sit", seat: 2 });
  browser.tell(welcome(2), state(5));
  source.send({ type: "sit", seat: null });
  browser.breakLine();
  browser.pass(500);
  browser.accept(welcome(null));
  assert.deepEqual(browser.sent.slice(1), [{ type: "sit", seat: null }]);
  browser.tell(welcome(null));
  browser.pass(60000);
  assert.equal(browser.lines.length, 2);
});

test("a choice of the seat before isn't sent for the next", () => {
  const { browser, source } = connected();
  browser.breakLine();
  source.send(choose);
  source.send({ type: "sit", seat: 2 });
  browser.pass(500);
  browser.accept(welcome(null), state(5));
  assert.deepEqual(choices(browser.line), []);
});

test("a server that refuses a line isn't asked again by itself", () => {
  const { browser } = connected({ type: "refused", text: "Nobody has this link." });
  browser.breakLine(1008);
  assert.equal(browser.connection, "ended");
  assert.equal(browser.connections.at(-1).text, "Nobody has this link.");
  browser.pass(60000);
  assert.equal(browser.lines.length, 1);
  browser.connections.at(-1).again();
  assert.equal(browser.lines.length, 2);
});

test("what can't be read breaks the line and nothing else", () => {
  const { browser } = connected();
  browser.line.onmessage({ data: "<html>" });
  assert.equal(browser.connection, "lost");
  browser.pass(500);
  browser.accept(welcome(), state(6));
  assert.equal(browser.received.at(-1).version, 6);
});

test("a source that is closed stays closed", () => {
  const { browser, source } = connected();
  source.close();
  assert.equal(browser.awake, null);
  browser.pass(60000);
  assert.equal(browser.lines.length, 1);
});

test("what is refused to a question leaves other messages unanswered, and the other way round", () => {
  const why = { type: "why", id: 3, text: "play" };
  for (const [messages, refused, left] of [
    [[choose, why], { type: "refused", id: 3, text: "Too many." }, choose],
    [[why, choose], { type: "refused", text: "Too late." }, why],
  ]) {
    const { browser, source } = connected();
    messages.forEach((message) => source.send(message));
    browser.tell(refused);
    browser.breakLine();
    browser.pass(1000);
    browser.accept(welcome(), state(5));
    assert.deepEqual(browser.sent.slice(1), [left]);
  }
});

test("a question of the person before isn't asked for the next one", () => {
  const { browser, source } = connected();
  source.send({ type: "why", id: 3, text: "play" });
  source.send({ type: "sit", seat: 2 });
  browser.breakLine();
  browser.pass(1000);
  browser.accept(welcome(2), state(6));
  assert.deepEqual(browser.sent.map(({ type }) => type), ["hello"]);
});

test("an undo that others are asked for, and their answers, are sent again only until the table has heard them", () => {
  const messages = new Unanswered();
  messages.heard({ type: "state", version: 1 });
  messages.sent({ type: "undo", ask: true });
  messages.heard({ type: "undo_asked", by: 1, waits_for: [2] });
  assert.ok(messages.empty);
  messages.sent({ type: "answer_undo", agree: true });
  messages.lost();
  assert.deepEqual(messages.heard({ type: "state", version: 1 }), [{ type: "answer_undo", agree: true }]);
  messages.heard({ type: "undo_asked", by: null });
  assert.ok(messages.empty);
});

test("a question what a bot would do is sent again until it is answered, or somebody else sits down", () => {
  const messages = new Unanswered();
  messages.heard({ type: "state", version: 1 });
  messages.sent({ type: "advise", id: 4 });
  messages.heard({ type: "why", id: 3 });
  assert.ok(!messages.empty);
  messages.heard({ type: "advice", id: 4 });
  assert.ok(messages.empty);
  messages.sent({ type: "advise", id: 5 });
  messages.sent({ type: "sit", seat: 2 });
  assert.deepEqual(messages.messages.map(({ message }) => message.type), ["sit"]);
});
