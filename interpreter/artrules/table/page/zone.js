// A zone on the table: a pile, a fan, a row or a grid of cards, with its name and how many there are.
import { litProperties } from "./act/lit.js";
import { Card } from "./cards/card.js";
import { cardKey, zoneKey } from "./choices.js";
import { html } from "./html.js";
import { CARDS } from "./metrics.js";
import { appearance, isSeen } from "./moves.js";
import { litKey, slotsOf } from "./slots.js";

const EDGES = { each: 4, most: 5 }; // a stack shows an edge for so many cards, and at most so many

/**
 * A zone. `name` is its name in the view; `player` is its owner, 0 for the table's. `fit` is where it stands by the plan:
 * {as: "cards" | "count", size, step, line, down, each, title, text, unfolded}. `table` is what all parts of a table share
 * (shared.js).
 */
export function Zone({ name, player, cards, described, fit, table }) {
  const isOffered = (index) => table.anyLit.has(cardKey(name, player, index));
  const hidden = cards.length > 0 && cards.every((card, index) => card === null && !isOffered(index));
  const as = hidden ? "pile" : described.as;
  const slots = slotsOf(cards, as, fit.unfolded, isOffered);
  const lit = slots.map((slot) => litKey(slot, name, player, cards, described.order, table.lit));
  const shape = as === "pile" && fit.unfolded && !hidden ? "grid" : as;
  const whole = zoneKey(name, player);
  const key = table.anyLit.has(whole) ? whole : undefined;
  const can = cards.filter((_, index) => table.lit.has(cardKey(name, player, index))).length;
  const title = fit.title === "short" ? (described.short ?? described.title) : described.title;
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
    <span class="zone-title" ...${keyOfZone && cards.length ? litProperties(keyOfZone, table) : {}}>${title}</span>
    ${cards.length > 1 && !(shape === "pile" && hidden) && html`<span class="zone-count">${cards.length}</span>`}
    ${opens && html`<button type="button" class="link" aria-label=${`see all cards of ${described.title}`} onClick=${() => table.unfold(`${name} ${player}`)}>see all</button>`}
  </div>`;
}

/** The cards of a zone where they lie; where there are none, the place for them. */
function Cards({ name, player, table, described, cards, title, keyOfZone, slots, lit, fit, shape }) {
  const first = Math.max(0, lit.findIndex((key) => key !== null));
  const keyOfSlot = (at) => lit[at] ?? litKey(slots[at], name, player, cards, described.order, table.anyLit);
  const keys = keysOf(slots);
  const edges = shape === "pile" ? Math.min(EDGES.most, Math.floor((cards.length - 1) / EDGES.each) + Number(cards.length > 1)) : 0;
  const cardAt = (slot, at) => html`<${Card}
      key=${keys[at]}
      card=${slot.card}
      place=${[name, player, slot.index]}
      places=${slot.indices}
      litAs=${lit[at]}
      picked=${lit[at] !== null && table.selected.includes(lit[at])}
      focusable=${at === first}
      counted=${shape !== "pile" || !isSeen(slot.card) || fit.title === "none"}
      size=${fit.size}
      text=${fit.text}
      back=${described.back}
      order=${slots.length > 1 ? at + 1 : null}
      table=${table}
      onInspect=${(place) => table.inspect({ card: place })}
      onPoint=${(place) => {
        const key = keyOfSlot(at) ?? keyOfZone ?? null;
        return key === null ? table.inspect({ card: place }) : table.point(key);
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
