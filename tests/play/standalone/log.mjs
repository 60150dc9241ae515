// The log of a game (docs/extend/modules.md, The log).

export class Log {
  constructor(about, words) {
    this.about = about;
    this.n = about.numbers;
    this.words = words;
    this.everyone = 2 ** about.players - 1;
    this.entries = [];
    this.openFrom = Infinity; // where the phase or question in progress begins, if several act at once
  }

  // Read what the machine has written.
  add(tokens) {
    for (let place = 0; place < tokens.length; ) {
      const [, kind, round, number, seat, count] = tokens.slice(place, place + 6);
      const inner = tokens.slice(place + 6, place + 6 + count);
      const { name, title } = (round && this.about.phases[number]) || { name: "setup", title: "Setup" };
      place += 6 + count;
      if (kind === this.n.PLAYERS_ASKED) {
        this.openFrom = this.entries.length;
        continue;
      }
      if (kind === this.n.PLAYERS_JOIN) {
        this.entries.push(...this.entries.splice(this.openFrom).sort((a, b) => (a.player ?? 0) - (b.player ?? 0)));
        this.openFrom = Infinity;
        continue;
      }
      const player = seat === this.n.NONE ? null : seat + 1;
      const phase = kind === this.n.ROUND_BEGINS ? "" : name;
      const texts = this.textsOf(kind, inner, round, title, player);
      const declined = kind === this.n.CHOSE && this.declines(inner);
      this.entries.push({ kind: declined ? "declined" : this.about.entry_kinds[kind], round, phase, player, ...texts });
    }
  }

  // Whether an option that was taken declines something.
  declines([decision, branch]) {
    return this.about.decisions[decision].branches[branch].declines;
  }

  // The texts of an entry: for those who may know everything, for its player, for all others, and by number for single
  // players who see more than all others do.
  textsOf(kind, tokens, round, phase, player) {
    const all = (text) => ({ text, own: text, others: text, apart: {} });
    if (kind === this.n.ROUND_BEGINS) return all(`round ${round}`);
    if (kind === this.n.PHASE_BEGINS) return all(phase);
    if (kind === this.n.TURN_BEGINS) return all(`player ${player}'s turn`);
    if (kind === this.n.GAME_IS_OVER) return all("the game is over");
    const taken = kind !== this.n.SAID && kind !== this.n.PAUSED; // then a decision and a branch stand before the label
    const declines = taken && this.declines(tokens);
    const label = taken ? this.words.told(tokens.slice(2)) : tokens;
    const seat = player === null ? 0 : 1 << (player - 1);
    const [open, unseen] = this.words.read(label, this.everyone);
    if (!unseen.length) return { text: open, own: open, others: declines ? "" : open, apart: {} };
    const [full] = this.words.read(label, null);
    const [own, ownUnseen] = seat ? this.words.read(label, seat) : [full, []];
    const text = taken && !ownUnseen.length ? own : full;
    // Those who see every card when the option has taken effect read the names.
    const see = (seats, sights) => taken && sights.length && sights.every((sight) => (sight & seats) === seats);
    const readBy = (seats) => {
      const [read, unseen] = this.words.read(label, seats);
      return see(seats, unseen) ? text : read;
    };
    const apart = {};
    for (let i = 0; i < this.about.players; i++)
      if (!declines && 1 << i !== seat) apart[i + 1] = readBy(1 << i);
    return {
      text,
      own: see(seat, ownUnseen) ? text : own,
      others: declines ? "" : readBy(this.everyone & ~seat),
      apart,
    };
  }

  // What a player may read. Nobody can tell what another one took without a choice from what was chosen.
  readBy(player) {
    return this.entries.flatMap(({ kind, own, others, apart, text: _, ...entry }, i) => {
      if (entry.player === player) return [{ kind, ...entry, text: own }];
      if (!others || (entry.player !== null && i >= this.openFrom)) return [];
      return [{ kind: kind === "took" ? "chose" : kind, ...entry, text: apart[player] ?? others }];
    });
  }
}
