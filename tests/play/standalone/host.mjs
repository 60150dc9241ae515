// A host of games that `artrules build` has made: all it needs is the module. docs/extend/modules.md
// explains every step. Copy it, with words.mjs and log.mjs, and change what you like.

import { Log } from "./log.mjs";
import { Words } from "./words.mjs";

const ARRAYS = { U8: Uint8Array, U16: Uint16Array, I32: Int32Array, I64: BigInt64Array };

export class Game {
  // A new game that has run to its first decisions. `seed` is a BigInt from 0 to 2^64 - 1.
  // With `knowing` it keeps what seats know, so that bots can think.
  constructor(module, seed, knowing = false) {
    this.seed = seed;
    const [section] = WebAssembly.Module.customSections(module, "artrules");
    this.about = JSON.parse(new TextDecoder().decode(section));
    this.n = this.about.numbers;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.buffer = this.exports.memory.buffer;
    this.memory = {};
    for (const [name, { element, address, room }] of Object.entries(this.about.regions))
      this.memory[name] = new ARRAYS[element](this.buffer, address, room);
    this.decisions = [];
    this.words = new Words(this.about);
    this.log = new Log(this.about, this.words);
    this.call("start");
    this.exports.seed(seed);
    this.set("logging", 1);
    this.set("knowing", Number(knowing));
    this.call("begin");
    this.finish();
  }

  // -- the machine

  get(register) {
    const { address, wide } = this.about.registers[register];
    return wide ? Number(new BigInt64Array(this.buffer, address, 1)[0]) : new Int32Array(this.buffer, address, 1)[0];
  }

  set(register, number) {
    new Int32Array(this.buffer, this.about.registers[register].address, 1)[0] = number;
  }

  call(name, ...numbers) {
    const { number, parameters, gives } = this.about.functions[name];
    const given = this.exports[`invoke_${parameters.length}${gives ? "_gives" : ""}`](number, ...numbers);
    if (this.get("status") !== this.n.FINE) throw new Error(this.fault());
    return given;
  }

  // Call a function that only reads the position. What it may leave on the heap or in registers is undone.
  ask(name, numbers, row = []) {
    const top = this.get("heap_top");
    this.set("steps", 0);
    this.put(row);
    try {
      return this.call(name, ...numbers);
    } finally {
      this.call("take_up");
      this.set("heap_top", top);
    }
  }

  fault() {
    const { at, words } = this.about.sites[this.get("failed_at")] ?? { at: "", words: "something" };
    if (this.get("status") === this.n.FAILED) return `${at}: ${words}, and nothing can be taken back here`;
    const { code, message, expected, found } = this.about.faults[this.get("fault")];
    const shown = (text) => text.replace(/{(low|high|found)[^}]*}/g, (_, name) => this.get(`fault_${name}`));
    return `${code} ${at}: ${words} ${shown(message)} (expected: ${shown(expected)}; found: ${shown(found)})`;
  }

  list(place) {
    return [...this.memory.heap.subarray(place + 1, place + 1 + this.memory.heap[place])];
  }

  // -- deciding

  // Take an option of a decision, both given by their indices. If that is impossible, the game stays as it was.
  choose(decision, option) {
    const { stack, rows } = this.decisions[decision];
    this.call("pack", 0);
    this.set("text_top", 0);
    try {
      this.put(rows[option]);
      this.call("choose", stack);
    } catch (fault) {
      this.call("unpack", 0);
      for (const { stack, rows } of this.decisions) this.memory.offered_count[stack] = rows.length;
      throw fault;
    }
    this.decisions.splice(decision, 1);
    this.finish();
  }

  finish() {
    this.log.add(this.told());
    const waiting = [...this.memory.waiting.subarray(0, this.get("waiting_count"))];
    this.decisions = waiting.map((stack) => this.decisions.find((d) => d.stack === stack) ?? this.readDecision(stack));
    this.call("rest");
  }

  // What is asked on a stack. Lists in rows are read, too: `rest` moves them.
  readDecision(stack) {
    const m = this.memory;
    const number = m.stack[m.top_of_stack[stack] - 1];
    const width = m.row_words[number];
    const rows = Array.from({ length: m.offered_count[stack] }, (_, i) => {
      const [branch, ...words] = m.candidates.subarray(m.offered_first[stack] + i * width).slice(0, width);
      return [branch, ...this.values(words, m.branch_shapes[m.first_branch[number] + branch])];
    });
    return { stack, player: m.offered_player[stack], prompt: this.about.decisions[number].prompt, rows };
  }

  values(words, shape) {
    const { shape_kind, shape_first, shape_count, shape_parts } = this.memory;
    if (shape_kind[shape] !== this.n.IS_FIELDS) return words;
    const shapes = shape_parts.subarray(shape_first[shape]).slice(0, shape_count[shape]);
    return words.map((word, i) => this.value(word, shapes[i] ?? 0));
  }

  value(word, shape) {
    const kind = this.memory.shape_kind[shape];
    if (word === this.n.NONE) return word;
    if (kind === this.n.IS_LIST) return this.list(word).map((item) => this.value(item, this.memory.shape_first[shape]));
    if (kind === this.n.IS_FIELDS) return this.values(this.list(word), shape);
    return kind === this.n.IS_WIDE_SET ? this.list(word) : word;
  }

  // Write a row to the beginning of `candidates`, and its lists to the end of the heap.
  put(row) {
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

  // An option in words, for some seats, as bits: no card is named that one of them can't see.
  label(decision, option, seats) {
    const { stack, rows } = this.decisions[decision];
    this.ask("write_option_label", [stack], rows[option]);
    return this.words.read(this.told(), seats)[0];
  }

  // -- thinking, in a game that keeps what seats know

  // The option that a search of so many iterations chooses for a decision, and what it has tried how often.
  search(decision, seed, iterations, horizon = this.about.thinking.horizon) {
    return this.think(decision, seed, "best_option", () => this.call("search_on", iterations, horizon));
  }

  // The option that does best on average in so many samples.
  greedy(decision, seed, samples, horizon = this.about.thinking.horizon) {
    return this.think(decision, seed, "best_left", () => this.call("compare_options", samples, horizon));
  }

  think(decision, seed, best, how) {
    const { player, rows } = this.decisions[decision];
    this.set("logging", 0);
    this.call("keep_root");
    this.exports.seed_thinking(seed, player);
    this.memory.usual.set(this.about.thinking.usual);
    this.memory.weights.set(this.about.thinking.weights.map(BigInt));
    try {
      this.call("begin_thinking", player);
      how();
      const option = this.call(best);
      const nodes = [...this.memory.option_node.subarray(0, rows.length)];
      return { option, visits: nodes.map((node) => this.memory.node_visits[node]) };
    } finally {
      this.call("stop_thinking");
      this.exports.seed(this.seed);
      this.set("logging", 1);
      this.set("knowing", 1);
      this.set("text_top", 0);
      for (const { stack, rows } of this.decisions) this.memory.offered_count[stack] = rows.length;
    }
  }

  digest() {
    const bytes = new Uint8Array(this.buffer, this.exports.digest(), this.n.DIGEST_BYTES);
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The tokens of what the machine has written.
  told() {
    return [...this.memory.text.subarray(0, this.get("text_top"))];
  }

  // -- the end

  result() {
    const { clock } = this.memory;
    if (!clock[this.n.FINISHED]) return null;
    const players = (place) => this.list(place).map((player) => player + 1);
    const winners = players(this.ask("find_winners", []));
    let tie_break = null; // the last key that left out anyone who was level
    this.about.winning_keys.forEach((by, i) => {
      const tied = i ? players(this.ask("find_level", [i])).sort((a, b) => a - b) : winners;
      if (tied.length > winners.length) tie_break = { key: i + 1, by, tied };
    });
    const scores = Array.from({ length: this.about.players }, (_, player) =>
      this.about.score.flatMap((part, i) => this.scoreLines(part, i, player)),
    );
    return { winners, tie_break, scores, stalled: clock[this.n.STALLED] !== 0, rounds: clock[this.n.ROUND_NUMBER] };
  }

  scoreLines({ label: part, lines, at: source }, number, player) {
    if (!lines) return [{ part, label: part, points: this.ask("points_of", [number, player]), source }];
    this.ask("write_score_lines", [number, player]);
    const tokens = this.told();
    const found = [];
    for (let place = 0; place < tokens.length; place += 3 + tokens[place + 2]) {
      const [label] = this.words.read(tokens.slice(place + 3, place + 3 + tokens[place + 2]), null);
      found.push({ part, label, points: tokens[place + 1], source });
    }
    return found;
  }
}
