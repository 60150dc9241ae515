// What a seat is shown of a game: its state as data for a page, and the options for which its tokens stand. It changes
// only where the seat can see a change, and it is what `artrules.play.presentation.state.shown_to` gives.

import { sameBeginning } from "./log.js";
import { hexadecimal } from "./machine.js";
import { offer } from "./offers.js";
import { isLastRound, resultOf } from "./result.js";
import { viewData } from "./view_data.js";
import { OUTSIDER, viewOf } from "./view.js";

/** Stands for all seats of an open table together: there one page may choose for several people. */
export const EVERYBODY = 0;
export { OUTSIDER };

/** The state of a table for a seat, until the seat can see a change. */
class Shown {
  constructor(data, digest, entries, options, kinds) {
    this.data = data; // the message without type, version and log
    this.digest = digest;
    this.entries = entries; // what the seat has read
    this.options = options; // by token the indices of a decision and of an option, as `Game.choose` takes them
    this.kinds = kinds;
  }

  /** Another number for each state that the seat can tell from the last. */
  get version() {
    return parseInt(this.digest.slice(0, 10), 16);
  }

  get isPause() {
    return this.data.pause !== null;
  }

  /** The message `state` for a page that has had some entries of the log already. */
  message(had = []) {
    const from = sameBeginning(had, this.entries);
    const log = this.entries.slice(from).map((entry) => entryData(entry, this.kinds));
    return { type: "state", version: this.version, ...this.data, from, log };
  }
}

/**
 * What the seat of a player (from 1) is shown, or an OUTSIDER; at an open table nothing is hidden, and EVERYBODY has the
 * offers of all seats but those of `bots`.
 */
export function shownTo(game, seat, { open = false, bots = [] } = {}) {
  if (seat === EVERYBODY && !open) throw new RangeError("a table that isn't open is shown to a seat");
  const { machine } = game;
  const seen = viewOf(game, open ? null : seat === OUTSIDER ? OUTSIDER : seat - 1);
  const [view, places] = viewData(machine, seen, seat);
  const entries = open ? game.log.entries : game.log.readBy(seat === OUTSIDER ? null : seat);
  const offered = game.decisions
    .map((decision, place) => ({ place, player: decision.player + 1 }))
    .filter(({ player }) => (seat === EVERYBODY || seat === player) && !bots.includes(player))
    .map(({ place }) => ({ place, offer: offer(game, place, view, places) }));
  const data = {
    pause: pauseOf(game, entries),
    view,
    waiting: [...new Set(game.decisions.map(({ player }) => player + 1))].sort((a, b) => a - b),
    last_round: isLastRound(game),
    result: resultOf(game),
  };
  const offers = offered.map((each) => each.offer[0]);
  const text = JSON.stringify(data).slice(1, -1);
  const digest = digestOf(machine, `${entries.length} ${text} ${JSON.stringify(offers)}`);
  // Others may go on meanwhile: what is offered here stays valid until this seat has chosen, or something else is.
  const own = open ? entries.length : entries.filter((entry) => entry.player === seat).length;
  const offering = digestOf(machine, `${own} ${JSON.stringify(offers)}`);
  const options = new Map();
  for (const { place, offer } of offered) {
    const [{ options: written }, indices] = offer;
    written.forEach((option, i) => {
      option.token = `${offering}.${options.size}`;
      options.set(option.token, [place, indices[i]]);
    });
  }
  return new Shown({ ...data, offers }, digest, entries, options, game.about.entry_kinds);
}

const digestOf = (machine, text) => hexadecimal(machine.hash(text, 9));

// What there is to see at a pause, in words; null where players must choose, or the game is over.
function pauseOf(game, entries) {
  if (!game.isPaused) return null;
  const last = entries.at(-1);
  return last && game.about.entry_kinds[last.kind].sort === "pause" ? last.text : "";
}

// An entry of the log as its reader gets it: of the player with whom a sentence of the game begins, else of who acts.
function entryData({ round, phase, player: actor, kind, text }, kinds) {
  const { sort, aside } = kinds[kind];
  const named = ["saying", "pause"].includes(sort) && text.match(/^player (\d+) (?!and |or )/);
  const player = named ? Number(named[1]) : actor;
  const line = text.startsWith(`player ${player} `) ? text.slice(`player ${player} `.length) : text;
  return { round, phase, player, kind, sort, text: aside ? `(${line})` : line, aside };
}
