// Values of content: read from the words in memory by their types, and in words for people. A list or a set is an array,
// a member its index, a player counts from 0, a card is its number. Plain data has members by name and players from 1.

const LARGEST_NARROW_MEMBER = 30;

/** What people read for a name that has no title of its own. */
export const titleOf = (name) => name.slice(name.lastIndexOf("/") + 1).replaceAll("_", " ");

/** A type without `or none`. */
export const bare = (type) => (type?.is === "Optional" ? type.of : type);

/** The numbers of the bits that are set in a set: a word, or where it is wide a list of words. */
export function membersOf(set, wideBits) {
  const words = Array.isArray(set) ? set : [set];
  return words.flatMap((word, i) => Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (word >> bit) & 1).map((bit) => i * wideBits + bit));
}

/** Reads values in the memory of one machine. */
export class Values {
  constructor(machine) {
    this.machine = machine;
    this.members = machine.about.table.members;
    this.names = Object.fromEntries(Object.entries(this.members).map(([enum_, of]) => [enum_, Object.keys(of)]));
    this.events = Object.fromEntries(machine.about.events.map((event) => [event.name, event]));
  }

  /** The value that a word means. */
  read(word, type) {
    const { machine } = this;
    if (word === machine.n.NONE) return null;
    if (type?.is === "Bool") return word !== 0;
    if (type?.is === "Optional") return this.read(word, type.of);
    if (type?.is === "SetOf") return membersOf(this.isWide(type) ? machine.list(word) : word, machine.n.WIDE_BITS);
    if (type?.is === "ListOf") return machine.list(word).map((item) => this.read(item, type.of));
    if (type?.is === "Zone") return machine.list(word);
    if (type?.is === "Happening" && !this.events[type.event].kept) return this.fields(word, type.event);
    return word;
  }

  fields(word, event) {
    const types = this.events[event].fields.map((field) => field.type);
    return this.machine.list(word).map((item, i) => this.read(item, types[i]));
  }

  isWide({ of }) {
    if (of.is === "Number") return of.high > LARGEST_NARROW_MEMBER;
    return of.is === "Member" && this.names[of.enum].length > LARGEST_NARROW_MEMBER + 1;
  }

  /** A value as plain data, for some seats, as bits: cards that one of them can't see are not named. */
  plain(value, type, seats = null) {
    if (type.is === "Optional") return value === null ? null : this.plain(value, type.of, seats);
    if (type.is === "Member") return this.names[type.enum][value];
    if (type.is === "Player") return value + 1;
    if (type.is === "Card") return this.textOf("write_card", value, seats);
    if (type.is === "Power") return this.textOf("write_power", value, seats);
    if (type.is === "SetOf" || type.is === "ListOf") return value.map((item) => this.plain(item, type.of, seats));
    if (type.is === "Happening") return this.happening(value, type.event, seats);
    return value;
  }

  textOf(how, number, seats) {
    return this.machine.words.read(this.machine.tokens(how, number), seats)[0];
  }

  happening(value, event, seats) {
    const { kept, fields } = this.events[event];
    const values = kept ? this.remembered(value, event) : value;
    if (values === null) return null;
    return Object.fromEntries(fields.map(({ name, type }, i) => [name, type === null ? null : this.plain(values[i], type, seats)]));
  }

  // The fields of a happening that is kept; null when it has been forgotten.
  remembered(serial, event) {
    const { record_serial, record_fields } = this.machine.memory;
    const place = record_serial.subarray(0, this.machine.get("record_count")).indexOf(serial);
    return place < 0 ? null : this.fields(record_fields[place], event);
  }

  /** Plain data of a type in words: titles of members, `player 2`, `yes`; `none` for nothing. */
  inWords(plain, type) {
    if (type?.is === "Optional") return plain === null ? "none" : this.inWords(plain, type.of);
    if (type?.is === "SetOf" || type?.is === "ListOf")
      return (plain ?? []).map((item) => this.inWords(item, type.of)).join(", ") || "none";
    if (type?.is === "Member") return this.members[type.enum][plain].title;
    if (type?.is === "Player") return `player ${plain}`;
    if (typeof plain === "boolean") return plain ? "yes" : "no";
    if (plain !== null && typeof plain === "object")
      return Object.entries(plain).map(([name, item]) => `${titleOf(name)} ${spelled(item)}`).join(", ");
    return plain === null ? "none" : String(plain);
  }

  /** What makes data for a page of plain data of a type; null where it stays as it is. */
  converter(type) {
    if (type === null || type.is === "Bool" || type.is === "Number") return null;
    if (type.is === "Optional") {
      const inner = this.converter(type.of);
      return inner && ((plain) => (plain === null ? null : inner(plain)));
    }
    if (type.is === "SetOf" || type.is === "ListOf") {
      const each = this.converter(type.of);
      return each && ((plain) => plain.map(each));
    }
    if (type.is === "Player") return (plain) => ({ player: plain });
    if (type.is === "Member") return (plain) => ({ member: [type.enum, plain] });
    return (plain) => (plain === null ? null : this.inWords(plain, type));
  }
}

// A field of a happening, as Python writes it.
function spelled(item) {
  if (item === null) return "None";
  return typeof item === "boolean" ? (item ? "True" : "False") : String(item);
}
