// The messages that the page has sent and the server hasn't answered, so that none is lost and none counts twice.
//
// A line can break before a choice arrives, or after. Only the next state tells which: where it is still the same
// version, the choice hasn't arrived and is sent again; else it is dropped, whatever has become of it.
const ANSWERS = { choose: "state", undo: "state", why: "why", advise: "advice", answer_undo: "undo_asked", pin: "pins", name: "seats", sit: "welcome" };
const FOR_A_STATE = new Set(["choose", "undo"]);
const QUESTIONS = new Set(["why", "advise"]); // an answer or a refusal bears their number

export class Unanswered {
  constructor() {
    this.messages = []; // [{message, version}] in the order in which they were sent
    this.version = null; // of the last state
    this.ready = false; // whether this line has told the state, after which messages may go out
    this.seat = null; // where somebody has sat down at a device that several share
  }

  get empty() {
    return this.messages.length === 0;
  }

  sent(message) {
    if (message.type === "sit") {
      this.seat = message.seat;
      this.drop((type) => type === "sit" || QUESTIONS.has(type) || FOR_A_STATE.has(type));
    }
    if (message.type in ANSWERS) this.messages.push({ message, version: this.version });
  }

  // What is to be sent, now that the server has said this. A new line tells everything before it takes messages: who
  // sits here (`welcome`), then the state, unless nobody has sat down at a table that hides something.
  heard(message) {
    if (message.type === "welcome" && !this.ready) return this.welcomed(message);
    if (message.type === "refused" && message.id === undefined) this.dropFirst(({ type }) => !QUESTIONS.has(type));
    else if (message.id !== undefined) this.drop((type, each) => QUESTIONS.has(type) && each.id === message.id);
    else if (message.type === "pins") this.drop((type, each) => type === "pin" && pinned(message, each));
    else if (message.type === "state") this.stated(message);
    else this.drop((type, each) => ANSWERS[type] === message.type || (message.type === "undo_asked" && each.ask));
    return message.type === "state" && !this.ready ? this.resumed() : [];
  }

  welcomed(message) {
    if (message.seat === null && this.seat !== null) {
      this.drop((type) => type === "sit");
      const sit = { type: "sit", seat: this.seat };
      this.messages.unshift({ message: sit, version: this.version });
      return [sit];
    }
    const stateComes = message.seat !== null || message.open;
    return stateComes ? [] : this.resumed();
  }

  stated(message) {
    this.drop((type, _, version) => type === "sit" || (FOR_A_STATE.has(type) && version !== message.version));
    this.version = message.version;
  }

  resumed() {
    this.ready = true;
    return this.messages.map(({ message }) => message);
  }

  lost() {
    this.ready = false;
  }

  dropFirst(matches) {
    const at = this.messages.findIndex(({ message }) => matches(message));
    if (at >= 0) this.messages.splice(at, 1);
  }

  drop(matches) {
    this.messages = this.messages.filter(({ message, version }) => !matches(message.type, message, version));
  }
}

// Whether a note that was sent is among the pins that the server has told.
function pinned({ pins }, { text }) {
  return pins.some((pin) => pin.text === text.trim());
}
