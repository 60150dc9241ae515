// What options are about: cards by their places in a view, players, members, numbers, zones; and the names of options.
// Things are as a page has them: `{"card": ["hand", 1, 0]}`, `{"player": 2}` … (docs/inside/page.md, A state).

import { Fault } from "./machine.js";
import { placeOfOwner, unseenPlaces, zonePlaces } from "./view.js";
import { membersOf } from "./values.js";

/** A text that is the same for the same thing. */
export const keyOf = (thing) => JSON.stringify(thing);

/** Where a view of the player who decides shows things. */
export class TablePlaces {
  // `seen` has the cards that the seat sees, by number; `view` is the data of the view.
  constructor(game, decision, seen, view) {
    this.game = game;
    this.seat = decision.player + 1;
    this.player = decision.player;
    this.seen = seen;
    this.sizes = new Map();
    for (const [player, zones] of [[0, view.zones], ...Object.entries(view.players)])
      for (const [name, value] of Object.entries(zones))
        if (Array.isArray(value)) this.sizes.set(keyOf([name, Number(player)]), value.length);
  }

  get unseen() {
    this.unseenCards ??= unseenPlaces(this.game, this.player);
    return this.unseenCards;
  }

  // Where a card lies, seen or not. Zones of others may be shown as they were, while the card lies elsewhere.
  of(card) {
    const place = this.seen.get(card);
    return place && [0, this.seat].includes(place.card[1]) ? place : (this.unseen.get(card) ?? place);
  }

  // How many cards a zone has; undefined where the view shows no such zone.
  size(zone) {
    return this.sizes.get(keyOf(zone));
  }
}

/** What a value is about, in order. Cards that have no place aren't among them. */
export function thingsIn(machine, value, type, placeOf) {
  const { n, values } = machine;
  const each = (items, of) => items.flatMap((item) => thingsIn(machine, item, of, placeOf));
  const card = (number) => [placeOf(number)].filter(Boolean);
  if (type.is === "Optional") return value === n.NONE || value === null ? [] : thingsIn(machine, value, type.of, placeOf);
  if (type.is === "ListOf") return each(value, type.of);
  if (type.is === "SetOf") return each(membersOf(value, n.WIDE_BITS), type.of);
  if (type.is === "Zone") return value.flatMap(card);
  if (type.is === "Card") return card(value);
  if (type.is === "Power") return card(Math.floor(value / n.SLOTS));
  if (type.is === "Player") return [{ player: value + 1 }];
  if (type.is === "Member") return [{ member: [type.enum, values.names[type.enum][value]] }];
  return type.is === "Number" ? [{ number: value }] : [];
}

/** The words in the frame of a decision, in the position in memory. */
export function wordsInFrame(machine, { stack, number }) {
  const { stack: words, top_of_stack, frame_words } = machine.memory;
  const top = top_of_stack[stack];
  return [...words.subarray(top - frame_words[number], top - 1)];
}

/** What an option is about, and where it moves that: `chosenCount` of the things are chosen with it and stand first. */
export function touched(game, decision, option, places) {
  const { machine } = game;
  const branch = decision.branch(option);
  const [, ...words] = decision.rows[option];
  const chosen = branch.types.map((type, i) => thingsIn(machine, words[i], type, (card) => places.of(card)));
  const about = new Map();
  const add = (thing) => about.has(keyOf(thing)) || about.set(keyOf(thing), thing);
  chosen.flat().forEach(add);
  const chosenCount = about.size;
  if (branch.named.length) {
    const frame = wordsInFrame(game.load(), decision);
    for (const { place, type } of branch.named)
      thingsIn(machine, frame[place], type, (card) => places.seen.get(card)).forEach(add);
  }
  const zone = (place) => zoneOf(machine, place, decision.player, words);
  const top = (pile) => topOf(zone(pile), places);
  for (const pile of branch.tops) if (top(pile)) add(top(pile));
  const source = branch.sources.map(top).find((thing) => thing?.card);
  if (source) add(source);
  const all = [...about.keys()];
  const to = new Map();
  for (const { bound, top: pile, to: target } of branch.moves) {
    const on = zone(target);
    for (const thing of bound === null ? [top(pile)] : chosen[bound])
      if (on && thing?.card && keyOf(thing.card.slice(0, 2)) !== keyOf(on)) {
        const move = { of: all.indexOf(keyOf(thing)), on: { zone: on } };
        to.set(keyOf(move), move);
      }
  }
  const derived = { about: [...about.values()], to: [...to.values()], chosenCount };
  return branch.look ? applyLook(game, decision, option, places, branch.look, derived) : derived;
}

// What content says that an option is about, and where it moves that, given what follows from its code.
function applyLook(game, decision, option, places, look, derived) {
  const things = (all) => all.flatMap((thing) => saidThings(game, decision, option, places, thing));
  const more = things(look.about);
  const about = more.length ? unique([...derived.about.slice(0, derived.chosenCount), ...more]) : derived.about;
  const indices = new Map(about.map((thing, i) => [keyOf(thing), i]));
  const moved = derived.to.filter(({ of }) => indices.has(keyOf(derived.about[of])));
  const to = unique(things(look.to).map((on) => ({ of: null, on })));
  const moves = moved.map(({ of, on }) => ({ of: indices.get(keyOf(derived.about[of])), on }));
  return { ...derived, about, to: to.length ? to : unique(moves) };
}

const unique = (things) => [...new Map(things.map((thing) => [keyOf(thing), thing])).values()];

function saidThings(game, decision, option, places, { variable, zone, owner, second }) {
  const { machine } = game;
  const { variables, look_values } = machine.about;
  const values = [owner, second].map((number) => (number === null ? undefined : foundValue(game, decision, option, number)));
  if (values.includes(null)) return [];
  const index = (value, of) => (value === undefined ? 0 : value - (of?.is === "Number" ? of.low : 0));
  if (variable !== null) {
    const { of } = variables.find(({ name }) => name === variable);
    return [{ value: placeOfOwner(machine, variable, of, index(values[0], of)) }];
  }
  if (zone === null) return thingsIn(machine, values[0], look_values[owner].type, (card) => places.seen.get(card));
  const form = machine.about.zone_forms[zone];
  const place = machine.derive(zonesByOwners).get(keyOf([zone, index(values[0], form.per), index(values[1], form.second)]));
  return place && places.size(place) !== undefined ? [{ zone: place }] : [];
}

// A value that is found out for an option; null where it is none, has no value here, or is absent.
function foundValue(game, decision, option, number) {
  const { type, is_own, is_absent } = game.about.look_values[number];
  if (is_absent) return null;
  const machine = (is_own ? game : game.atPhaseStart).load();
  machine.put(decision.rows[option]);
  try {
    return machine.values.read(machine.ask("value_for_option", number, decision.player), type);
  } catch (problem) {
    if (problem instanceof Fault) return null;
    throw problem;
  }
}

// The top of a pile, or the place where it would be; undefined where the view shows no such pile.
function topOf(zone, places) {
  const size = zone && places.size(zone);
  return size === undefined ? undefined : size ? { card: [...zone, 0] } : { zone };
}

const zonesByOwners = (machine) => {
  const places = machine.derive(zonePlaces);
  return new Map(machine.about.zones.map(({ name, owner, second }, i) => [keyOf([name, owner, second]), places[i]]));
};

// The name of a zone in a view, and its player; undefined where there is none of such owners.
function zoneOf(machine, { zone, owner, second }, player, words) {
  const form = machine.about.zone_forms[zone];
  if (!form) return undefined;
  const index = (whose, of) => {
    if (whose === null) return 0;
    const word = whose.kind === "me" ? player : whose.kind === "bound" ? words[whose.word] : whose.word;
    return whose.kind === "me" ? word : word === machine.n.NONE ? -1 : word - (of?.is === "Number" ? of.low : 0);
  };
  return machine.derive(zonesByOwners).get(keyOf([zone, index(owner, form.per), index(second, form.second)]));
}

// -- the names of options

/** The id of an option, as `Option.id` of artrules has it: the same whenever the same position offers the same option. */
export function idOf(game, place, option) {
  const decision = game.decisions[place];
  const branch = decision.branch(option);
  const [, ...words] = decision.rows[option];
  const machine = game.load();
  const spelled = branch.types.map((type, i) => (holdsCards(type) ? spell(machine, decision.player, option, words[i], type) : asText(machine, words[i], type)));
  return `${decision.player + 1}:${decision.form.site}.${branch.key}(${spelled.join(",")})`;
}

function holdsCards(type) {
  if (type.is === "Optional" || type.is === "ListOf") return holdsCards(type.of);
  return ["Card", "Power", "Zone"].includes(type.is);
}

// A card that the seat can't see is its zone and its index there: its number would reveal which card it is.
function spell(machine, seat, option, value, type) {
  const { n } = machine;
  if (value === n.NONE) return "None";
  if (type.is === "Optional") return spell(machine, seat, option, value, type.of);
  if (type.is === "ListOf") return value.map((item) => spell(machine, seat, option, item, type.of)).join("+");
  if (type.is === "Zone") return value.map((item) => spell(machine, seat, option, item, { is: "Card" })).join("+");
  if (type.is === "Card" && !machine.ask("may_see", seat, value)) {
    const zone = machine.memory.zone_of[value];
    return `@${zone}.${machine.cardsIn(zone).indexOf(value)}`;
  }
  if (type.is !== "Power") return String(value);
  const [card, slot] = [Math.floor(value / n.SLOTS), value % n.SLOTS];
  const isSeen = machine.ask("may_see", seat, card);
  if (slot < n.MOST_POWERS && isSeen) return String(card * n.MOST_POWERS + slot); // as saved games have it
  // A remembered power tells its definition; of one that its card has lost the place of the option tells nothing.
  const index = isSeen ? slot : machine.ask("present", value) % n.SLOTS;
  const isLost = !isSeen && index >= n.MOST_POWERS;
  return `${spell(machine, seat, option, card, { is: "Card" })}.${isLost ? `lost${option}` : index}`;
}

// A value as Python writes it.
function asText(machine, value, type) {
  if (value === machine.n.NONE) return "None";
  if (type.is === "Optional") return asText(machine, value, type.of);
  if (type.is === "Bool") return value ? "True" : "False";
  if (type.is === "SetOf" && Array.isArray(value))
    return String(value.reduce((sum, bits, i) => sum + (BigInt(bits) << BigInt(machine.n.WIDE_BITS * i)), 0n));
  if (type.is !== "ListOf") return String(value);
  const items = value.map((item) => asText(machine, item, type.of));
  return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
}
