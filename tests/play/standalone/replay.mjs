// Plays games as the standard input says, and writes what it has seen: a line of JSON for each line of JSON.
// A line has a seed, the choices (pairs: the index of a decision, that of an option), and after how many choices each
// to look: at the digest and at all labels. A fault is written, too. Usage: node replay.mjs MODULE

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";

const machine = await Machine.from(readFileSync(process.argv[2]));

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, choices, every } = JSON.parse(line);
  const seen = [];
  let game;
  try {
    game = new Game(machine, seed);
  } catch (problem) {
    console.log(JSON.stringify({ seen, logs: [], fault: problem.message }));
    continue;
  }
  const look = () => seen.push([game.digest(), game.decisions.map((each, i) => labels(game, each, i))]);
  let fault = null;
  for (const [i, [decision, option]] of choices.entries()) {
    if (i % every === 0) look();
    try {
      game.choose(decision, option);
    } catch (problem) {
      fault = problem.message;
    }
  }
  look();
  const logs = Array.from({ length: game.about.players }, (_, player) => game.log.readBy(player + 1).map(entryOf));
  console.log(JSON.stringify({ seen, logs, fault }));
}

function labels(game, { player, prompt, rows }, decision) {
  return [player + 1, prompt, rows.map((_, option) => game.label(decision, option, 1 << player))];
}

function entryOf({ kind, round, phase, player, text, label }) {
  return { kind, round, phase, player, text, ...(label ? { label } : {}) };
}
