// A replay: states are read in order, block by block; each is shown with its whole log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectReplay, replayOf } from "../../../../interpreter/artrules/table/page/replay_source.js";

const LAST = 120;

// A server that answers when told: state n has the lines 0 to n, of which the one before has all but the last.
class Server {
  constructor() {
    this.asked = [];
    this.refusals = 0;
    this.delay = () => Promise.resolve();
  }

  read = async (path, secret) => {
    const query = new URL(path, "http://localhost").searchParams;
    const [from, count] = [Number(query.get("from")), Number(query.get("count"))];
    this.asked.push([path.split("?")[0], from, secret]);
    await this.delay(from);
    if (this.refusals > 0) {
      this.refusals -= 1;
      throw new Error("The server doesn't answer.");
    }
    const states = Array.from({ length: Math.min(count, LAST + 1 - from) }, (_, index) => ({
      view: { round: Math.floor((from + index) / 60) + 1 },
      from: from + index,
      log: [{ kind: "chose", text: `line ${from + index}` }],
    }));
    return { table: { id: "g", title: "T" }, description: { title: "T" }, seats: [], last: LAST, states, pins: [] };
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

async function opened(server = new Server()) {
  const messages = [];
  const connections = [];
  const link = `http://localhost/replay#game=g+1&secret=s%261`;
  const source = connectReplay(link, (m) => messages.push(m), (c) => connections.push(c), server.read);
  await settled();
  const shown = () => messages.findLast(({ type }) => type === "state");
  const where = () => messages.findLast(({ type }) => type === "replay");
  return { server, source, messages, connections, shown, where };
}

test("a link holds a game and a secret", () => {
  assert.deepEqual(replayOf(`http://localhost/replay#game=g+1&secret=s%261`), { game: "g 1", secret: "s&1" });
});

test("the beginning is told once, then the first state; the others are read meanwhile", async () => {
  const { messages, server } = await opened();
  const kinds = messages.map(({ type }) => type);
  assert.deepEqual(kinds.slice(0, 5), ["welcome", "description", "pins", "replay", "state"]);
  assert.equal(kinds.filter((kind) => kind === "welcome" || kind === "state").length, 2);
  assert.deepEqual(server.asked, [0, 20, 40, 60, 80, 100, 120].map((from) => ["/api/games/g%201/replay", from, "s&1"]));
});

test("every state has its whole log", async () => {
  const { source, shown } = await opened();
  for (const to of [19, 20, LAST, 3]) {
    source.send({ type: "go", to });
    assert.equal(shown().version, to);
    assert.deepEqual(shown().news, [`line ${to}`]);
      assert.deepEqual(shown().log.map(({ text }) => text), Array.from({ length: to + 1 }, (_, n) => `line ${n}`));
  }
});

test("it says after which choices rounds begin", async () => {
  const { where } = await opened();
  assert.deepEqual(where().rounds, [{ round: 1, at: 0 }, { round: 2, at: 60 }, { round: 3, at: 120 }]);
  assert.deepEqual([where().at, where().last], [0, LAST]);
});

test("no moment lies outside the game", async () => {
  const { source, shown } = await opened();
  source.send({ type: "go", to: 1000 });
  assert.equal(shown().version, LAST);
  source.send({ type: "go", to: -5 });
  assert.equal(shown().version, 0);
});

test("a moment that hasn't been read is shown once it has, unless somebody has gone on", async () => {
  const server = new Server();
  const waiting = [];
  server.delay = (from) => (from ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
  const { source, shown } = await opened(server);
  source.send({ type: "go", to: 30 });
  source.send({ type: "go", to: 50 });
  assert.equal(shown().version, 0);
  waiting.shift()();
  await settled();
  assert.equal(shown().version, 0);
  waiting.shift()();
  await settled();
  assert.equal(shown().version, 50);
});

test("what couldn't be read is asked for again", async () => {
  const server = new Server();
  server.refusals = 1;
  const { connections, shown } = await opened(server);
  assert.equal(connections.at(-1).text, "The server doesn't answer.");
  connections.at(-1).again();
  await settled();
  assert.equal(connections.at(-1).state, "open");
  assert.equal(shown().version, 0);
});

test("nothing is told after the end", async () => {
  const server = new Server();
  let release;
  server.delay = () => new Promise((resolve) => (release = resolve));
  const { source, messages } = await opened(server);
  source.close();
  release();
  await settled();
  assert.deepEqual(messages, []);
});

test("pauses are states on the way, each with its log, for who goes step by step", async () => {
  const server = new Server();
  const { read } = server;
  server.read = async (...asked) => {
    const data = await read(...asked);
    for (const state of data.states) {
      const [line] = state.log;
      if (line.text !== "line 2") continue;
      state.pauses = [{ pause: "look", from: state.from, log: [line, { kind: "paused", text: "look" }] }];
      Object.assign(state, { from: state.from + 2, log: [{ kind: "said", text: "taken" }] });
    }
    return data;
  };
  const { source, shown, where } = await opened(server);
  source.send({ type: "go", to: 1 });
  source.send({ type: "step", by: 1 });
  assert.deepEqual([shown().pause, where().at], ["look", 2]);
  assert.deepEqual(shown().news, ["line 2", "look"]);
  source.send({ type: "step", by: 1 });
  assert.deepEqual([shown().version, shown().news], [2, ["taken"]]);
  assert.deepEqual(shown().log.map(({ text }) => text), ["line 0", "line 1", "line 2", "look", "taken"]);
  source.send({ type: "step", by: -1 });
  source.send({ type: "step", by: -1 });
  assert.equal(shown().version, 1);
  source.send({ type: "go", to: LAST });
  source.send({ type: "step", by: 1 });
  assert.deepEqual([shown().version, where().isEnd], [LAST, true]);
  source.send({ type: "go", to: 0 });
  source.send({ type: "step", by: -1 });
  assert.deepEqual([shown().version, where().isBeginning], [0, true]);
});
