// Plays a game as the standard input says, in which choices are taken back, and writes what came of that: JSON for JSON.
// There is a seed, and a list of what is done: `[place, option]`, or `{seat, agreed, people}`. Usage: node undo.mjs MODULE

import { readFileSync } from "node:fs";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";
import { shownTo } from "../../../interpreter/artrules/table/page/module/state.js";
import { takeBack } from "../../../interpreter/artrules/table/page/module/undo.js";

const machine = await Machine.from(readFileSync(process.argv[2]));
const { seed, done } = JSON.parse(readFileSync(0, "utf-8"));
const game = new Game(machine, seed);
const seats = Array.from({ length: machine.players }, (_, i) => i + 1);
const seen = [];
for (const each of done) {
  if (Array.isArray(each)) game.choose(...each);
  else seen.push([takeBack(game, each.seat, each), game.digest(), ...seats.map((seat) => JSON.stringify(shownTo(game, seat).message()))]);
}
const again = Game.replay(machine, seed, game.ids);
console.log(JSON.stringify({ seen, same: [again.digest() === game.digest(), String(again.choices) === String(game.choices)] }));
