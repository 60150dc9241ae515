// Lets the machine think in a game, as the standard input says, and writes what it has chosen: JSON for JSON. There is a
// seed, the choices (pairs: the index of a decision, that of an option), the decisions to think about after them, how
// many iterations and samples, and the horizon. Usage: node think.mjs MODULE

import { readFileSync } from "node:fs";
import { Game } from "./host.mjs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { seed, choices, iterations, samples, horizon } = JSON.parse(readFileSync(0, "utf-8"));
const game = new Game(module, BigInt(seed), true);
const thoughts = [];
for (const [decision, option] of choices) {
  if (game.decisions[decision].rows.length > 1)
    thoughts.push([game.search(decision, 7n, iterations, horizon), game.greedy(decision, 7n, samples, horizon)]);
  game.choose(decision, option);
}
console.log(JSON.stringify({ thoughts, digest: game.digest() }));
