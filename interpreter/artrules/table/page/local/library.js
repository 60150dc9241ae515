// What a file has of its game: what can be chosen for a table, and for each number of players and choice of settings a
// module, the description of its table and its rules. And in which words it refuses something.
import { Fault, Machine } from "../module/machine.js";
import { unpack } from "./packing.js";

const MACHINES = 2; // so many keep their memory: the one that is played, and one before

const jsonIn = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

export class Library {
  /** `packed` is the text that `artrules.table.web.game_file` has made; `pictures` has addresses of pictures by their paths. */
  constructor(packed, pictures = {}) {
    this.pictures = pictures;
    this.contents = unpack(packed);
    this.game = jsonIn(this.contents.get("game"));
    this.machines = new Map();
  }

  /** What the page is told of the game, to set a table. */
  get ruleset() {
    const { content, configurations, ...ruleset } = this.game;
    return ruleset;
  }

  /** The number of what is in the file for so many players and settings as the page names them. */
  numberOf(players, settings) {
    const { title, settings: offered, configurations } = this.game;
    const wanted = { ...Object.fromEntries(offered.map(({ name, starts }) => [name, starts])), ...settings };
    const fits = (chosen) => Object.entries(wanted).every(([name, value]) => chosen[name] === String(value));
    const number = configurations.findIndex((each) => each.players === players && fits(each.settings));
    if (number >= 0) return number;
    const counts = configurations.filter((each) => fits(each.settings)).map((each) => each.players);
    throw new Refused(
      counts.length ? `With these settings ${title} is for ${counts.join(", ")} players.` : "This file doesn't hold these settings.",
    );
  }

  /** The machine of a configuration. */
  async machine(number) {
    const { module } = this.game.configurations[number];
    const ready = this.machines.get(module) ?? (await Machine.from(this.contents.get(module)));
    this.machines.delete(module);
    this.machines.set(module, ready);
    while (this.machines.size > MACHINES) this.machines.delete(this.machines.keys().next().value);
    return ready;
  }

  /** The message `description` of a machine's table, with pictures in place of their paths. */
  description(machine) {
    const embedded = (key, value) => (key === "picture" && typeof value === "string" ? (this.pictures[value] ?? null) : value);
    return { type: "description", ...JSON.parse(JSON.stringify(machine.about.table), embedded) };
  }

  /** The rules with a configuration's players and settings, as the booklet tells them. */
  rules(number) {
    return jsonIn(this.contents.get(this.game.configurations[number].rules));
  }
}

// -- refusing

/** Something isn't done; the message is a sentence for whoever asked. */
export class Refused extends Error {}

const AT_FAULT = "The rules of this game have a mistake here, so this can't be done. The browser's console says which.";

/** How the page is told of an error. */
export function messageOf(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof Fault) {
    console.error(error.message); // it may name cards that the seat doesn't see
    return AT_FAULT;
  }
  if (error instanceof RangeError && /memory/i.test(error.message)) return "This device hasn't enough memory for the game.";
  return `Something in this file went wrong: ${error.message}`;
}
