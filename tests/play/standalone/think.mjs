// Lets the machine think in a game, as the standard input says, and writes what it has chosen: JSON for JSON. There is a
// seed, the choices (pairs: the index of a decision, that of an option), the decisions to think about after them, how
// many iterations and samples, and the horizon. Usage: node think.mjs MODULE

import { readFileSync } from "node:fs";
import { botOption, greedy, hinted, search } from "../../../interpreter/artrules/table/page/module/bots.js";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";

const machine = await Machine.from(readFileSync(process.argv[2]));
const { seed, choices, iterations, samples, horizon, bots } = JSON.parse(readFileSync(0, "utf-8"));
const game = new Game(machine, seed);
const thoughts = [];
for (const [decision, option] of choices) {
  if (game.decisions[decision].rows.length > 1) {
    const thought = [search(game, decision, 7, { iterations, horizon }), greedy(game, decision, 7, { samples, horizon })];
    if (bots.includes("rules")) thought.push(hinted(game, decision, 7));
    thoughts.push([...thought, bots.map((bot) => botOption(game, bot, decision, { iterations }))]);
  }
  game.choose(decision, option);
}
console.log(JSON.stringify({ thoughts, digest: game.digest() }));
