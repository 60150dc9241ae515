// What lies in a box: zones as piles, fans, rows and grids of cards, variables and figures.

import { Card } from "./cards/card.js";
import { cardKey, thingOf, valueKey, zoneKey } from "./choices.js";
import { html } from "./html.js";
import { CARDS } from "./metrics.js";
import { appearance, isSeen } from "./motion/moves.js";
import { termsIn } from "./terms.js";
import { isHeld, shortOf, titleOfOwner } from "./things.js";

// How the cards of a zone are laid out: which are shown each, which stand for several.

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The slots of a zone, in order: {card, index, indices}. A fan shows each card, a row puts equal neighbours together,
 * a grid equal cards wherever they lie, a folded pile all cards under its top one. Cards that aren't seen, but are
 * offered by their places, stay apart, and so do equal ones of which each is offered.
 */
export function slotsOf(cards, as, unfolded = false, isOffered = () => false) {
  if (as === "pile" && !unfolded) {
    return cards.length ? [{ card: cards[0], index: 0, indices: cards.map((_, index) => index) }] : [];
  }
  const slots = [];
  cards.forEach((card, index) => {
    const places = as === "row" || as === "column" ? slots.slice(-1) : slots;
    const apart = !isSeen(card) && isOffered(index);
    const same = apart || (as === "fan" && card !== null) ? null : places.find((slot) => alike(slot.card, card) && !slot.apart && !(isOffered(index) && slot.indices.some(isOffered)));
    if (same) same.indices.push(index);
    else slots.push(apart ? { card, index, indices: [index], apart } : { card, index, indices: [index] });
  });
  return slots;
}

/** Whether nothing of a zone is seen or offered: it is a pile then. */
export const isHidden = (cards, isOffered) => cards.length > 0 && cards.every((card, index) => card === null && !isOffered(index));

/**
 * The key that options use for a slot, or null where none is about it. Options name one of several equal cards of a
 * zone without order; picking any of them means that one.
 */
export function litKey(slot, zone, player, cards, order, lit) {
  const own = slot.indices.find((index) => lit.has(cardKey(zone, player, index)));
  if (own !== undefined) return cardKey(zone, player, own);
  if (order !== "loose" || slot.card === null) return null;
  const equal = cards.findIndex((card, index) => alike(card, slot.card) && lit.has(cardKey(zone, player, index)));
  return equal < 0 ? null : cardKey(zone, player, equal);
}

// Elements that are no buttons of their own become things that options are about.

/** The properties of an element: it is lit and can be pointed at, by mouse, finger and keys, where an option is about `key`. */
export function litProperties(key, table) {
  if (!table.lit.has(key)) return { "data-key": key };
  return {
    "data-key": key,
    "data-lit": "",
    role: "button",
    tabindex: 0,
    "aria-pressed": String(table.selected.includes(key)),
    onKeyDown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      table.point(key);
    },
  };
}

// Variables and figures: numbers, scores, money, tracks with their steps, and flags, in words.

/** A value in words: players by their names, members by their titles. */
export function valueInWords(value, table) {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length ? value.map((each) => valueInWords(each, table)).join(", ") : "none";
  if (typeof value !== "object") return String(value);
  if (value.player !== undefined) return table.playerName(value.player);
  if (value.member) return titleOfOwner(table.description, ...value.member);
  return String(value.card ?? "");
}

/**
 * One value with its title. `id` is "player/key", by which a change of it is found and shown. `form` is full or short
 * (with a short title), with the steps of a track; line, without them; or cell, where the title stands elsewhere.
 */
export function Value({ described, value, id, form = "full", table }) {
  const as = described.as;
  const title = form === "full" ? described.title : shortOf(described);
  const [player, ...name] = id.split("/");
  const thing = { ...litProperties(valueKey(name.join("/"), player), table), ...toldOf(described, title, table) };
  if ((value === true && form !== "cell") || isHeld(described, value)) return html`<span class="value tag" data-value=${id} ...${thing}>${title}</span>`;
  if (form !== "line" && form !== "cell" && (as === "track" || described.steps?.length)) return html`<${Track} ...${{ described, value, id, table, title, thing }} />`;
  return html`<span class=${`value ${as}`} data-value=${id} ...${thing}>
    <span class=${form === "cell" ? "off" : "value-title"}>${title}</span> <b>${valueInWords(value, table)}</b>
  </span>`;
}

/** What tells of a thing that stands under a `title`: its whole one, where that is another, and the first word of it that the game explains. */
export const toldOf = (described, title, { description }) => ({
  title: title === described.title ? undefined : described.title,
  "data-term": termsIn([described.title], description.terms)[0],
});

const MANY = 8;

/** The steps of a table that a player looks at, of those in order: all of a short table; of a long one those around a
 * value, from the one before the step that is reached. */
export function stepsNear(steps, value) {
  if (steps.length <= MANY) return steps;
  const above = steps.findIndex(([from]) => from > value);
  const first = Math.max(0, (above < 0 ? steps.length : above) - 2);
  return steps.slice(Math.min(first, steps.length - MANY), Math.min(first, steps.length - MANY) + MANY);
}

/** A number on its track: the steps of its table, with the one that is reached marked, in words too. */
function Track({ described, value, id, table, title, thing }) {
  const steps = stepsNear(described.steps ?? [], value);
  const reached = steps.reduce((last, [from], index) => (from <= value ? index : last), -1);
  return html`<span class="value track" data-value=${id} ...${thing}>
    <span class="value-title">${title}</span> <b>${valueInWords(value, table)}</b>
    ${steps.length > 0 && html`<span class="steps" role="list" aria-label=${`steps of ${title}`}>
      ${described.gives && html`<span class="step-titles" aria-hidden="true"><small>${shortOf(described)}</small><b>${described.gives}</b></span>`}
      ${steps.map(([from, gives], index) => html`<span
        class=${index === reached ? "step reached" : "step"}
        role="listitem"
        key=${from}
        aria-label=${`from ${from}: ${gives}${described.gives ? ` ${described.gives}` : ""}${index === reached ? ", reached" : ""}`}
      ><small>${from}</small><b>${gives}</b></span>`)}
    </span>`}
    ${steps.length === 0 && described.high !== undefined && described.high !== null && html`<meter
      min=${described.low ?? 0}
      max=${described.high}
      value=${value}
      aria-label=${`${title}: ${value} of ${described.high}`}
    />`}
  </span>`;
}

const EDGES = { each: 4, most: 5 }; // a stack shows an edge for so many cards, and at most so many

/**
 * A zone. `name` is its name in the view; `player` is its owner, 0 for the table's. `fit` is where it stands by the plan:
 * {as: "cards" | "count", size, step, line, down, each, title, text, unfolded}. `table` is what all parts of a table share
 * (shared.js).
 */
export function Zone({ name, player, cards, described, fit, table }) {
  const isOffered = (index) => table.anyLit.has(cardKey(name, player, index));
  const hidden = isHidden(cards, isOffered);
  const as = hidden ? "pile" : described.as;
  const slots = slotsOf(cards, as, fit.unfolded, isOffered);
  const lit = slots.map((slot) => litKey(slot, name, player, cards, described.order, table.lit));
  const shape = as === "pile" && fit.unfolded && !hidden ? "grid" : as;
  const whole = zoneKey(name, player);
  const key = table.anyLit.has(whole) ? whole : undefined;
  const can = cards.filter((_, index) => table.lit.has(cardKey(name, player, index))).length;
  const title = fit.title === "short" ? shortOf(described) : described.title;
  const shared = { name, player, table, described, cards, title, keyOfZone: key };
  if (fit.as === "count") return html`<${CountedZone} ...${shared} can=${can} fit=${fit} />`;
  const classes = ["zone", `as-${shape}`];
  if (lit.some((each) => each !== null)) classes.push("has-lit");
  return html`<div
    class=${classes.join(" ")}
    role="group"
    aria-label=${`${described.title}, ${cards.length} ${cards.length === 1 ? "card" : "cards"}`}
    data-zone=${name}
    data-owner=${player}
    data-size=${fit.size}
    data-key=${key}
    data-lit=${key && table.lit.has(key) ? "" : undefined}
  >
    ${fit.title !== "none" && html`<${Caption} ...${shared} ...${{ hidden, fit, shape }} />`}
    <${Cards} ...${shared} ...${{ slots, lit, fit, shape }} />
  </div>`;
}

/** The title of a zone, how many cards it has, and what opens a pile. */
function Caption({ name, player, title, cards, described, table, keyOfZone, hidden, fit, shape }) {
  const opens = described.as === "pile" && !hidden && cards.length > 1 && !fit.unfolded;
  return html`<div class="caption">
    <span class="zone-title" ...${keyOfZone && cards.length ? litProperties(keyOfZone, table) : {}} ...${toldOf(described, title, table)}>${title}</span>
    ${(cards.length > 1 || shape === "pile") && !fit.spots && !(shape === "pile" && hidden) && html`<span class="zone-count">${cards.length}</span>`}
    ${opens && html`<button type="button" class="link" aria-label=${`see all cards of ${described.title}`} onClick=${() => table.unfold(`${name} ${player}`)}>see all</button>`}
  </div>`;
}

/** The cards of a zone where they lie; where there are none, the place for them. */
function Cards({ name, player, table, described, cards, title, keyOfZone, slots, lit, fit, shape }) {
  const first = Math.max(0, lit.findIndex((key) => key !== null));
  const keyOfSlot = (at) => lit[at] ?? litKey(slots[at], name, player, cards, described.order, table.anyLit);
  const keys = keysOf(slots);
  const edges = shape === "pile" ? Math.min(EDGES.most, Math.floor((cards.length - 1) / EDGES.each) + Number(cards.length > 1)) : 0;
  const [width] = CARDS[fit.size];
  const under = Math.max(0, width - fit.step);
  const underAt = (at) => (!fit.down && at < slots.length - 1 && (at + 1) % fit.each ? under : 0); // so much of a card lies under the next one
  const cardAt = (slot, at) => html`<${Card}
      key=${keys[at]}
      card=${slot.card}
      place=${[name, player, slot.index]}
      places=${slot.indices}
      litAs=${lit[at]}
      picked=${lit[at] !== null && table.selected.includes(lit[at]) && slot.indices.some((index) => cardKey(name, player, index) === (table.spots[lit[at]] ?? lit[at]))}
      focusable=${at === first}
      counted=${shape !== "pile" || !isSeen(slot.card) || fit.title === "none"}
      size=${fit.size}
      text=${fit.text || (!fit.down && under < width / 2 && { under: underAt(at) })}
      under=${underAt(at)}
      back=${described.back}
      order=${slots.length > 1 ? at + 1 : null}
      table=${table}
      onInspect=${(place) => table.inspect({ card: place })}
      onPoint=${(place) => {
        const key = keyOfSlot(at) ?? keyOfZone ?? null;
        return key === null ? table.inspect({ card: place }) : table.point(key, thingOf(key).card ? cardKey(...place) : key);
      }}
    />`;
  return html`<div class="cards" data-down=${fit.down ? "" : undefined} ...${laidOut(slots.length, fit, edges)}>
    ${slots.map((slot, at) => (fit.spots?.[at] ? html`<span class="spot" key=${keys[at]} style=${spotOf(fit.spots[at])}>${cardAt(slot, at)}</span>` : cardAt(slot, at)))}
    ${cards.length === 0 && html`<${EmptyPlace} ...${{ title, keyOfZone, table }} size=${fit.size} />`}
  </div>`;
}

/** The place of a card that lies before who played it. */
const spotOf = ([x, y]) => ({ "--x": x, "--y": y });

/** Where cards may come to lie: it can be picked where an option is about the zone. */
function EmptyPlace({ title, keyOfZone, table, size }) {
  const [width, height] = CARDS[size];
  const lit = keyOfZone ? { ...litProperties(keyOfZone, table), "aria-label": `${title}, empty, can be chosen` } : {};
  return html`<span class="empty" style=${{ "--cw": String(width), "--ch": String(height) }} ...${lit}>${size === "slip" ? "" : "empty"}</span>`;
}

/** A zone as its title and the number of its cards; it is lit where some of them can be chosen. */
function CountedZone({ name, player, table, described, cards, title, keyOfZone, can, fit }) {
  const top = cardKey(name, player, 0);
  const only = described.as === "pile" && can === 1 && table.lit.has(top) ? top : can === 0 ? keyOfZone : undefined; // what a click means
  const isLit = can > 0 || (keyOfZone !== undefined && table.lit.has(keyOfZone));
  const says = `${described.title}, ${cards.length} ${cards.length === 1 ? "card" : "cards"}${can > 0 ? `, ${can} can be chosen` : ""}`;
  return html`<div class="zone folded" data-zone=${name} data-owner=${player}>
    <button
      type="button"
      class="fold"
      aria-expanded="false"
      aria-label=${says}
      data-key=${only ?? keyOfZone}
      data-lit=${isLit ? "" : undefined}
      onClick=${() => (only ? table.point(only) : table.unfold(`${name} ${player}`))}
    ><span class=${fit.title === "none" ? "off" : "zone-title"}>${title}</span> <b>${cards.length}</b></button>
  </div>`;
}

/**
 * How cards lie: in columns a step apart and rows a line apart, and the rest of the last card after them; under the top
 * of a stack lie the edges of others.
 */
function laidOut(count, { step, line, down, each, size, spots }, edges) {
  if (edges > 0) return { style: { "--stack": edgesOf(edges) } };
  if (step === null || spots || count < 2) return {};
  const [width, height] = CARDS[size];
  const [columns, rows] = down ? [1, count] : [Math.min(count, each), Math.ceil(count / each)];
  const [across, below] = down ? [width, step] : [step, line];
  return {
    class: "cards stepped",
    style: {
      gridTemplateColumns: `repeat(${columns}, ${u(across)})`,
      gridTemplateRows: `repeat(${rows}, ${u(below)})`,
      paddingRight: u(Math.max(0, width - across)),
      paddingBottom: u(Math.max(0, height - below)),
    },
  };
}

const u = (length) => `calc(${length} * var(--u))`;

/** The shadows that look like the edges of cards below another. */
function edgesOf(count) {
  const shadows = Array.from({ length: 2 * count }, (_, at) => `${u(0.6 * (at + 1))} ${u(0.6 * (at + 1))} 0 0 ${at % 2 ? "#a89f8d" : "var(--stock)"}`);
  return shadows.join(", ");
}

/** Keys by which the elements of cards stay the same when others come and go: how they look, and which of that look. */
function keysOf(slots) {
  const counts = new Map();
  return slots.map(({ card }) => {
    const look = appearance(card);
    counts.set(look, (counts.get(look) ?? 0) + 1);
    return `${look}#${counts.get(look)}`;
  });
}
