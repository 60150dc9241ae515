// What a seat sees as data for a page, and where that shows each card: without the numbers of cards, and in zones without
// order in the order of looks.

import { bare } from "./values.js";
import { attributesByKind, OWN_KEYS } from "./view.js";

/** The data of a view of a player's seat (from 1), and by number the places of the cards that it sees there. */
export function viewData(machine, seen, seat) {
  const made = machine.derive(makerOf);
  const places = new Map();
  const { round, phase, turn, finished } = seen;
  const zones = made.things(seen.zones, 0, places);
  const variables = made.things(seen.variables, 0, places);
  const players = Object.fromEntries(Object.keys(seen.players).map((player) => [player, null]));
  // A card that is seen where it was when a phase began, and elsewhere now, has the place where it lies now.
  const numbers = Object.keys(players).map(Number).sort((a, b) => (a !== seat) - (b !== seat));
  for (const player of numbers) players[player] = made.things(seen.players[player], player, places);
  return [{ round, phase, turn, finished, zones, variables, players }, places];
}

const makerOf = (machine) => new ViewData(machine);

class ViewData {
  constructor(machine) {
    const { table, variables, figures } = machine.about;
    this.values = machine.values;
    this.table = table;
    this.attributes = machine.derive(attributesByKind);
    this.figures = Object.fromEntries(figures.map((figure) => [figure.name, figure]));
    this.converters = {};
    for (const { name, type } of [...variables, ...figures]) this.converters[name] = this.values.converter(type);
  }

  isLeftOut(name, value) {
    return this.figures[name]?.left_out && (!value || value.length === 0);
  }

  things(things, player, places) {
    const data = {};
    for (const [name, value] of Object.entries(things)) {
      const [base] = name.split("[");
      if (Object.hasOwn(this.table.zones, base)) {
        const zone = this.table.zones[base];
        const cards = zone.order === "loose" ? [...value].sort(inOrder) : value;
        data[name] = cards.map((card) => card && ("id" in card ? this.card(card) : this.marked(card)));
        cards.forEach((card, index) => {
          if (card && "id" in card && !card.unseen && !places.has(card.id)) places.set(card.id, { card: [name, player, index] });
        });
      } else if (!this.isLeftOut(base, value)) {
        const convert = this.converters[base];
        data[name] = convert ? convert(value) : value;
      }
    }
    return data;
  }

  // A card that a seat doesn't see, and on which marks lie.
  marked({ card: _, ...marks }) {
    const changed = {};
    for (const [key, value] of Object.entries(marks)) {
      const { title, type } = Object.values(this.attributes).find((each) => Object.hasOwn(each, key))[key];
      changed[title] = this.values.inWords(value, type);
    }
    return { look: null, card: null, changed };
  }

  // A card that a seat sees or knows.
  card({ look, card, id: _, ...more }) {
    const data = { look, card };
    const changed = {};
    const { kind } = this.table.looks[look];
    for (const [key, value] of Object.entries(more)) {
      const attribute = Object.hasOwn(this.attributes[kind], key) && this.attributes[kind][key];
      if (attribute) changed[attribute.title] = this.values.inWords(value, attribute.type);
      else if (key === "figures") this.addFigures(data, kind, value);
      else if (OWN_KEYS.has(key)) data[key] = value;
    }
    if (Object.keys(changed).length) data.changed = changed;
    return data;
  }

  addFigures(data, kind, all) {
    const described = this.table.kinds[kind];
    const values = Object.fromEntries(Object.entries(all).filter(([name, value]) => !this.isLeftOut(name, value)));
    const shown = Object.entries(described.figures).filter(([name]) => Object.hasOwn(values, name) && values[name] !== null);
    if (shown.length) data.figures = Object.fromEntries(shown.map(([name, title]) => [title, this.figure(name, values[name])]));
    if (described.number !== null && Object.hasOwn(values, described.number)) data.number = values[described.number];
  }

  // Numbers, truth values and players are as everywhere, others in words.
  figure(name, value) {
    const { type } = this.figures[name];
    const convert = this.values.converter(type);
    if (convert && bare(type).is !== "Player") return this.values.inWords(value, type);
    return convert ? convert(value) : value;
  }
}

// Where a card comes in a zone without order: those that are known first, then those with marks.
function inOrder(one, other) {
  const [a, b] = [sortOf(one), sortOf(other)];
  if (a !== b || a === 2) return a - b;
  return (a === 0 && one.look - other.look) || inTurn(textOf(one), textOf(other)) || (a === 0 && one.id - other.id) || 0;
}

const sortOf = (card) => (card === null ? 2 : "id" in card ? 0 : 1);

// A text that is the same for cards that a page shows the same.
function textOf(card) {
  const { id: _, ...more } = card;
  return Object.keys(more).length === 2 && "look" in card ? card.card : JSON.stringify(Object.entries(more));
}

// Texts in the order of their characters' numbers.
function inTurn(one, other) {
  if (one === other) return 0;
  const [a, b] = [[...one], [...other]];
  const place = a.findIndex((character, i) => character !== b[i]);
  if (place < 0) return -1;
  return place >= b.length ? 1 : a[place].codePointAt(0) - b[place].codePointAt(0);
}
