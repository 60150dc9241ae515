// The machine of a game that `artrules build` has made: its memory, its functions, and positions in and out of it. What
// each name means is in docs/extend/modules.md.

import { membersOf, Values } from "./values.js";
import { Words } from "./words.js";

const ARRAYS = { U8: Uint8Array, U16: Uint16Array, I32: Int32Array, I64: BigInt64Array };

// What stopped the machine: the content made a mistake, or something can't be done where nothing can be taken back.
export class Fault extends Error {}

// A position of a game, and what seats know in it. It never changes, so games share it.
export class Position {
  constructor(bytes, knowledge, heapTop, clock) {
    this.bytes = bytes;
    this.knowledge = knowledge;
    this.heapTop = heapTop;
    this.clock = clock;
  }
}

export class Machine {
  // The machine of a module as bytes: those of a file, an ArrayBuffer, or an array of bytes.
  static async from(bytes) {
    const { module, instance } = await WebAssembly.instantiate(bytes, {});
    return new Machine(module, instance);
  }

  constructor(module, instance = new WebAssembly.Instance(module, {})) {
    const [section] = WebAssembly.Module.customSections(module, "artrules");
    this.about = JSON.parse(new TextDecoder().decode(section));
    this.n = this.about.numbers;
    this.players = this.about.players;
    this.exports = instance.exports;
    this.everyone = 2 ** this.players - 1; // all seats, as bits
    // The seats that all see what somebody without a seat may see; where one plays alone a seat that there isn't.
    this.outsiders = this.players > 1 ? this.everyone : 2 ** this.players;
    this.buffer = null;
    this.loaded = null; // the position in memory
    this.isAsked = false; // whether something has been asked since it came there
    this.words = new Words(this.about);
    this.values = new Values(this);
    this.derived = new Map(); // what was made once for all games, by what made it
    this.call("start");
    this.start = this.save(); // the position before the setup
  }

  // What a function makes of the machine: made once.
  derive(make) {
    if (!this.derived.has(make)) this.derived.set(make, make(this));
    return this.derived.get(make);
  }

  // -- memory

  // The regions by name, as arrays of what there is room for.
  get memory() {
    const { buffer } = this.exports.memory;
    if (buffer !== this.buffer) {
      this.buffer = buffer;
      this.regions = {};
      for (const [name, { element, address, room }] of Object.entries(this.about.regions))
        this.regions[name] = new ARRAYS[element](buffer, address, room);
    }
    return this.regions;
  }

  bytes(address, count) {
    return new Uint8Array(this.exports.memory.buffer, address, count);
  }

  get(register) {
    const { address, wide } = this.about.registers[register];
    const { buffer } = this.exports.memory;
    return wide ? Number(new BigInt64Array(buffer, address, 1)[0]) : new Int32Array(buffer, address, 1)[0];
  }

  set(register, number) {
    new Int32Array(this.exports.memory.buffer, this.about.registers[register].address, 1)[0] = number;
  }

  // The words of a list on the heap.
  list(place) {
    const { heap } = this.memory;
    return [...heap.subarray(place + 1, place + 1 + heap[place])];
  }

  // The cards of a zone, the top one first; by default as they lie in memory.
  cardsIn(zone, { first_in_zone, next_in_zone } = this.memory) {
    const cards = [];
    for (let card = first_in_zone[zone]; card !== this.n.NIL; card = next_in_zone[card]) cards.push(card);
    return cards;
  }

  // -- code

  // Call a function that may change the position.
  call(name, ...numbers) {
    this.loaded = null;
    return this.invoke(name, numbers);
  }

  // Call a function that only reads the position in memory. The next `load` undoes what it leaves there.
  ask(name, ...numbers) {
    this.isAsked = true;
    return this.invoke(name, numbers);
  }

  invoke(name, numbers) {
    const { number, parameters, gives } = this.about.functions[name];
    const invoke = this.exports[`invoke_${parameters.length}${gives ? "_gives" : ""}`];
    let result;
    try {
      result = invoke(number, ...numbers);
    } catch (trap) {
      this.loaded = null; // memory may be half changed
      throw new Fault(`the machine can't go on: ${trap.message}`, { cause: trap });
    }
    if (this.get("status") === this.n.FINE) return result;
    this.loaded = null;
    throw new Fault(this.fault());
  }

  // What stopped the machine, in words. They may name hidden cards and values: they are for whoever makes the game.
  fault() {
    const { sites, decisions, faults } = this.about;
    const failedAt = this.get("failed_at");
    const site = sites[failedAt] ?? { at: decisions[-2 - failedAt]?.site ?? "", words: "" };
    if (this.get("status") === this.n.FAILED) return `${site.at}: ${site.words || "something"}, and nothing can be taken back here`.replace(/^: /, "");
    const { code, ...texts } = faults[this.get("fault")];
    const [message, expected, found] = [texts.message, texts.expected, texts.found].map((text) => this.faultText(text));
    const compared = [expected && `expected: ${expected}`, found && `found: ${found}`].filter(Boolean).join("; ");
    const place = [code, site.at].filter(Boolean).join(" ");
    return [`${place}:`, site.words, message, compared && `(${compared})`].filter(Boolean).join(" ");
  }

  // A text of a fault with what its words in braces stand for (docs/extend/modules.md, Memory and calls).
  faultText(text) {
    const { zones, looks, table, decisions } = this.about;
    const [low, high, found] = ["fault_low", "fault_high", "fault_found"].map((register) => this.get(register));
    const values = {
      low: () => low,
      high: () => high,
      found: () => found,
      count: () => (found ? spaced(found) : ""), // 0 where the machine stopped before it had counted
      player: () => low + 1,
      prompt: () => decisions[-2 - this.get("failed_at")]?.prompt ?? "",
      members: () => `[${membersOf(this.list(found), this.n.WIDE_BITS).join(", ")}]`,
      card: () => table.looks[looks[low]].title,
      zone: () => zones[high].name,
    };
    return text.replace(/{(\w+)(:,)?}/g, (_, name, separators) => (separators ? spaced(values[name]()) : values[name]()));
  }

  // The tokens that a function writes.
  tokens(name, ...numbers) {
    this.ask(name, ...numbers);
    return this.tokensWritten();
  }

  // The tokens of what the machine has written.
  tokensWritten() {
    return [...this.memory.text.subarray(0, this.get("text_top"))];
  }

  // Write a row to the beginning of `candidates`, and its lists to the end of the heap.
  put(row) {
    this.isAsked = true;
    this.memory.candidates.set(row.map((value) => this.word(value)));
  }

  word(value) {
    if (!Array.isArray(value)) return value;
    const words = value.map((item) => this.word(item));
    const place = this.get("heap_top");
    this.memory.heap.set([words.length, ...words], place);
    this.set("heap_top", place + 1 + words.length);
    return place;
  }

  // -- positions

  // The position in memory, which `start` or `rest` has brought into the form that is kept.
  save() {
    const bytes = this.bytes(this.about.areas.KEPT_0, this.invoke("pack", [0])).slice();
    const knowledge = this.bytes(this.about.areas.PACKED_KNOWLEDGE, this.invoke("pack_knowledge", [])).slice();
    this.loaded = new Position(bytes, knowledge, this.get("heap_top"), [...this.memory.clock]);
    this.isAsked = false;
    return this.loaded;
  }

  // Put a position into memory, unless it is there.
  load(position) {
    if (position !== this.loaded) {
      this.loaded = null;
      this.bytes(this.about.areas.KEPT_0, position.bytes.length).set(position.bytes);
      this.invoke("unpack", [0]);
      this.bytes(this.about.areas.PACKED_KNOWLEDGE, position.knowledge.length).set(position.knowledge);
      this.invoke("unpack_knowledge", []);
      this.loaded = position;
    } else if (this.isAsked) {
      this.invoke("take_up", []);
      this.set("heap_top", position.heapTop);
    }
    this.set("steps", 0);
    this.isAsked = false;
  }

  // The position with some bytes, and what seats know in it, as `artrules` packs them.
  unpacked(bytes, knowledge) {
    this.load(new Position(bytes, knowledge, 0, []));
    return (this.loaded = new Position(bytes, knowledge, this.get("heap_top"), [...this.memory.clock]));
  }

  // The digest of a position, as `Game.digest` has it.
  digest(position) {
    this.load(position);
    return hexadecimal(this.bytes(this.exports.digest(), this.n.DIGEST_BYTES));
  }

  // -- hashes

  // The BLAKE2b hash of a text, so many bytes.
  hash(text, count) {
    const bytes = new TextEncoder().encode(text);
    this.memory.message.set(bytes);
    this.set("message_top", bytes.length);
    this.ask("hash_message", count, 0);
    const { hash_state } = this.memory;
    return new Uint8Array(hash_state.buffer, hash_state.byteOffset, count).slice();
  }

  // The key of a random stream (docs/inside/machine.md, Randomness), as a BigInt without a sign.
  streamKey(seed, owner, purpose) {
    return BigInt(`0x${hexadecimal(this.hash(`artrules/1/${seed}/${owner}/${purpose}`, 8))}`);
  }
}

// A number with separators of thousands.
const spaced = (number) => number.toLocaleString("en-US");

export function hexadecimal(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
