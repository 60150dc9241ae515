// A page that looks at a table in a file: the seat at which somebody sits there, what it has been sent, and what it asks
// for. It is what a connection is at a server: nothing but what its seat may know leaves the worker.
import { EVERYBODY } from "../module/state.js";
import { messageOf, Refused } from "./library.js";
import { STALE } from "./table.js";

export class Guest {
  /** `send` takes the messages; `hall` keeps the records and lets bots play. */
  constructor(table, hall, send) {
    this.table = table;
    this.hall = hall;
    this.send = send;
    const { people } = table;
    this.seat = people.length === 1 ? people[0] : null;
    this.moment = 0; // of the newest state that was sent
    this.digest = "";
    this.entries = []; // of the log that the page has
    this.undo = "";
  }

  /** Whose view the page shows: its seat's, everybody's at an open table, or null while nobody sits there. */
  get shows() {
    return this.seat === null && this.table.record.open ? EVERYBODY : this.seat;
  }

  welcome() {
    const { table, hall } = this;
    const { record } = table;
    const mine = table.people;
    this.digest = "";
    this.entries = [];
    this.send({
      type: "welcome",
      ruleset: hall.library.game.name,
      table: { id: record.id, title: record.title },
      ...this.seats(),
      seat: this.seat,
      host: true,
      open: record.open,
      waiting: table.waiting.filter((seat) => mine.includes(seat)),
      bots: hall.library.game.bots,
      watching: false,
      advice: record.advice,
      next: false,
      edit: false,
    });
    this.send(table.description);
    this.undo = "";
    this.tellUndo();
    this.tellNotes();
    this.show();
  }

  seats() {
    const { table } = this;
    const seats = table.record.seats.map(({ name, bot }, index) => ({
      seat: index + 1,
      name,
      who: bot ? "bot" : "person",
      bot,
      here: this.seat === index + 1,
      free: false,
    }));
    return { seats, mine: table.people, watchers: 0 };
  }

  tellSeats() {
    this.send({ type: "seats", ...this.seats() });
  }

  tellNotes() {
    const { shows, table } = this;
    if (shows !== null) this.send({ type: "pins", pins: table.notesFor(shows === EVERYBODY ? 1 : shows) });
  }

  tellUndo() {
    const { undoRequest, askedForUndo } = this.table;
    const request = undoRequest ?? { by: null, text: "", agreed: [] };
    const message = { type: "undo_asked", ...request, waits_for: askedForUndo };
    const text = JSON.stringify(message);
    if (text !== this.undo && (undoRequest || this.undo)) this.send(message);
    this.undo = text;
  }

  /** Sends the state, and before it what there was to see at pauses since the last one. */
  show() {
    const { shows, table } = this;
    if (shows === null) return;
    const wasShown = this.digest !== "";
    const pauses = wasShown ? table.pausesSince(this.moment, shows) : [];
    const now = table.look(shows);
    this.moment = table.moment;
    if (!pauses.length && now.digest === this.digest) return;
    for (const shown of [...pauses, now]) {
      this.send(shown.message(this.entries));
      this.entries = shown.entries;
    }
    this.digest = now.digest;
    if (table.finished) this.tellNotes();
  }

  /** Does what a message of the page asks for. */
  hear(message) {
    try {
      this.answer(message);
    } catch (error) {
      const text = messageOf(error);
      this.send(message.id === undefined ? { type: "refused", text } : { type: "refused", text, id: message.id });
      if (text === STALE) this.welcome();
    }
  }

  answer(message) {
    const { table } = this;
    if (message.type === "sit") return this.sit(message.seat);
    const { shows } = this;
    if (shows === null) throw new Refused("Sit down first.");
    const own = shows || (table.people[0] ?? 1);
    switch (message.type) {
      case "name":
        table.name(message.seat ?? this.seat, message.name);
        this.tellSeats();
        break;
      case "choose":
        table.choose(shows, message.token, table.record.open ? table.people : [shows]);
        break;
      case "undo":
        table.undo(own, message.ask === true);
        break;
      case "answer_undo":
        table.answerUndo(shows, message.agree === true);
        break;
      case "advise":
        return this.send({ type: "advice", id: message.id, ...table.advise(shows) });
      case "why":
        return this.send({ type: "why", id: message.id, possible: false, text: table.reasonFor(own, message.thing) });
      case "pin":
        table.pin(own, message.text);
        this.tellNotes();
        break;
      default:
        throw new Refused(`In a file nobody understands the message \`${message.type}\`.`);
    }
    return this.hall.changed(table);
  }

  sit(seat) {
    if (seat !== null && !this.table.people.includes(seat)) throw new Refused("This seat isn't yours.");
    this.seat = seat;
    this.welcome();
  }

  /** Somebody else may have the seats of this device now. */
  seatsChanged() {
    const { people } = this.table;
    if (this.seat !== null && !people.includes(this.seat)) this.sit(people.length === 1 ? people[0] : null);
    else this.tellSeats();
  }
}
