// A table in a file: one game with its seats, what each seat is shown of it, and what people do, as at a server's table.
//
// Its record is all that the browser keeps: how the game was set up, who sits where, and the choices. It is plain data.
import { BOTS, botOption, search } from "../module/bots.js";
import { Game, MOST_PAUSES } from "../module/game.js";
import { reasonFor } from "../module/offers.js";
import { resultOf } from "../module/result.js";
import { shownTo } from "../module/state.js";
import { lastChoice, takeBack } from "../module/undo.js";
import { Refused } from "./library.js";

export const STALE = "The table has changed meanwhile. Look again, and choose again.";
const MOST_NOTES = 200;
const LONGEST_NAME = 40;
const LONGEST_NOTE = 500;
export const THINKS = { greedy: 0.2, search: 0.4 }; // by bot the seconds for which it may think; one that searches thinks so long
const TRIES = 600; // what somebody who asks for advice hears of
const SHOWN = 3;
const ALIKE = 0.03; // options whose averages are no further apart did about as well

/** The record of a game that begins. */
export function newRecord({ id, players, settings, seed, seats, open, advice, title, content }) {
  return { id, title, content, players, settings, seed, seats, open, advice, choices: [], undone: [], notes: [], begun: new Date().toISOString(), winners: null };
}

/**
 * The record in a text that the browser has kept under an id. Somebody else may have written there: of what isn't a whole
 * record there is one that can only be forgotten.
 */
export function recordIn(id, text) {
  try {
    const record = JSON.parse(text);
    if (record.id === id && isWhole(record)) return record;
  } catch {
    // then it is damaged
  }
  return { id, title: "", content: "", players: 0, seats: [], open: false, choices: [], begun: "", winners: null, damaged: true };
}

function isWhole({ id, title, content, players, settings, seed, seats, open, advice, choices, undone, notes, begun, winners }) {
  const isSeat = (number) => isIndex(number) && number > 0 && number <= players;
  const won = winners === null ? [] : winners;
  return (
    /^\w+$/.test(id) &&
    [title, content, seed, begun].every(isText) &&
    isSeed(seed) &&
    [open, advice].every((each) => typeof each === "boolean") &&
    Object.values(settings).every(isText) &&
    [seats, choices, undone, notes, won].every(Array.isArray) &&
    seats.length > 0 &&
    seats.length === players &&
    seats.every(({ name, bot }) => isText(name) && (bot === "" || Object.hasOwn(BOTS, bot))) &&
    (open || seats.some(({ bot }) => !bot)) &&
    choices.every((each) => each.length === 2 && each.every(isIndex)) &&
    undone.every(({ after, entry }) => isIndex(after) && isUndone(entry) && isSeat(entry.player)) &&
    notes.every(({ after, seat, lines, allLines, text }) => [after, lines, allLines].every(isIndex) && isSeat(seat) && isText(text)) &&
    won.every(isSeat)
  );
}

// Whether an entry of the log has what one has that tells of a choice that was taken back (`undo.js`).
const isUndone = ({ kind, asOthersRead, round, phase, label, text, own, public: others, apart }) =>
  [kind, asOthersRead].every((each) => each === "undone") && isIndex(round) && [phase, label, text, own, others, ...Object.values(apart)].every(isText);

const isText = (each) => typeof each === "string";
const isIndex = (each) => Number.isInteger(each) && each >= 0;
const LARGEST_SEED = 2n ** 64n - 1n;
const isSeed = (text) => /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_SEED;

/** A seed as a record has it, of a number or a text. Throws Refused where it is none. */
export function checkedSeed(seed) {
  const text = String(seed).trim();
  if (!isSeed(text)) throw new Refused(`A seed is a whole number from 0 to ${LARGEST_SEED.toLocaleString("en-US")}.`);
  return text;
}

/** A name as a record has it. Throws Refused where it is none. */
export const checkedName = (name) => textOf(name, "A name", LONGEST_NAME);

export class Table {
  /** The game of a record, played again to where it was. Throws Refused where that isn't possible. */
  constructor(record, machine, description) {
    this.record = record;
    this.machine = machine;
    this.description = description;
    this.shown = new Map();
    this.pauses = []; // [{pause: a game, moment}]
    this.moment = 0;
    this.undoRequest = null;
    this.asked = new Set(); // the choices that the others were asked to let somebody take back
    this.game = new Game(machine, BigInt(record.seed));
    this.addUndone();
    record.choices.forEach(([place, option], number) => {
      try {
        this.game.choose(place, option);
      } catch {
        throw new Refused(`This game can't go on: choice ${number + 1} can't be made again.`);
      }
      this.addUndone();
    });
    this.record.winners = this.winners;
  }

  // What the log tells of choices that were taken back here.
  addUndone() {
    for (const { after, entry } of this.record.undone) if (after === this.game.choices.length) this.game.note(entry);
  }

  // -- looking

  get people() {
    return this.seatsWhere(({ bot }) => !bot);
  }

  get bots() {
    return this.seatsWhere(({ bot }) => bot);
  }

  seatsWhere(holds) {
    return this.record.seats.flatMap((seat, index) => (holds(seat) ? [index + 1] : []));
  }

  get finished() {
    return this.game.finished;
  }

  get winners() {
    return resultOf(this.game)?.winners ?? null;
  }

  /** The players who must choose, as everybody may know. */
  get waiting() {
    return [...new Set(this.game.decisions.map(({ player }) => player + 1))].sort((a, b) => a - b);
  }

  nameOf = (seat) => this.record.seats[seat - 1].name;

  /** What a seat (from 1, or EVERYBODY) is shown. */
  look(seat) {
    if (!this.shown.has(seat)) {
      const { open } = this.record;
      this.shown.set(seat, shownTo(this.game, seat, { open, bots: this.bots }));
    }
    return this.shown.get(seat);
  }

  /** What a seat is shown at the pauses since a moment. */
  pausesSince(moment, seat) {
    const { open } = this.record;
    return this.pauses.filter((each) => each.moment > moment).map(({ pause }) => shownTo(pause, seat, { open }));
  }

  /** The notes that a seat may read: its own, and all of them when the game is over, and at an open table. */
  notesFor(seat) {
    const everything = this.record.open || this.finished;
    return this.record.notes
      .filter((note) => everything || note.seat === seat)
      .map((note) => ({ seat: note.seat, name: this.nameOf(note.seat), line: this.record.open ? note.allLines : note.lines, text: note.text }));
  }

  /** Why nothing can be done with a thing that a seat sees; at an open table for whoever must choose. */
  reasonFor(seat, thing) {
    if (!thing || typeof thing !== "object") throw new Refused("What is asked about is a thing of the table.");
    const asker = this.record.open ? (this.waiting[0] ?? seat) : seat;
    const reason = reasonFor(this.game, asker, thing) || "this can't be done now";
    return `${reason[0].toUpperCase()}${reason.slice(1)}${/[.!?…]$/.test(reason) ? "" : "."}`;
  }

  // -- what people do

  /** Take the option of a token, which was shown to a seat; it must be one of a player among `may`. */
  choose(seat, token, may) {
    const option = this.look(seat).options.get(token);
    if (!option) throw new Refused(STALE);
    const player = this.game.decisions[option[0]].player + 1;
    if (!may.includes(player)) throw new Refused(`It is for ${this.nameOf(player)} to choose.`);
    if (this.record.seats[player - 1].bot) throw new Refused("A bot has this seat. Take it back first.");
    this.take(option);
  }

  take([place, option]) {
    this.game.choose(place, option);
    this.record.choices.push([place, option]);
    this.moved();
    for (const pause of this.game.pauses) this.pauses.push({ pause, moment: this.moment });
    this.pauses = this.pauses.slice(-MOST_PAUSES);
  }

  moved() {
    this.record.winners = this.winners;
    this.forget();
  }

  forget() {
    this.undoRequest = null;
    this.shown.clear();
    this.moment += 1;
  }

  /** Take back the last choice of a seat: at an open table that of anybody. Where it isn't allowed bots agree; other
   *  people are asked if `ask` says so. */
  undo(seat, ask) {
    if (this.finished && !this.record.open) throw new Refused("This can't be taken back: the game is over, and what it hid can be seen.");
    const others = this.people.filter((each) => each !== seat);
    const reason = this.takeBack(seat, { open: this.record.open });
    if (reason === null || (!others.length && this.takeBack(seat, { agreed: true }) === null)) return;
    const number = lastChoice(this.game, [seat]);
    if (number < 0 || !ask) throw new Refused(`This can't be taken back: ${reason}.`);
    if (this.undoRequest) throw new Refused("Somebody asks for something already. Wait for the answers.");
    const wanted = `${number} ${this.game.choices[number]}`;
    if (this.asked.has(wanted)) throw new Refused("The others have been asked for this already.");
    this.asked.add(wanted);
    const choice = this.game.log.entries.findLast(({ kind, player }) => this.machine.about.entry_kinds[kind].sort === "choice" && player === seat);
    this.undoRequest = { by: seat, text: this.game.isSimultaneous ? "" : choice.public, agreed: [] };
  }

  /** Say for a seat whether something that is asked may be taken back. */
  answerUndo(seat, agree) {
    if (!this.askedForUndo.includes(seat)) throw new Refused("Nobody asks you to take something back.");
    if (!agree) {
      this.undoRequest = null;
      return;
    }
    this.undoRequest.agreed.push(seat);
    if (!this.askedForUndo.length) this.takeBack(this.undoRequest.by, { agreed: true });
  }

  /** The seats that must still say whether something may be taken back. */
  get askedForUndo() {
    const { undoRequest } = this;
    return undoRequest ? this.people.filter((seat) => seat !== undoRequest.by && !undoRequest.agreed.includes(seat)) : [];
  }

  // Take a choice back and keep that it was. Gives null, or why it can't be.
  takeBack(seat, how) {
    const { game, record, people } = this;
    const number = lastChoice(game, how.open ? people : [seat]);
    const reason = takeBack(game, seat, { ...how, people });
    if (reason !== null) return reason;
    const after = game.choices.length;
    const entry = game.log.last;
    const later = record.undone.filter((each) => each.after > number).map((each) => ({ ...each, after }));
    for (const each of later) game.note(each.entry);
    record.undone = [...record.undone.filter((each) => each.after <= number), { after, entry }, ...later];
    record.choices = game.choices;
    record.notes = record.notes.map((note) => ({ ...note, after: Math.min(note.after, after) }));
    this.pauses = [];
    this.moved();
    return null;
  }

  // -- seats and notes

  name(seat, name) {
    const text = checkedName(name);
    const others = this.record.seats.filter((_, index) => index !== seat - 1);
    if (others.some((other) => other.name.toLowerCase() === text.toLowerCase())) throw new Refused(`Somebody at this table is called ${text} already.`);
    this.record.seats[seat - 1].name = text;
  }

  /** Let a bot play on at a seat, or with "" a person. */
  giveToBot(seat, bot) {
    if (bot && !this.record.open && this.people.every((each) => each === seat)) throw new Refused("At least one seat must stay a person's.");
    this.record.seats[seat - 1].bot = bot;
    this.forget();
  }

  pin(seat, text) {
    const note = textOf(text, "A note", LONGEST_NOTE);
    if (this.record.notes.length >= MOST_NOTES) throw new Refused(`A game has at most ${MOST_NOTES} notes.`);
    const { log, choices } = this.game;
    this.record.notes.push({ after: choices.length, seat, lines: log.readBy(seat).length, allLines: log.entries.length, text: note });
  }

  // -- bots

  /** The name of the bot that must choose now; null where none must. */
  get botToChoose() {
    const decision = this.game.decisions.find(({ player }) => this.record.seats[player].bot);
    return decision ? this.record.seats[decision.player].bot : null;
  }

  /** What it would choose, as `take` takes it. */
  botsOption() {
    const place = this.game.decisions.findIndex(({ player }) => this.record.seats[player].bot);
    return [place, botOption(this.game, this.botToChoose, place, { seconds: THINKS.search })];
  }

  /** What a bot would do at a seat, with a reason; for EVERYBODY in place of the first who must choose. */
  advise(seat) {
    if (!this.record.advice) throw new Refused("At this table nobody says what a bot would do.");
    const shown = this.look(seat);
    const [, [place] = []] = shown.options.entries().next().value ?? [];
    const offered = [...shown.options].filter(([, option]) => option[0] === place);
    if (place === undefined || offered.length < 2) throw new Refused("There is nothing to choose between.");
    const thought = search(this.game, place, parseInt(shown.digest.slice(0, 12), 16), { iterations: TRIES });
    const best = offered
      .map(([token, [, option]]) => ({ token, option, value: thought.values[option], visits: thought.visits[option] }))
      .sort((a, b) => (b.option === thought.option) - (a.option === thought.option) || b.visits - a.visits || b.value - a.value)
      .slice(0, SHOWN);
    const seats = 1 << this.game.decisions[place].player;
    const tried = best.map(({ option, value }) => ({ label: this.game.label(place, option, seats), share: Math.round(100 * value) / 100 }));
    return { token: best[0].token, text: reasonOf(tried), tried };
  }
}

function reasonOf([first, second]) {
  const points = ({ share }) => Math.round(100 * share);
  const did = `${points(first)} of 100, where 100 is a clear win`;
  if (first.share - second.share <= ALIKE) return `In about ${TRIES} tries it did as well as any: ${did}. "${second.label}" is about as good (${points(second)}).`;
  return `In about ${TRIES} tries it came out best: ${did}. Next is "${second.label}" (${points(second)}).`;
}

function textOf(text, what, longest) {
  const plain = typeof text === "string" ? text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim() : "";
  if (!plain) throw new Refused(`${what} must be a text.`);
  if ([...plain].length > longest) throw new Refused(`${what} has at most ${longest} characters.`);
  return plain;
}
