// What a seat sees of a game: its zones and variables as far as it may see them, with the numbers of cards. Nobody else
// gets this: `view_data.js` makes data for a page of it.
//
// In a phase that all play at once, what others have is seen as it was when the phase began.

import { titleOf } from "./values.js";

/** Stands for the seat of somebody who has none: who may know what everybody may know, and nothing else. */
export const OUTSIDER = -1;

/** What a card in a view may hold beside attributes. */
export const OWN_KEYS = new Set(["card", "id", "look", "number", "figures", "face", "shown_to", "unseen", "gained"]);
const keyOfAttribute = (name) => (OWN_KEYS.has(name) ? `${name}_` : name);

/** An owner in brackets, by its index. */
export function keyOfOwner(machine, of, owner) {
  if (of?.is === "Player") return `[${owner + 1}]`;
  if (of?.is === "Member") return `[${machine.values.names[of.enum][owner]}]`;
  return of?.is === "Number" ? `[${of.low + owner}]` : "";
}

/** The name of something of an owner in a view, and the player (from 1) under whom it stands there, 0 for none. */
export function placeOfOwner(machine, name, of, owner) {
  return of?.is === "Player" ? [name, owner + 1] : [name + keyOfOwner(machine, of, owner), 0];
}

/** The zones by number: their names in a view, and their players (from 1), 0 for the table. */
export function zonePlaces(machine) {
  return machine.about.zones.map(({ name, owner, second }) => {
    const { per, second: of } = machine.about.zone_forms[name];
    const [shown, player] = placeOfOwner(machine, name, per, owner);
    return [shown + keyOfOwner(machine, of, second), player];
  });
}

// -- what there is to show

const things = (machine) => ({
  zones: machine.about.zones.map((zone, number) => ({ number, owner: zone.owner, form: machine.about.zone_forms[zone.name], place: machine.derive(zonePlaces)[number] })),
  variables: machine.about.variables
    .filter((variable) => variable.declared)
    .flatMap((variable) => Array.from({ length: variable.owners }, (_, owner) => ({ variable, owner, place: placeOfOwner(machine, variable.name, variable.of, owner) }))),
});

// What a view for a seat shows, in its order. `others` says of each whether it belongs to a player other than the seat's.
function shownTo(machine, seat) {
  const { zones, variables } = machine.derive(things);
  const shown = zones.map((zone) => ({ ...zone, section: "zones", others: zone.form.per?.is === "Player" && seat !== null && seat !== zone.owner }));
  for (const each of variables) {
    const { seen_by, of } = each.variable;
    const mine = of?.is === "Player" && each.owner === seat;
    if (seat === null || seen_by === "everyone" || (seen_by === "owner" && mine))
      shown.push({ ...each, section: "variables", others: of?.is === "Player" && !mine && seat !== null });
  }
  return shown;
}

const shownBySeat = () => new Map();

function shownToSeat(machine, seat) {
  const bySeat = machine.derive(shownBySeat);
  if (!bySeat.has(seat)) bySeat.set(seat, shownTo(machine, seat));
  return bySeat.get(seat);
}

/** The table as a seat (from 0) sees it; with OUTSIDER as somebody without a seat does, with null all of it. */
export function viewOf(game, seat) {
  const { machine, clock } = game;
  const { n, about } = machine;
  const round = clock[n.ROUND_NUMBER];
  const shown = {
    round,
    phase: round ? about.phases[clock[n.PHASE_NUMBER]].name : "setup",
    turn: clock[n.ON_TURN] + 1,
    finished: clock[n.FINISHED] !== 0,
    zones: {},
    variables: {},
    players: Object.fromEntries(Array.from({ length: machine.players }, (_, player) => [player + 1, {}])),
  };
  const list = shownToSeat(machine, seat);
  const values = new Map();
  const figures = new SeenFigures(game, seat);
  const then = game.atPhaseStart;
  if (then !== game) {
    const table = new Table(then, seat, figures, false);
    for (const thing of list) if (thing.others) values.set(thing, table.value(thing));
  }
  const table = new Table(game, seat, figures);
  for (const thing of list) {
    const [name, player] = thing.place;
    (player ? shown.players[player] : shown[thing.section])[name] = values.has(thing) ? values.get(thing) : table.value(thing);
  }
  figures.addToView(shown);
  figures.finish();
  return shown;
}

/** The cards that a seat doesn't see, in zones with an order: their places by number. Of others none while all play at
 * once. */
export function unseenPlaces(game, seat) {
  const { machine } = game;
  const table = new Table(game, seat, null);
  const places = new Map();
  for (const { number, form, place, others } of shownToSeat(machine, seat)) {
    if (number === undefined || (others && game.isSimultaneous) || form.order === "loose") continue;
    table.cardsIn(number).forEach((card, index) => {
      if (!((table.sights[card] >> seat) & 1)) places.set(card, { card: [...place, index] });
    });
  }
  return places;
}

// -- reading the table

// By card: the attributes that may change, with the word and the value that each has before the setup.
function blankAttributes(machine) {
  machine.load(machine.start);
  const words = machine.memory.attributes.slice();
  return machine.about.cards.map(({ kind }, card) =>
    machine.about.attributes
      .filter((attribute) => attribute.kind === kind)
      .map((attribute) => {
        const index = attribute.plus + card;
        return { ...attribute, index, word: words[index], blank: JSON.stringify(machine.values.read(words[index], attribute.type)) };
      }),
  );
}

// What cards are called before anything has happened to them, so that their names tell nothing that has happened out of
// sight; undefined for one that has no name then.
function firstNames(machine) {
  return machine.about.cards.map((_, card) => {
    machine.load(machine.start);
    try {
      return machine.values.textOf("write_card", card, null);
    } catch {
      return undefined;
    }
  });
}

class Table {
  constructor(game, seat, figures, now = true) {
    const { machine } = game;
    const remembers = seat !== null && seat !== OUTSIDER;
    const names = remembers ? machine.derive(firstNames) : [];
    this.blank = machine.derive(blankAttributes);
    this.game = game;
    this.machine = machine;
    this.seat = seat;
    this.figures = figures;
    this.seats = seat === null ? null : seat === OUTSIDER ? machine.outsiders : 1 << seat;
    game.load();
    const { memory } = machine;
    for (const region of ["first_in_zone", "next_in_zone", "face_of", "shown_to", "variables", "attributes"])
      this[region] = memory[region].slice();
    this.gained = gainedBy(machine);
    this.nameByCard = new Map(); // what the cards are called that the seat doesn't see, but knows to lie there
    if (seat === null) return;
    machine.ask("write_sights");
    this.sights = memory.sights.slice();
    if (!remembers) return;
    game.load();
    machine.ask("write_knowledge", seat, Number(now));
    memory.sights.forEach((knows, card) => {
      if (((knows & ~this.sights[card]) >> seat) & 1 && names[card] !== undefined) this.nameByCard.set(card, names[card]);
    });
  }

  // The cards of a zone, the top one first, as they lay when this was made.
  cardsIn(zone) {
    return this.machine.cardsIn(zone, this);
  }

  value({ number, variable, owner, form }) {
    const { values } = this.machine;
    if (number === undefined) return values.plain(values.read(this.variables[variable.first + owner], variable.type), variable.type, this.seats);
    return this.cardsIn(number).map((card) => (this.sees(card, form) ? this.card(card, number) : this.marks(card)));
  }

  sees(card, form) {
    if (this.seat === null) return true;
    if (this.seat !== OUTSIDER) return (this.sights[card] >> this.seat) & 1;
    if (this.sights[card] !== this.machine.everyone) return false;
    return this.machine.players > 1 || (this.face_of[card] ? form.seen_down_by : form.seen_by) === "everyone";
  }

  // A card as one sees it who doesn't see which card it is.
  marks(card) {
    const marks = this.changes(card, (attribute) => attribute.is_mark);
    if (this.nameByCard.has(card)) return { card: this.nameByCard.get(card), id: card, look: this.machine.about.looks[card], unseen: true, ...marks };
    return Object.keys(marks).length ? { card: null, ...marks } : null;
  }

  // Those of the attributes of a card that have changed.
  changes(card, which) {
    const { values } = this.machine;
    const changed = {};
    for (const attribute of this.blank[card]) {
      if (!which(attribute) || (this.attributes[attribute.index] === attribute.word && !isOnHeap(attribute.type))) continue;
      const value = values.read(this.attributes[attribute.index], attribute.type);
      if (JSON.stringify(value) !== attribute.blank)
        changed[keyOfAttribute(attribute.name)] = values.plain(value, attribute.type, this.seats);
    }
    return changed;
  }

  // A card as one sees it who sees it.
  card(card, zone) {
    const { machine, game } = this;
    const data = { card: machine.values.textOf("write_card", card, null), id: card, look: machine.about.looks[card] };
    const face = this.face_of[card];
    if (face !== machine.memory.usual_face[zone]) data.face = ["up", "down"][face];
    const shown = this.shown_to[card] && this.shown_to[card] & ~machine.ask("open_to", card);
    if (shown) data.shown_to = Array.from({ length: machine.players }, (_, seat) => seat + 1).filter((seat) => (shown >> (seat - 1)) & 1);
    Object.assign(data, this.changes(card, (attribute) => !attribute.is_combined));
    if (this.gained.has(card)) {
      const powers = this.gained.get(card).map((power) => machine.about.powers[power]);
      data.gained = powers.map(({ title, text }) => `${title}: ${text}`.replace(/[: ]+$/, ""));
    }
    this.figures?.addToCard(data, card, game);
    return data;
  }
}

const isOnHeap = (type) => ["ListOf", "Zone", "SetOf", "Happening"].includes(type.is === "Optional" ? type.of.is : type.is);

// By card: the definitions of the powers that it has gained.
function gainedBy(machine) {
  const { gained_card, gained_power } = machine.memory;
  const powers = new Map();
  for (let i = 0; i < machine.get("gained_count"); i++)
    powers.set(gained_card[i], [...(powers.get(gained_card[i]) ?? []), gained_power[i]]);
  return powers;
}

// -- figures: values that a table shows and that rules don't keep

// All figures but those of cards, in the order of content and of their owners.
function ownedFigures(machine) {
  return machine.about.figures.flatMap((figure, number) => {
    const { of } = figure;
    if (of?.is === "Card") return [];
    const each = { figure, number, key: "", player: null };
    if (of?.is === "Player") return Array.from({ length: machine.players }, (_, player) => ({ ...each, owner: player, player }));
    if (of?.is === "Member") return machine.values.names[of.enum].map((member, owner) => ({ ...each, owner, key: `[${member}]` }));
    if (of?.is === "Number")
      return Array.from({ length: of.high - of.low + 1 }, (_, i) => ({ ...each, owner: of.low + i, key: `[${of.low + i}]` }));
    return [{ ...each, owner: 0 }];
  });
}

// By kind: the figures of its cards.
function figuresOfCards(machine) {
  const figures = machine.about.figures.map((figure, number) => ({ figure, number }));
  const ofCards = figures.filter(({ figure }) => figure.of?.is === "Card");
  return Object.fromEntries(machine.about.kinds.map((kind) => [kind, ofCards.filter(({ figure }) => figure.of.kinds.includes(kind))]));
}

// The figures that a seat sees in a game; with null those that one sees who sees everything.
class SeenFigures {
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
    this.hasSeat = seat !== null && seat !== OUTSIDER;
    this.waits = seat !== null && game.isSimultaneous;
    this.waiting = [];
  }

  addToCard(data, card, game) {
    const { machine } = game;
    const ofKind = machine.derive(figuresOfCards)[machine.about.cards[card].kind];
    const figures = ofKind.filter(({ figure }) => this.hasSeat || !figure.uses_me);
    if (!figures.length) return;
    const values = {};
    for (const each of figures) {
      const { name, attribute, is_own } = each.figure;
      const place = attribute === null ? [values, name] : [data, keyOfAttribute(attribute)];
      this.put(...place, { ...each, owner: card }, game.moment !== this.game.moment || is_own);
    }
    if (Object.keys(values).length) data.figures = values;
  }

  addToView(shown) {
    for (const each of this.game.machine.derive(ownedFigures)) {
      const { figure, key, player } = each;
      if (figure.uses_me && !this.hasSeat) continue;
      const mine = player !== null && player === this.seat;
      if (figure.seen_by === "owner" && this.seat !== null && !mine) continue;
      const place = player === null ? shown.variables : shown.players[player + 1];
      this.put(place, figure.name + key, each, figure.is_own && (mine || player === null));
    }
  }

  // Add a value, or, unless it may be read at once, note where it belongs.
  put(place, name, figure, atOnce) {
    place[name] = null;
    if (atOnce || !this.waits) this.read(place, name, figure);
    else this.waiting.push([place, name, figure]);
  }

  // Add what was left to be read where the phase began.
  finish() {
    if (this.waiting.length) this.game.atPhaseStart.load();
    for (const waiting of this.waiting) this.read(...waiting);
  }

  // Add a value, unless it is that of an attribute that comes to what it starts with.
  read(place, name, each) {
    place[name] = this.value(each);
    const { figure, owner } = each;
    if (figure.attribute === null) return;
    const start = this.game.machine.about.cards[owner].starts[figure.attribute];
    if (JSON.stringify(place[name]) === JSON.stringify(start)) delete place[name];
  }

  value({ figure, number, owner }) {
    const { machine } = this.game;
    const me = figure.uses_me && this.seat !== null ? this.seat : 0;
    const word = machine.ask("value_of_figure", number, owner, me);
    return machine.values.plain(machine.values.read(word, figure.type), figure.type);
  }
}

/** The titles of attributes and their types, by kind and by the key that a card in a view has for them. */
export function attributesByKind(machine) {
  const byKind = Object.fromEntries(machine.about.kinds.map((kind) => [kind, {}]));
  for (const { kind, name, type } of machine.about.attributes) byKind[kind][keyOfAttribute(name)] = { title: titleOf(name), type };
  for (const { attribute, of, type } of machine.about.figures.filter((figure) => figure.attribute !== null))
    for (const kind of of.kinds) byKind[kind][keyOfAttribute(attribute)] = { title: titleOf(attribute), type };
  return byKind;
}
