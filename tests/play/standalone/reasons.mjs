// Plays games as the standard input says, and writes why a player can do nothing with things: a line of JSON for each line
// of JSON. A line has a seed, the choices (pairs: the index of a decision, that of an option), and what is asked: after
// how many choices, by which seat, about what. Usage: node reasons.mjs MODULE

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";
import { reasonFor } from "../../../interpreter/artrules/table/page/module/offers.js";

const machine = await Machine.from(readFileSync(process.argv[2]));

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, choices, asked } = JSON.parse(line);
  const game = new Game(machine, seed);
  const reasons = [];
  for (let made = 0; made <= choices.length; made += 1) {
    const digest = game.digest();
    for (const [after, seat, thing] of asked) if (after === made) reasons.push(reasonFor(game, seat, thing));
    if (game.digest() !== digest) throw new Error("asking has changed the game");
    if (made < choices.length) game.choose(...choices[made]);
  }
  console.log(JSON.stringify(reasons));
}
