// Makes words of the tokens in which a game writes its texts (docs/extend/modules.md, Texts).

const UNSEEN = "a card";

// Items, with the number of cards in place of those in a row that nobody sees.
function counted(items) {
  const told = [];
  for (let place = 0, after; place < items.length; place = after) {
    after = place + 1;
    while (items[place] === UNSEEN && items[after] === UNSEEN) after++;
    told.push(after > place + 1 ? `${after - place} cards` : items[place]);
  }
  return told;
}

export class Words {
  constructor(about) {
    this.about = about;
    this.n = about.numbers;
  }

  // The text of tokens for some seats; with null every card is named. Beside it, who will see each hidden card.
  read(tokens, seats) {
    const hidden = [];
    return [this.joined(tokens, seats, hidden), hidden];
  }

  joined(tokens, seats, hidden) {
    const parts = this.parts(tokens, seats, hidden);
    return parts.length === 1 ? parts[0] : this.shortened(parts.join(""));
  }

  shortened(text) {
    const most = this.about.longest_text;
    return [...text].length <= most ? text : [...text].slice(0, most - 1).join("") + "…";
  }

  // By the kind and the next words of a token: how many words belong to the token itself, and how many tokens follow
  // inside it.
  size(kind, [a, b, , d, , f]) {
    const n = this.n;
    if (kind === n.NOTHING) return [1, 0];
    if (kind === n.MEMBER) return [3, 0];
    if (kind === n.CARD) return [5, d];
    if (kind === n.POWER) return [2, 5 + f];
    if (kind === n.GROUP || kind === n.STORY) return [2, a];
    return [n.ITEMS, n.READ_OFF, n.FAILED_CARDS].includes(kind) ? [3, b] : [2, 0];
  }

  // The label of an option, and what the log tells of it in place of that; null where that is nothing.
  parted(tokens) {
    for (let place = 0; place < tokens.length; ) {
      const [kind, ...words] = tokens.slice(place, place + 7);
      const [head, count] = this.size(kind, words);
      if (kind === this.n.STORY) return [tokens.slice(0, place), tokens.slice(place + head, place + head + count)];
      place += head + count;
    }
    return [tokens, null];
  }

  // The same tokens for readers who see other cards: `sight` gives the seats that see a card, as bits.
  resighted(tokens, sight) {
    const changed = [...tokens];
    for (let place = 0; place < changed.length; ) {
      const kind = changed[place];
      const cards = kind === this.n.CARD ? [place + 1] : [];
      place += this.size(kind, changed.slice(place + 1, place + 7))[0];
      if (kind === this.n.READ_OFF) for (let count = changed[place - 2]; count > 0; count--, place += 3) cards.push(place);
      for (const card of cards) changed[card + 1] = changed[card + 2] = sight(changed[card]);
    }
    return changed;
  }

  // The text of each token, up to the one that goes beyond so many characters.
  parts(tokens, seats, hidden, room = Infinity) {
    const n = this.n;
    const unseen = (sight) => seats !== null && (sight & seats) !== seats;
    const part = (kind, [a, b, c], inner) => {
      const within = () => this.joined(inner, seats, hidden);
      if (kind === n.TEXT) return [this.about.texts[a]];
      if (kind === n.NUMBER) return [String(a)];
      if (kind === n.TRUTH) return [a ? "yes" : "no"];
      if (kind === n.PLAYER) return [`player ${a + 1}`];
      if (kind === n.MEMBER) return [this.about.members[a][b].replaceAll("_", " ")];
      if (kind === n.NOTHING) return ["none"];
      if (kind === n.GROUP) return [this.parts(inner, seats, hidden).join("")];
      if (kind === n.ITEMS) {
        const items = this.parts(inner, seats, hidden, this.about.longest_text);
        return [this.shortened(counted(items).join(", "))];
      }
      if (kind === n.POWER) {
        const { title, text } = this.about.powers[a];
        return [`${title} (${within()})${text && `: ${text}`}`];
      }
      if (kind === n.CARD) return unseen(b) ? (hidden.push(c), [UNSEEN]) : [within()];
      const cards = inner.splice(0, 3 * a); // those off which something is read: card, who sees it, who will see it
      const sights = cards.filter((_, i) => i % 3 === 2 && unseen(cards[i - 1]));
      hidden.push(...sights);
      const isHidden = sights.length || (kind === n.FAILED_CARDS && seats !== null);
      return isHidden ? ["something"] : this.parts(inner, seats, hidden);
    };
    const texts = [];
    for (let place = 0; place < tokens.length && room >= 0; ) {
      const [kind, ...words] = tokens.slice(place, place + 7);
      const [head, count] = this.size(kind, words);
      texts.push(...part(kind, words, tokens.slice(place + head, place + head + count)));
      place += head + count;
      const isCounted = texts.at(-1) === UNSEEN && texts.at(-2) === UNSEEN;
      room -= isCounted ? 0 : [...(texts.at(-1) ?? "")].length + ", ".length;
    }
    return texts;
  }
}
