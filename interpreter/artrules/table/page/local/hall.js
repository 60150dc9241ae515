// All tables of a file: their records, those that are open, and the bots that play at them; and the answers to what pages
// ask a server for at addresses (docs/inside/page.md, Over HTTP).
import { EVERYBODY, shownTo } from "../module/state.js";
import { Guest } from "./guest.js";
import { choicesOf, readLink, rulesSum, writeLink } from "./link.js";
import { messageOf, Refused } from "./library.js";
import { checkedName, checkedSeed, newRecord, Table, THINKS } from "./table.js";

const PACE = 350; // milliseconds that a choice of a bot takes beside those for which it may think: people must follow
const STILL_PACE = 150; // the same where nothing moves; it is as much as bots need that don't think long
const OTHER_RULES = "The rules of this game have changed since: it can't go on.";
const DAMAGED = "What this browser keeps of this game is damaged: it can't be opened.";
const OVER_SECRETS = "A replay hides nothing: it can be seen when the game is over.";

export class Hall {
  /**
   * `keep(id, record)` has the browser keep a record, or forget it where that is null. `still` is for whoever wants no
   * motion. Tests give a `pace` of their own: with 0 bots choose as soon as they can.
   */
  constructor(library, records, keep, { still = false, pace = still ? STILL_PACE : PACE } = {}) {
    this.library = library;
    this.records = new Map(records.map((record) => [record.id, record]));
    this.keep = keep;
    this.pace = pace;
    this.tables = new Map(); // by id the promise of a table
    this.lines = new Map(); // by the line of a page the id of the table to which it has come
    this.guests = new Map(); // by line; none before the table is laid
    this.busy = new Set(); // the tables at which bots play on
  }

  // -- tables

  async table(id) {
    const record = this.recordOf(id);
    if (record.content !== this.library.game.content) throw new Refused(OTHER_RULES);
    if (!this.tables.has(id)) {
      const played = new Set(this.lines.values());
      for (const each of this.tables.keys()) if (!played.has(each)) this.tables.delete(each); // laid again when somebody comes back
      const laid = this.lay(record);
      this.tables.set(id, laid);
      laid.catch(() => this.tables.get(id) === laid && this.tables.delete(id));
    }
    return this.tables.get(id);
  }

  recordOf(id) {
    const record = this.records.get(id);
    if (!record) throw new Refused("This browser doesn't keep this game any more.");
    if (record.damaged) throw new Refused(DAMAGED);
    return record;
  }

  async lay(record) {
    const machine = await this.library.machine(this.library.numberOf(record.players, record.settings));
    return new Table(record, machine, this.library.description(machine));
  }

  add(record) {
    this.records.set(record.id, record);
    this.keep(record.id, record);
    return { id: record.id, url: `#table=${record.id}` };
  }

  /** Another window has kept this record of a game, or forgotten it. */
  replace(id, record) {
    if (record) this.records.set(id, record);
    else this.records.delete(id);
    this.tables.delete(id);
  }

  /** Something has happened at a table: it is kept, shown, and bots go on. */
  changed(table) {
    this.keep(table.record.id, table.record);
    for (const guest of this.guestsOf(table)) {
      guest.show();
      guest.tellUndo();
    }
    this.letBotsPlay(table);
  }

  guestsOf(table) {
    return [...this.guests.values()].filter((guest) => guest.table === table);
  }

  async letBotsPlay(table) {
    if (this.busy.has(table)) return;
    this.busy.add(table);
    try {
      while (this.guestsOf(table).length && table.botToChoose) {
        const { botToChoose, moment } = table;
        // The time runs before the bot thinks: it must not tell how much there was to think about.
        const due = sleep(this.pace && this.pace + 1000 * (THINKS[botToChoose] ?? 0));
        const option = table.botsOption();
        await due;
        if (table.moment !== moment || !this.guestsOf(table).length) continue; // somebody has done something, or all have left
        table.take(option);
        this.keep(table.record.id, table.record);
        for (const guest of this.guestsOf(table)) guest.show();
      }
    } catch (error) {
      for (const guest of this.guestsOf(table)) guest.send({ type: "refused", text: `A bot can't play on. ${messageOf(error)}` });
    }
    this.busy.delete(table);
  }

  // -- pages

  /** A page comes to a table; `send` takes what it is sent. */
  async enter(line, id, send) {
    this.lines.set(line, id);
    const table = await this.table(id);
    if (!this.lines.has(line)) return; // it has left before the table was laid
    const guest = new Guest(table, this, send);
    this.guests.set(line, guest);
    guest.welcome();
    this.letBotsPlay(table);
  }

  leave(line) {
    this.lines.delete(line);
    this.guests.delete(line);
  }

  hear(line, message) {
    this.guests.get(line)?.hear(message);
  }

  // -- what pages ask for

  /** The answer to a request. */
  async answer(path, data) {
    const [, what, coded = "", part = "", query = ""] = /^\/api\/(\w+)(?:\/([^/?]*))?(?:\/(\w+))?(?:\?(.*))?$/.exec(path) ?? [];
    const id = decodeURIComponent(coded);
    const words = new URLSearchParams(query);
    if (what === "rulesets") return id ? this.library.ruleset : { rulesets: [this.library.ruleset], reachable: false };
    if (what === "links") return this.fromLink(data.text);
    if (what === "games" && !id && !part) return data ? this.open(data) : { games: this.list(), next: null };
    switch (part) {
      case "forget":
        return this.forget(id);
      case "link":
        return this.link(await this.table(id));
      case "rules":
        return this.rules(id);
      case "again":
        return this.again(await this.table(id));
      case "seats":
        return this.changeSeat(await this.table(id), data);
      case "replay":
        return data ? { url: `#game=${id}` } : this.replay(await this.table(id), Number(words.get("from")), Number(words.get("count")));
      default:
        throw new Refused("A file can't do that.");
    }
  }

  list() {
    return [...this.records.values()]
      .sort((one, other) => (one.begun < other.begun ? 1 : -1))
      .map(({ id, title, players, begun, open, seats, winners, choices, content, damaged }) => ({
        id,
        title,
        players,
        begun,
        open,
        seats: seatsOf(seats),
        choices: choices.length,
        finished: winners !== null,
        winners,
        refused: damaged ? DAMAGED : content === this.library.game.content ? null : OTHER_RULES,
      }));
  }

  async open({ players, settings = {}, seed, seats = [], open = false, advice = true }) {
    const number = this.library.numberOf(players, settings);
    const { content, title, configurations } = this.library.game;
    const named = Array.from({ length: players }, (_, index) => {
      const { name = `Player ${index + 1}`, bot } = seats[index] ?? {};
      return { name: checkedName(name), bot: this.checkedBot(bot) };
    });
    const same = new Set(named.map(({ name }) => name.toLowerCase()));
    if (same.size < named.length) throw new Refused("Two seats have the same name.");
    if (!open && named.every(({ bot }) => bot)) throw new Refused("At least one seat must be a person's.");
    const begins = { players, settings: configurations[number].settings, seed: checkedSeed(seed ?? anySeed()), seats: named, open, advice };
    const made = this.add(newRecord({ id: this.newId(), content, title, ...begins }));
    return { ...made, links: [{ url: made.url, seats: [] }], invitation: null, watch: null };
  }

  newId() {
    return crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), "");
  }

  forget(id) {
    this.records.delete(id);
    this.tables.delete(id);
    this.keep(id, null);
    return {};
  }

  rules(id) {
    const { players, settings } = this.recordOf(id);
    return this.library.rules(this.library.numberOf(players, settings));
  }

  async again({ record: { players, settings, seats, open, advice } }) {
    return this.open({ players, settings, seats, open, advice });
  }

  changeSeat(table, { seat, bot }) {
    if (!Number.isInteger(seat) || !table.record.seats[seat - 1]) throw new Refused("At this table there is no such seat.");
    table.giveToBot(seat, this.checkedBot(bot));
    for (const guest of this.guestsOf(table)) guest.seatsChanged();
    this.changed(table);
    return {};
  }

  // -- links

  sumOf({ content, players, settings }) {
    return rulesSum(content, players, settings);
  }

  link(table) {
    return { url: `#play=${writeLink(table, this.sumOf(table.record), this.botNames)}` };
  }

  get botNames() {
    return this.library.game.bots.map(({ name }) => name);
  }

  // The name of a bot, or "" for a person.
  checkedBot(bot) {
    if (bot && !this.botNames.includes(bot)) throw new Refused("In this file there is no such bot.");
    return bot || "";
  }

  async fromLink(text) {
    const setup = readLink(text, this.botNames);
    const { configurations, content, title } = this.library.game;
    const number = configurations.findIndex((each) => rulesSum(content, each.players, each.settings) === setup.rules);
    if (number < 0) throw new Refused("This link is of a game with other rules, or with settings that this file doesn't hold.");
    const { players, settings } = configurations[number];
    if (setup.seats.length !== players || (!setup.open && setup.seats.every(({ bot }) => bot))) throw new Refused("This link is damaged.");
    const machine = await this.library.machine(number);
    const choices = choicesOf(setup, machine);
    const seats = setup.seats.map(({ bot }, index) => ({ bot, name: bot ? `Bot ${index + 1}` : `Player ${index + 1}` }));
    const { open, advice, seed } = setup;
    const record = newRecord({ id: this.newId(), content, title, players, settings, seed: checkedSeed(seed), seats, open, advice });
    return this.add(new Table({ ...record, choices }, machine, null).record);
  }

  // -- replays

  replay(table, from, count) {
    if (!table.finished && !table.record.open) throw new Refused(OVER_SECRETS);
    const { record, game, description } = table;
    const { past } = game;
    const at = (number) => (number === past.length ? game : game.before(number));
    const states = [];
    let had = from ? at(from - 1).log.entries : [];
    for (let number = from; number < Math.min(past.length + 1, from + count); number += 1) {
      const each = [...at(number).pauses, at(number)].map((shown) => {
        const state = shownTo(shown, EVERYBODY, { open: true });
        const message = { ...state.message(had), version: number, offers: [] };
        had = state.entries;
        return message;
      });
      const chosenBy = number ? past[number - 1].moment.decisions[past[number - 1].choice[0]].player + 1 : null;
      states.push({ ...each.at(-1), pauses: each.slice(0, -1), chosen_by: chosenBy });
    }
    const pins = record.notes.map((note) => ({ after: note.after, seat: note.seat, name: table.nameOf(note.seat), line: note.allLines, text: note.text }));
    return { ruleset: this.library.game.name, table: { id: record.id, title: record.title }, seats: seatsOf(record.seats), description, pins, last: past.length, states };
  }
}

// The seats of a record, as a page has them.
const seatsOf = (seats) => seats.map(({ name, bot }, index) => ({ seat: index + 1, name, bot }));
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const anySeed = () => crypto.getRandomValues(new Uint32Array(2)).reduce((seed, word) => seed * 2 ** 16 + (word & 0xffff));
