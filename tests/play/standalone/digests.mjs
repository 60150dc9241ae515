// Plays games and gives the digests on the way. It runs in Node and in browsers: `play` takes a machine and a list of
// games, each with a seed, choices (pairs: the index of a decision, that of an option), and after how many choices each to
// look. As a program: node digests.mjs MODULE, with a game as JSON in each line of the standard input.

import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";

export function digestsOf(machine, { seed, choices, every }) {
  const game = new Game(machine, seed);
  const digests = [];
  for (const [i, choice] of choices.entries()) {
    if (i % every === 0) digests.push(game.digest());
    game.choose(...choice);
    game.past.length = 0; // nothing is taken back here, and games by chance have up to 20,000 choices
  }
  return [...digests, game.digest()];
}

if (globalThis.process?.argv[1]?.endsWith("digests.mjs")) {
  const { readFileSync } = await import("node:fs");
  const { createInterface } = await import("node:readline");
  const machine = await Machine.from(readFileSync(process.argv[2]));
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(digestsOf(machine, JSON.parse(line))));
}
