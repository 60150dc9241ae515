// What a seat is offered, as data for a page: its decisions, with options in the order in which the table shows what they
// are about. And why nothing is offered about a thing.

import { keyOf, TablePlaces, thingsIn, touched, wordsInFrame } from "./things.js";
import { viewData } from "./view_data.js";
import { viewOf, zonePlaces } from "./view.js";

/**
 * A decision as data, and the indices of its options in the order in which they stand there. `view` is the data of the
 * view of its player, in which the cards that are seen have the places `seen`, by number.
 */
export function offer(game, place, view, seen) {
  const { machine } = game;
  const decision = game.decisions[place];
  const options = sortedOptions(game, decision, new TablePlaces(game, decision, seen, view));
  const chosen = options.map(({ about, chosenCount }) => about.slice(0, chosenCount));
  const labels = options.map(({ option }) => game.label(place, option, 1 << decision.player));
  const distinct = distinctLabels(labels, chosen, view, machine.about.table, decision.player + 1);
  const data = {
    player: decision.player + 1,
    prompt: decision.form.title,
    payment: paymentOf(game, decision),
    options: options.map((each, i) => optionData(decision, each, distinct[i])),
  };
  return [data, options.map(({ option }) => option)];
}

function optionData(decision, { option, about, to }, label) {
  const { types, declines, ends, gain, confirm } = decision.branch(option);
  const button = !types.length || declines || gain;
  return { label, about, to, declines, group: decision.rows[option][0], button, ends, gain, confirm };
}

// How far the player has come with a cost that is paid piece by piece; null for any other decision.
function paymentOf(game, decision) {
  const form = decision.form.payment;
  if (!form) return null;
  const machine = game.load();
  const words = wordsInFrame(machine, decision);
  const [cost, missing] = [form.cost, form.missing].map((place) => machine.values.read(words[place], form.type));
  if (form.type.is !== "ListOf") return { ...amounts(cost, missing), resources: [] };
  const counts = (of) => [cost, missing].map((units) => units.filter((unit) => unit === of).length);
  const resources = unique(cost).map((of) => ({ of: thingsIn(machine, of, form.type.of)[0], ...amounts(...counts(of)) }));
  return { ...amounts(cost.length, missing.length), resources };
}

const amounts = (cost, missing) => ({ cost, paid: cost - missing, missing });
const unique = (items) => [...new Set(items)];

// -- order: those that begin alike together, in the content's order, and among these in the order of the cards on the
// table; then those about nothing; last those that decline

function sortedOptions(game, decision, places) {
  const { table } = game.about;
  const ranks = new Map([...places.seen.values()].map((thing, rank) => [keyOf(thing), rank]));
  const options = [...decision.rows.keys()].map((option) => {
    const { types, declines } = decision.branch(option);
    const about = touched(game, decision, option, places);
    const keys = about.about.slice(0, about.chosenCount).flatMap((thing) => rankOf(thing, ranks, table));
    return { option, ...about, key: [Number(declines), Number(!types.length), decision.rows[option][0], ...keys] };
  });
  return options.sort((a, b) => compared(a.key, b.key));
}

function rankOf(thing, ranks, table) {
  if (thing.card) return [0, ranks.get(keyOf(thing)) ?? ranks.size + thing.card[2]];
  if (thing.player) return [1, thing.player];
  if (thing.member) return [2, Object.keys(table.members[thing.member[0]]).indexOf(thing.member[1])];
  return [3, thing.number];
}

function compared(one, other) {
  for (let i = 0; i < Math.min(one.length, other.length); i++) if (one[i] !== other[i]) return one[i] - other[i];
  return one.length - other.length;
}

// -- words: options that would read the same are told apart by what is different on their cards, by where these lie, by
// what else the options are about

function distinctLabels(labels, about, view, table, seat) {
  const distinct = [...labels];
  const same = new Map();
  labels.forEach((label, place) => same.set(label, [...(same.get(label) ?? []), place]));
  const words = new Differences(view, table, seat);
  for (const [label, places] of same) {
    if (places.length === 1) continue;
    const more = differences(places.map((place) => about[place]), [words.changes, words.zones, words.others, words.places].map((tell) => tell.bind(words)));
    places.forEach((place, i) => (distinct[place] = `${label} (${more[i]})`));
  }
  return distinct;
}

const countOf = (descriptions) => new Set(descriptions.map(keyOf)).size;

// For each of some options what tells it from the others: as few ways as are needed.
function differences(things, ways) {
  let descriptions = things.map(() => []);
  for (const tell of ways) {
    if (countOf(descriptions) === descriptions.length) break;
    const more = descriptions.map((before, i) => [...before, tell(things[i])]);
    if (countOf(more) > countOf(descriptions)) descriptions = more;
  }
  const texts = descriptions.map((parts) => parts.filter(Boolean).join(", "));
  const numbers = new Map();
  for (const [place, text] of texts.entries())
    if (!text || texts.filter((other) => other === text).length > 1) {
      numbers.set(text, (numbers.get(text) ?? 0) + 1);
      texts[place] = text ? `${text}, ${numbers.get(text)}` : `number ${place + 1}`;
    }
  return texts;
}

// Says of the things that an option is about what may be different.
class Differences {
  constructor(view, table, seat) {
    this.view = view;
    this.table = table;
    this.seat = seat;
  }

  changes(things) {
    const texts = things.filter(({ card }) => card).map(({ card }) => this.changed(card));
    return texts.filter(Boolean).join(", ") || (texts.length ? "unchanged" : "");
  }

  changed([zone, player, index]) {
    const card = (player ? this.view.players[player] : this.view.zones)[zone][index];
    if (card === null) return "";
    const texts = Object.entries(card.changed ?? {}).map(([title, value]) => `${title} ${value}`);
    return [...texts, ...("face" in card ? [`face ${card.face}`] : []), ...(card.gained ?? [])].join(", ");
  }

  zones(things) {
    return [...new Set(things.filter(({ card }) => card).map(({ card }) => this.zone(card)))].join(", ");
  }

  zone([name, player]) {
    const [base, ...rest] = name.split("[");
    const owner = rest.join("[").replaceAll("][", " ").replace(/\]+$/, "").replaceAll("_", " ");
    const title = `${this.table.zones[base].title} ${owner}`.trim();
    return [0, this.seat].includes(player) ? title : `player ${player}'s ${title}`;
  }

  others(things) {
    return things.filter(({ card }) => !card).map((thing) => this.other(thing)).join(", ");
  }

  other({ player, member, number }) {
    if (player) return `player ${player}`;
    if (member) return this.table.members[member[0]][member[1]].title;
    return number === undefined ? "" : String(number);
  }

  places(things) {
    return things.filter(({ card }) => card).map(({ card }) => `card ${card[2] + 1}`).join(", ");
  }
}

// -- why nothing can be done with a thing that a player points at, in the words that content has for the condition that
// fails. Of all that a decision might offer, the machine judges what the player sees, and nothing else.

/**
 * Why the player of a seat (from 1) can do nothing now with a thing of their view, as options are about it: `{"card":
 * ["hand", 1, 0]}`, `{"zone": ["deck", 0]}`, `{"player": 2}`, `{"member": ["colour", "red"]}`, `{"number": 5}`. Null
 * where there are no words for that, or where it may depend on what the player doesn't see: then it can't be done now,
 * and there is nothing else to say. Only for what no option is about.
 */
export function reasonFor(game, seat, thing) {
  const decision = game.decisions.find(({ player }) => player === seat - 1);
  if (!decision || game.isSimultaneous) return null;
  const { machine } = game;
  const meant = meantBy(game, seat, thing);
  if (!meant || !game.load().ask("write_reason", decision.stack, ...meant)) return null;
  return machine.words.read(machine.tokensWritten(), 1 << (seat - 1))[0];
}

// The kind and the value by which the machine knows a thing; null for what it knows nothing of.
function meantBy(game, seat, { card, zone, player, member, number }) {
  const { machine } = game;
  const { n, values } = machine;
  if (card) {
    const [, places] = viewData(machine, viewOf(game, seat - 1), seat);
    const seen = [...places].find(([, place]) => keyOf(place.card) === keyOf(card));
    if (seen) return [n.THING_CARD, seen[0]];
    return card[2] === 0 ? meantBy(game, seat, { zone: card.slice(0, 2) }) : null;
  }
  if (zone) {
    const place = machine.derive(zonePlaces).findIndex((each) => keyOf(each) === keyOf(zone));
    return place < 0 ? null : [n.THING_ZONE, place];
  }
  if (player) return [n.THING_PLAYER, player - 1];
  if (member) {
    const [name, value] = member;
    const enums = Object.keys(values.names);
    return values.names[name]?.includes(value) ? [n.THING_MEMBER + enums.indexOf(name), values.names[name].indexOf(value)] : null;
  }
  return Number.isInteger(number) ? [n.THING_NUMBER, number] : null;
}
