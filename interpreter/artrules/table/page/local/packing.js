// Unpacks what `artrules.table.web.game_file` has packed: many contents that differ little, one behind the other, by LZMA.
//
// No browser undoes LZMA by itself; what it does undo looks back 32 KiB, which is less than one module of a game. Here
// is all of the format that one needs for streams with LITERAL_BITS, no position bits and a known size.

const LITERAL_BITS = 4; // so many bits of the byte before choose the probabilities of a literal
const HALF = 1024; // a probability of one half, of 2048
const MOVE = 5; // how fast probabilities follow what has come
const STATES = 12; // what the last few steps were
const FEWEST = 2; // bytes of the shortest copy

/** The contents by name, from a text of base64. */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const head = new DataView(bytes.buffer).getUint32(0, true);
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + head)));
  const whole = decode(bytes.subarray(4 + head), sizes.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  return new Map(sizes.map(([name, size]) => [name, whole.subarray(at, (at += size))]));
}

/** The `size` bytes of which an LZMA stream was made. */
export function decode(stream, size) {
  const out = new Uint8Array(size);
  const coder = new RangeDecoder(stream);
  const literals = halves(0x300 << LITERAL_BITS);
  const [isCopy, isAgain, isNotLast, isNotSecond, isNotThird, isLong] = Array.from({ length: 6 }, () => halves(STATES));
  const slots = Array.from({ length: 4 }, () => halves(64));
  const middle = halves(128);
  const lowest = halves(16);
  const lengths = new Lengths(coder);
  const lengthsAgain = new Lengths(coder);
  let [last, second, third, fourth] = [0, 0, 0, 0]; // the distances of the last copies, less one
  let state = 0;
  let at = 0;

  function literal() {
    const before = at > 0 ? out[at - 1] : 0;
    const first = 0x300 * (before >> (8 - LITERAL_BITS));
    let symbol = 1;
    if (state >= 7) {
      let other = out[at - last - 1];
      while (symbol < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const bit = coder.bit(literals, first + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | coder.bit(literals, first + symbol);
    out[at++] = symbol & 0xff;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function distance(length) {
    const slot = coder.tree(slots[Math.min(length - FEWEST, 3)], 0, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + coder.reversed(middle, base - slot, bits);
    return base + coder.plain(bits - 4) * 16 + coder.reversed(lowest, 0, 4);
  }

  // One of the last distances again; gives how many bytes are copied.
  function again() {
    if (!coder.bit(isNotLast, state)) {
      if (!coder.bit(isLong, state)) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else if (!coder.bit(isNotSecond, state)) [last, second] = [second, last];
    else if (!coder.bit(isNotThird, state)) [last, second, third] = [third, last, second];
    else [last, second, third, fourth] = [fourth, last, second, third];
    const length = lengthsAgain.next();
    state = state < 7 ? 8 : 11;
    return length;
  }

  while (at < size) {
    if (!coder.bit(isCopy, state)) {
      literal();
      continue;
    }
    let length;
    if (coder.bit(isAgain, state)) length = again();
    else {
      [second, third, fourth] = [last, second, third];
      length = lengths.next();
      last = distance(length);
      state = state < 7 ? 7 : 10;
    }
    if (last >= at || length > size - at) throw new Error("what is packed is damaged");
    for (const end = at + length; at < end; at += 1) out[at] = out[at - last - 1];
  }
  return out;
}

const halves = (count) => new Uint16Array(count).fill(HALF);

class RangeDecoder {
  constructor(stream) {
    this.stream = stream;
    this.at = 5;
    this.range = 0xffffffff;
    this.code = new DataView(stream.buffer, stream.byteOffset).getUint32(1);
  }

  // The next bit, which is 0 with the probability at this place; that follows what has come.
  bit(probabilities, place) {
    const probability = probabilities[place];
    const bound = (this.range >>> 11) * probability;
    let bit;
    if (this.code < bound) {
      this.range = bound;
      probabilities[place] = probability + ((2048 - probability) >> MOVE);
      bit = 0;
    } else {
      this.range -= bound;
      this.code -= bound;
      probabilities[place] = probability - (probability >> MOVE);
      bit = 1;
    }
    if (this.range < 0x1000000) this.more();
    return bit;
  }

  more() {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.stream[this.at++]) >>> 0;
  }

  // So many bits that are 0 as often as 1.
  plain(count) {
    let number = 0;
    for (let i = 0; i < count; i += 1) {
      this.range >>>= 1;
      const bit = Number(this.code >= this.range);
      if (bit) this.code -= this.range;
      number = 2 * number + bit;
      if (this.range < 0x1000000) this.more();
    }
    return number;
  }

  // So many bits, the highest first, each with a probability for those before it.
  tree(probabilities, first, count) {
    let symbol = 1;
    for (let i = 0; i < count; i += 1) symbol = (symbol << 1) | this.bit(probabilities, first + symbol);
    return symbol - (1 << count);
  }

  // The same, the lowest first.
  reversed(probabilities, first, count) {
    let symbol = 1;
    let number = 0;
    for (let i = 0; i < count; i += 1) {
      const bit = this.bit(probabilities, first + symbol);
      symbol = (symbol << 1) | bit;
      number |= bit << i;
    }
    return number;
  }
}

class Lengths {
  constructor(coder) {
    this.coder = coder;
    this.choices = halves(2);
    this.short = halves(8);
    this.medium = halves(8);
    this.long = halves(256);
  }

  next() {
    const { coder, choices } = this;
    if (!coder.bit(choices, 0)) return FEWEST + coder.tree(this.short, 0, 3);
    if (!coder.bit(choices, 1)) return FEWEST + 8 + coder.tree(this.medium, 0, 3);
    return FEWEST + 16 + coder.tree(this.long, 0, 8);
  }
}
