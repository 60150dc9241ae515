// The log of a game: what happened, for people (docs/extend/modules.md, The log). A log never changes: with more
// entries it is another one.
//
// An entry has `kind`, `round`, `phase`, `player` (from 1), and its texts: `text` for those who may know everything,
// `own` for its player's seat, `public` for others (they read nothing of it where that is empty), `apart` by number for
// readers who see other cards (0 is whoever has no seat), `label` where content tells another text than the option's.

export class Log {
  constructor(entries = [], openFrom = null) {
    this.entries = entries;
    this.openFrom = openFrom; // the index of the first entry of the phase in progress, if all play it at once
    this.read = new Map();
  }

  get last() {
    return this.entries.at(-1);
  }

  /** The log with one more entry, for something outside of the rules. */
  noted(entry) {
    return new Log([...this.entries, entry], this.openFrom);
  }

  /** What the seat of a player (from 1) may read; with null what somebody without a seat may read. */
  readBy(seat) {
    if (!this.read.has(seat)) {
      const read = this.entries.map((entry, i) => {
        if (seat !== null && entry.player === seat) return asReadByItsPlayer(entry);
        const isOpen = entry.player === null || this.openFrom === null || i < this.openFrom;
        return entry.public && isOpen ? asReadBy(entry, seat ?? 0) : null;
      });
      this.read.set(
        seat,
        read.filter((entry) => entry !== null),
      );
    }
    return this.read.get(seat);
  }
}

const asReadByItsPlayer = (entry) => ({ ...entry, text: entry.own, apart: fromOutside(entry, entry.public), label: "" });

// Others can't tell what was taken without a choice from what was chosen.
function asReadBy(entry, reader) {
  const text = entry.apart[reader] ?? entry.public;
  return { ...entry, kind: entry.asOthersRead, text, own: text, public: text, apart: fromOutside(entry, text), label: "" };
}

function fromOutside(entry, text) {
  const outside = entry.apart[0] ?? entry.public;
  return outside === text ? {} : { 0: outside };
}

/** How many entries two rows of them have in common from their beginning. */
export function sameBeginning(one, other) {
  const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i++) if (!same(one[i], other[i])) return i;
  return most;
}

/** Reads what the machine has written into its log. */
export class Scribe {
  constructor(machine) {
    this.machine = machine;
    this.words = machine.words;
    this.n = machine.n;
    this.kinds = machine.about.entry_kinds;
    this.noted = new Map(Object.entries(this.kinds).map(([name, { number }]) => [number, name]));
  }

  /** A log with the entries in some tokens. */
  extended(log, tokens) {
    if (!tokens.length) return log;
    const entries = [...log.entries];
    let { openFrom } = log;
    for (let place = 0; place < tokens.length; ) {
      const [, kind, round, phase, seat, count] = tokens.slice(place, place + 6);
      const inner = tokens.slice(place + 6, place + 6 + count);
      place += 6 + count;
      if (kind === this.n.PLAYERS_ASKED) openFrom = entries.length;
      else if (kind === this.n.PLAYERS_JOIN) {
        if (openFrom !== null) entries.push(...entries.splice(openFrom).sort((a, b) => (a.player ?? 0) - (b.player ?? 0)));
        openFrom = null;
      } else entries.push(this.entry(this.noted.get(kind), round, phase, seat === this.n.NONE ? null : seat, inner));
    }
    return new Log(entries, openFrom);
  }

  entry(name, round, number, seat, tokens) {
    const phase = (round && this.machine.about.phases[number]) || { name: "setup", title: "Setup" };
    let kind = this.kinds[name];
    let texts;
    if (kind.wording) texts = alike(worded(kind.wording, { round, phase: phase.title, player: seat === null ? "" : seat + 1 }));
    else if (kind.sort === "saying" || kind.sort === "pause") texts = this.said(tokens, seat);
    else {
      const [decision, branch, ...words] = tokens;
      const { declines } = this.machine.about.decisions[decision].branches[branch];
      if (declines && kind.sort === "choice") kind = this.kinds[(name = "declined")];
      texts = this.taken(words, seat, declines);
    }
    const asOthersRead = kind.as_others_read || name;
    const player = seat === null ? null : seat + 1;
    return { kind: name, asOthersRead, round, phase: name === "round" ? "" : phase.name, player, label: "", ...texts };
  }

  // What content says. A reader who can't see a card now doesn't read its name.
  said(tokens, me) {
    const read = (seats) => this.words.read(tokens, seats)[0];
    const [open, hidden] = this.words.read(tokens, this.machine.outsiders);
    if (!hidden.length) return alike(open);
    const text = read(null);
    const others = me === null ? open : read(this.othersOf(me));
    return { text, own: me === null ? text : read(1 << me), public: others, apart: this.apart(me, others, read) };
  }

  // The texts of an option that a player takes, given its label and perhaps what is told in place of that.
  taken(tokens, player, declines) {
    const [label, story] = this.words.parted(tokens);
    if (story === null) return this.textsOfOption(label, player, declines);
    return { ...this.textsOfOption(story, player, declines), label: this.words.read(label, null)[0] };
  }

  // They name no card to anyone who sees it neither before nor after.
  textsOfOption(tokens, player, declines) {
    const [open, hidden] = this.words.read(tokens, this.machine.outsiders);
    if (!hidden.length) return { ...alike(open), public: declines ? "" : open };
    const seats = 1 << player;
    let [own, unseen] = this.words.read(tokens, seats);
    const text = unseen.length ? this.words.read(tokens, null)[0] : own;
    if (unseen.length && allSeen(unseen, seats)) own = text;
    if (declines) return { text, own, public: "", apart: {} };
    const read = (readers) => {
      const [part, unseen] = this.words.read(tokens, readers);
      return unseen.length && allSeen(unseen, readers) ? text : part;
    };
    const others = read(this.othersOf(player));
    return { text, own, public: others, apart: this.apart(player, others, read) };
  }

  // What somebody without a seat reads, and single seats but a player's own, where that isn't what all others read.
  apart(me, others, read) {
    const seats = Array.from({ length: this.machine.players }, (_, seat) => seat).filter((seat) => seat !== me);
    const readers = [[0, this.machine.outsiders], ...(seats.length > 1 ? seats.map((seat) => [seat + 1, 1 << seat]) : [])];
    const texts = readers.map(([reader, readBy]) => [reader, read(readBy)]);
    return Object.fromEntries(texts.filter(([, text]) => text !== others));
  }

  // The seats of a player's fellow players, as bits; of one who plays alone those that there aren't.
  othersOf(player) {
    return this.machine.everyone & ~(1 << player) || this.machine.outsiders;
  }
}

const alike = (text) => ({ text, own: text, public: text, apart: {} });
const worded = (wording, words) => wording.replace(/{(\w+)}/g, (_, word) => words[word]);
const allSeen = (sights, seats) => sights.every((sight) => (sight & seats) === seats);
