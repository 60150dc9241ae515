// Pages that come to a table in Node, as in the worker of a file, and go; and how long they wait for bots. The packed game
// is on standard input; writes what fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Hall } from "../../../interpreter/artrules/table/page/local/hall.js";
import { Library } from "../../../interpreter/artrules/table/page/local/library.js";

const library = new Library(readFileSync(0, "utf-8"));
const writes = [];
const hallOf = (how) => new Hall(library, [], (id) => writes.push(id), how);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const nothing = () => {};
const open = async (hall, bots, more = {}) => (await hall.answer("/api/games", { players: bots.length, seats: bots.map((bot, i) => ({ name: `P${i}`, bot })), seed: 7, ...more })).id;

// Those who ask for a table at the same time get the same one, also where others ask for other tables meanwhile.
let hall = hallOf({ pace: 0 });
const [id, other] = [await open(hall, ["", "", "uniform"]), await open(hall, ["", ""])];
const asked = await Promise.all([hall.table(id), hall.table(id)]);
assert.equal(asked[0], asked[1]);
const entered = hall.enter(1, id, nothing);
await Promise.all([hall.table(other), entered]);
assert.equal(await hall.table(id), hall.guests.get(1).table);

// A page that leaves before it has its table isn't there: for nobody no bot plays.
hall = hallOf({ pace: 0 });
const waiting = await open(hall, ["uniform", "uniform", ""]);
const coming = hall.enter(1, waiting, nothing);
hall.leave(1);
await coming;
await sleep(50);
const table = await hall.table(waiting);
assert.ok(table.botToChoose);
assert.deepEqual([hall.guests.size, table.game.choices.length], [0, 0]);

// Nor does one that thinks while the last page leaves: somebody else may have the game by then.
hall = hallOf();
const left = await open(hall, ["uniform", "uniform", ""]);
await hall.enter(1, left, nothing);
writes.splice(0);
hall.leave(1);
while (hall.busy.size) await sleep(10);
assert.deepEqual([(await hall.table(left)).game.choices.length, writes], [0, []]);

// How long a bot takes doesn't tell how much it had to think about; also where nothing moves.
async function shortestWaits(hall) {
  const played = await open(hall, ["greedy", "greedy"], { open: true });
  const { machine } = await hall.table(played);
  const call = machine.call;
  const waits = [];
  let [slow, moment, last] = [0, -1, 0];
  machine.call = function (name, ...numbers) {
    for (const end = performance.now() + slow; name === "compare_options" && performance.now() < end; );
    return call.call(this, name, ...numbers);
  };
  await hall.enter(2, played, ({ type }) => {
    const { table } = hall.guests.get(2);
    if (type !== "state" || table.moment === moment) return;
    waits.push(performance.now() - last);
    [moment, last] = [table.moment, performance.now()];
  });
  const shortest = async (milliseconds) => {
    slow = milliseconds;
    waits.splice(0);
    while (waits.length < 4) await sleep(10);
    return Math.min(...waits.slice(1)); // during the first it thought as before
  };
  const found = [await shortest(0), await shortest(SLOW)];
  hall.leave(2);
  machine.call = call;
  while (hall.busy.size) await sleep(10);
  return found;
}

const SLOW = 200;
for (const how of [{}, { still: true }]) {
  const [quick, slow] = await shortestWaits(hallOf(how));
  assert.ok(quick > 250, `${quick} ms`);
  assert.ok(slow - quick < SLOW / 2, `${quick} ms, and ${slow} ms where it thought ${SLOW} ms longer`);
}
console.log("fine");
