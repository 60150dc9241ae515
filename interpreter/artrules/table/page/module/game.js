// A game that `artrules build` has made, at a moment when players must decide or when it is over: it needs nothing but
// the module. docs/extend/modules.md explains every step. Players count from 0 in decisions, as in the module.

import { Log, Scribe } from "./log.js";
import { Machine } from "./machine.js";
import { idOf } from "./things.js";

/** So many pauses can be looked at between two choices, and are shown to a page that hasn't been shown anything since. */
export const MOST_PAUSES = 20;

// Where a game is. It never changes, so a game may go back to it.
class Moment {
  constructor(position, decisions, log, passage = null) {
    this.position = position;
    this.decisions = decisions;
    this.log = log;
    this.passage = passage; // how the game has come here, if content has paused on the way
    this.then = null;
  }
}

/** A question to a player. Each of its rows is an option: the index of a branch, then the values of its binders. */
class Decision {
  constructor(stack, number, player, form, rows) {
    this.stack = stack;
    this.number = number;
    this.player = player;
    this.form = form;
    this.rows = rows;
  }

  get prompt() {
    return this.form.prompt;
  }

  /** The branch of an option. */
  branch(option) {
    return this.form.branches[this.rows[option][0]];
  }
}

export class Game {
  /**
   * A new game that has run to its first decisions. `machine` is one, or a module of WebAssembly; several games may share
   * a machine. `seed` is a whole number from 0 to 2^64 - 1, as a BigInt, a number or a text.
   */
  constructor(machine, seed) {
    this.machine = machine instanceof Machine ? machine : new Machine(machine);
    this.about = this.machine.about;
    this.seed = BigInt(seed);
    this.past = []; // [{moment, choice}]: where the game was before each choice
    this.notes = []; // [{after, entry}]: what has been added to the log after so many choices
    this.moment = this.step(new Moment(this.machine.start, [], new Log()), null, 0, 0);
  }

  /** The game to which choices lead: the id of each option, or the indices of its decision and of the option there. */
  static replay(machine, seed, choices) {
    const game = new Game(machine, seed);
    for (const choice of choices) game.choose(...(typeof choice === "string" ? game.withId(choice) : choice));
    return game;
  }

  /** A game that goes on from a position of the machine, with a log of what has happened. */
  static from(machine, seed, position, log = new Log()) {
    const game = Object.assign(Object.create(Game.prototype), { machine, about: machine.about, seed: BigInt(seed), past: [], notes: [] });
    game.moment = new Moment(position, [], log);
    game.takeUp(game.moment, 0);
    machine.set("logging", 0);
    machine.call("ask_anew");
    game.moment.decisions = game.asked([]);
    return game;
  }

  /** A game of its own at the same place. */
  copy() {
    return this.at(this.moment, [...this.past]);
  }

  at(moment, past) {
    const notes = this.notes.filter(({ after }) => after <= past.length);
    return Object.assign(Object.create(Game.prototype), this, { moment, past, notes });
  }

  /** A game of its own before the choice with a number, counted from 0. */
  before(number) {
    return this.at(this.past[number].moment, this.past.slice(0, number));
  }

  // -- where it is

  /** What must be decided now: one decision, or one for each player who chooses at the same time. */
  get decisions() {
    return this.moment.decisions;
  }

  get log() {
    return this.moment.log;
  }

  get clock() {
    return this.moment.position.clock;
  }

  get finished() {
    return !this.decisions.length && this.clock[this.machine.n.FINISHED] !== 0;
  }

  /** Whether it is the game at a pause: nobody is asked, and the last that has happened is the pause. */
  get isPaused() {
    const { last } = this.log;
    const endsPaused = last !== undefined && this.about.entry_kinds[last.kind].sort === "pause";
    return endsPaused && !this.decisions.length && !this.clock[this.machine.n.FINISHED];
  }

  /** The choices so far, each as the indices of its decision and of its option. */
  get choices() {
    return this.past.map(({ choice }) => choice);
  }

  /** The choices so far, each as the id of its option, as a save of artrules has them. */
  get ids() {
    return this.past.map(({ choice: [place, option] }, number) => idOf(this.before(number), place, option));
  }

  digest() {
    return this.machine.digest(this.moment.position);
  }

  // -- deciding

  /** Take an option of a decision, both given by their indices. If that is impossible, the game stays as it was. */
  choose(place, option) {
    const { moment } = this;
    if (!moment.decisions[place]?.rows[option]) throw new RangeError("this option isn't offered now");
    this.moment = this.step(moment, place, option, 0);
    this.past.push({ moment, choice: [place, option] });
  }

  /** The indices of the decision and of the option with an id. */
  withId(id) {
    for (const [place, decision] of this.decisions.entries())
      for (const option of decision.rows.keys()) if (idOf(this, place, option) === id) return [place, option];
    throw new RangeError(`${id} is not offered now`);
  }

  /** Take back the last choices, so that `count` are left. Notes stay. `undo.js` says when others may allow that. */
  backTo(count) {
    if (count >= this.past.length) return;
    const later = this.notes.filter(({ after }) => after > count);
    this.notes = this.notes.filter(({ after }) => after <= count);
    [{ moment: this.moment }] = this.past.splice(count);
    for (const { entry } of later) this.note(entry);
  }

  undo() {
    this.backTo(this.past.length - 1);
  }

  /** Add an entry to the log for something outside of the rules. */
  note(entry) {
    const { position, decisions, log, passage } = this.moment;
    this.notes.push({ after: this.past.length, entry });
    this.moment = new Moment(position, decisions, log.noted(entry), passage);
  }

  /** The game at each pause on the way here from the choice before; of very many at the last ones. */
  get pauses() {
    const { passage } = this.moment;
    if (!passage) return [];
    const first = Math.max(1, passage.count - MOST_PAUSES + 1);
    const numbers = Array.from({ length: passage.count - first + 1 }, (_, i) => first + i);
    return numbers.map((number) => this.at(this.step(passage.before, passage.place, passage.option, number), this.past));
  }

  // The moment to which an option leads; with a number the pause of this number on the way.
  step(before, place, option, pause) {
    const { machine } = this;
    const chosen = place === null ? null : before.decisions[place];
    const waiting = before.decisions.filter((each) => each !== chosen);
    this.takeUp(before, pause);
    machine.memory.offered_count.fill(0);
    for (const { stack, rows } of waiting) machine.memory.offered_count[stack] = rows.length;
    if (chosen === null) machine.call("begin");
    else {
      machine.put(chosen.rows[option]);
      machine.call("choose", chosen.stack);
    }
    return this.reached(before, waiting, { before, place, option });
  }

  // Put a moment into memory, for code that plays on from it.
  takeUp(moment, pause) {
    const { machine } = this;
    machine.load(moment.position);
    machine.loaded = null;
    if (machine.seed !== this.seed || machine.get("keys_changed")) {
      machine.exports.seed(this.seed);
      machine.seed = this.seed;
      machine.set("keys_changed", 0);
    }
    for (const [register, number] of [["logging", 1], ["knowing", 1], ["text_top", 0], ["pause_wanted", pause]])
      machine.set(register, number);
  }

  // The moment that is in memory after a step.
  reached(before, waiting, passage) {
    const { machine } = this;
    const count = machine.get("pause_count");
    const log = machine.derive(scribeOf).extended(before.log, machine.tokensWritten());
    machine.set("text_top", 0);
    const decisions = this.asked(waiting);
    machine.call("rest");
    return new Moment(machine.save(), decisions, log, count ? { ...passage, count } : null);
  }

  // What is asked in memory; of `waiting` nobody has chosen an option since.
  asked(waiting) {
    const { machine } = this;
    const stacks = [...machine.memory.waiting.subarray(0, machine.get("waiting_count"))];
    return stacks.map((stack) => waiting.find((each) => each.stack === stack) ?? readDecision(machine, stack));
  }

  // -- looking

  /** Put the game into memory, to ask about it. */
  load() {
    this.machine.load(this.moment.position);
    return this.machine;
  }

  /** Whether a phase or a question is in progress in which several play at once: nobody sees what others do in it. */
  get isSimultaneous() {
    return this.clock[this.machine.n.ALL_AT_ONCE] !== 0;
  }

  /** The game when that phase began; else this very game. */
  get atPhaseStart() {
    if (!this.isSimultaneous) return this;
    const { machine, moment } = this;
    if (!moment.then) {
      this.load();
      machine.set("knowing", 0);
      machine.call("go_to_phase_start");
      machine.call("rest");
      const position = machine.save();
      moment.then = new Moment(Object.assign(position, { knowledge: moment.position.knowledge }), [], moment.log);
      machine.loaded = null;
    }
    return this.at(moment.then, this.past);
  }

  /** An option in words, for some seats, as bits: no card is named that one of them can't see. */
  label(place, option, seats) {
    return this.machine.words.read(this.labelTokens(place, option), seats)[0];
  }

  labelTokens(place, option) {
    const { stack, rows } = this.decisions[place];
    const machine = this.load();
    machine.put(rows[option]);
    return machine.tokens("write_option_label", stack);
  }
}

const scribeOf = (machine) => new Scribe(machine);

// What is asked on a stack. Lists in rows are read, too: `rest` moves them.
function readDecision(machine, stack) {
  const m = machine.memory;
  const number = m.stack[m.top_of_stack[stack] - 1];
  const width = m.row_words[number];
  const rows = Array.from({ length: m.offered_count[stack] }, (_, i) => {
    const [branch, ...words] = m.candidates.subarray(m.offered_first[stack] + i * width).slice(0, width);
    return [branch, ...shaped(machine, words, m.branch_shapes[m.first_branch[number] + branch])];
  });
  return new Decision(stack, number, m.offered_player[stack], machine.about.decisions[number], rows);
}

// Words that have the shape of fields, as values: lists are arrays.
function shaped(machine, words, shape) {
  const { shape_kind, shape_first, shape_count, shape_parts } = machine.memory;
  if (shape_kind[shape] !== machine.n.IS_FIELDS) return words;
  const shapes = shape_parts.subarray(shape_first[shape]).slice(0, shape_count[shape]);
  return words.map((word, i) => valueOfShape(machine, word, shapes[i] ?? 0));
}

function valueOfShape(machine, word, shape) {
  const { shape_kind, shape_first } = machine.memory;
  const kind = shape_kind[shape];
  if (word === machine.n.NONE) return word;
  if (kind === machine.n.IS_LIST) return machine.list(word).map((item) => valueOfShape(machine, item, shape_first[shape]));
  if (kind === machine.n.IS_FIELDS) return shaped(machine, machine.list(word), shape);
  return kind === machine.n.IS_WIDE_SET ? machine.list(word) : word;
}
