// Tells what a seat is shown in positions that the standard input gives, and somebody without a seat: a line of JSON for
// each line of JSON. A line has a seed, the packed position and what seats know (hexadecimal digits), the log's entries
// and where its open part begins, and a seat; with `leak` the seat is shown everything. Usage: node worlds.mjs MODULE

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Game } from "../../../interpreter/artrules/table/page/module/game.js";
import { Log } from "../../../interpreter/artrules/table/page/module/log.js";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";
import { OUTSIDER, shownTo } from "../../../interpreter/artrules/table/page/module/state.js";

const machine = await Machine.from(readFileSync(process.argv[2]));
const bytes = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, position, knowledge, entries, open_from: openFrom, seat, leak } = JSON.parse(line);
  const log = new Log(entries.map((entry) => logged(entry)), openFrom);
  const game = Game.from(machine, seed, machine.unpacked(bytes(position), bytes(knowledge)), log);
  const state = JSON.stringify(shownTo(game, seat, { open: leak }).message());
  console.log(JSON.stringify({ state, outside: JSON.stringify(shownTo(game, OUTSIDER).message()) }));
}

function logged({ apart = [], label = "", ...entry }) {
  const { as_others_read } = machine.about.entry_kinds[entry.kind];
  return { ...entry, apart: Object.fromEntries(apart), label, asOthersRead: as_others_read || entry.kind };
}
