// A game in a link: how it was set up and what was chosen, in a few hundred letters. Whoever has the link can find out
// all that the game hides, as its seed is in it.
//
// Choices are digits of one number: each counts among as many as there were options, so that it takes no more room than
// it must. At the end stand the beginning of the digest of the position to which they lead, which proves that the rules
// are the same, and a sum of all that, which proves that nothing was lost.
import { Game } from "../module/game.js";
import { Refused } from "./library.js";

const FORMAT = 1;
const OPEN = 1;
const ADVICE = 2;
const DIGITS = 8; // of the digest

/** The text of a table's game. `rules` is what `rulesSum` gives for it, `bots` are the names of all bots. */
export function writeLink(table, rules, bots) {
  const { record, game } = table;
  const writer = new Writer();
  writer.byte(FORMAT);
  writer.word(rules);
  writer.number(BigInt(record.seed));
  writer.byte((record.open ? OPEN : 0) | (record.advice ? ADVICE : 0));
  writer.byte(record.seats.length);
  for (const { bot } of record.seats) writer.byte(bot ? bots.indexOf(bot) + 1 : 0);
  writer.number(BigInt(record.choices.length));
  writer.number(numberOf(game));
  writer.word(digestOf(game));
  writer.word(sumOf(writer.bytes));
  return writer.text;
}

/** What a text says of a game: `{rules, seed, open, advice, seats: [{bot}], count, number, digest}`. */
export function readLink(text, bots) {
  const reader = new Reader(text);
  const { bytes } = reader;
  if (bytes.length < 5 || sumOf(bytes.slice(0, -4)) !== new Reader(null, bytes.slice(-4)).word())
    throw new Refused("This link is damaged: part of it is missing, or something was changed.");
  if (reader.byte() !== FORMAT) throw new Refused("This link was made by another version of this page.");
  const rules = reader.word();
  const seed = reader.number();
  const flags = reader.byte();
  const seats = Array.from({ length: reader.byte() }, () => reader.byte()).map((bot) => ({ bot: bot ? (bots[bot - 1] ?? bots[0] ?? "") : "" }));
  const [count, number, digest] = [Number(reader.number()), reader.number(), reader.word()];
  return { rules, seed, open: (flags & OPEN) > 0, advice: (flags & ADVICE) > 0, seats, count, number, digest };
}

/** The choices of what `readLink` gave, made again in a machine: `[place, option]` each. */
export function choicesOf({ seed, count, number, digest }, machine) {
  const other = new Refused("This link is of a game with other rules than this file has.");
  const game = new Game(machine, seed);
  let rest = number;
  for (let made = 0; made < count; made += 1) {
    const radix = BigInt(radixOf(game.decisions));
    if (radix === 0n) throw other;
    game.choose(...placeOf(game.decisions, Number(rest % radix)));
    rest /= radix;
  }
  if (rest !== 0n || digestOf(game) !== digest) throw other;
  return game.choices;
}

/** A sum that is another one for other rules: of the hash of their files, and what was chosen for a table. */
export const rulesSum = (content, players, settings) => sumOf(new TextEncoder().encode(JSON.stringify([content, players, settings])));

const radixOf = (decisions) => decisions.reduce((sum, { rows }) => sum + rows.length, 0);
const digestOf = (game) => parseInt(game.digest().slice(0, DIGITS), 16);

function placeOf(decisions, digit) {
  const place = decisions.findIndex(({ rows }) => digit < rows.length || ((digit -= rows.length), false));
  return [place, digit];
}

function numberOf(game) {
  const { past } = game;
  let number = 0n;
  for (let at = past.length - 1; at >= 0; at -= 1) {
    const { decisions } = past[at].moment;
    const [place, option] = past[at].choice;
    number = number * BigInt(radixOf(decisions)) + BigInt(radixOf(decisions.slice(0, place)) + option);
  }
  return number;
}

// CRC-32, as zip files have it.
function sumOf(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

class Writer {
  bytes = [];

  byte(number) {
    this.bytes.push(number & 0xff);
  }

  word(number) {
    for (const shift of [0, 8, 16, 24]) this.byte(number >>> shift);
  }

  // A number of any length: how many bytes it has, and these, the lowest first.
  number(number) {
    let digits = number.toString(16);
    if (digits.length % 2) digits = `0${digits}`;
    const bytes = number === 0n ? [] : digits.match(/../g).map((pair) => parseInt(pair, 16)).reverse();
    this.byte(bytes.length);
    this.byte(bytes.length >> 8);
    this.bytes.push(...bytes);
  }

  get text() {
    return btoa(String.fromCharCode(...this.bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
}

class Reader {
  constructor(text, bytes = bytesOf(text)) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++] ?? 0;
  }

  word() {
    return [0, 8, 16, 24].reduce((sum, shift) => (sum | (this.byte() << shift)) >>> 0, 0);
  }

  number() {
    const count = this.byte() | (this.byte() << 8);
    const bytes = this.bytes.slice(this.at, (this.at += count)).reverse();
    return bytes.length ? BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`) : 0n;
  }
}

function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
