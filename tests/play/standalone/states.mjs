// Plays games as the standard input says, and writes what each seat is shown: a line of JSON for each line of JSON. A line
// has a seed, the choices (pairs: the index of a decision, that of an option), and after how many choices each to look.
// What is shown is told by its hash; with `whole` as it is. Usage: node states.mjs MODULE

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";
import { EVERYBODY, OUTSIDER, shownTo } from "../../../interpreter/artrules/table/page/module/state.js";

const machine = await Machine.from(readFileSync(process.argv[2]));
const seats = [OUTSIDER, ...Array.from({ length: machine.players }, (_, i) => i + 1)];

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, choices, every, whole } = JSON.parse(line);
  const game = new Game(machine, seed);
  const seen = [];
  const told = (shown) => {
    const text = `${JSON.stringify(shown.message())} ${JSON.stringify([...shown.options])}`;
    return whole ? text : createHash("sha256").update(text).digest("hex");
  };
  const open = (shown) => [shownTo(shown, 1, { open: true }), shownTo(shown, EVERYBODY, { open: true, bots: [1] })];
  const look = (shown) => seen.push([...seats.map((seat) => shownTo(shown, seat)), ...open(shown)].map(told));
  for (const [i, [decision, option]] of [...choices, [null]].entries()) {
    if (i % every === 0 || decision === null) [...game.pauses, game].forEach(look);
    if (decision !== null) game.choose(decision, option);
  }
  console.log(JSON.stringify({ seen, digest: game.digest(), ids: game.ids }));
}
