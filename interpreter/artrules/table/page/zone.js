// A zone on the table: a pile, a fan, a row or a grid of cards, with its name and how many there are.
import { litProperties } from "./act/lit.js";
import { Card } from "./cards/card.js";
import { cardKey, zoneKey } from "./choices.js";
import { html } from "./html.js";
import { CARDS } from "./metrics.js";
import { appearance, isSeen } from "./moves.js";
import { litKey, mustUnfold, slotsOf } from "./slots.js";

const EDGES = { each: 4, most: 5 }; // a stack shows an edge for so many cards, and at most so many

/** How a zone stands where nothing was planned: natural, in the size that the description wants. */
function naturalFit(described, mine) {
  const size = described.size ?? (described.as === "fan" && mine ? "large" : "medium");
  return { as: "cards", size, step: null, down: false, rows: 1, title: "full", text: true };
}

/**
 * A zone. `name` is its name in the view; `player` is its owner, 0 for the table's. `fit` is where it stands by the plan:
 * {as: "cards" | "count", size, step, down, rows, title, text}. `table` is what all parts of a table share (shared.js).
 * `titled` is whether its title is to be seen, as it is read in any case.
 */
export function Zone({ name, player, cards, described, fit: planned, table, titled = true }) {
  const fit = planned ?? naturalFit(described, table.isMine(player));
  const id = `${name} ${player}`;
  const isOffered = (index) => table.anyLit.has(cardKey(name, player, index));
  const hidden = cards.length > 0 && cards.every((card, index) => card === null && !isOffered(index));
  const forced = described.as === "pile" && mustUnfold(cards, name, player, table.lit);
  const unfolded = forced || table.unfolded.has(id);
  const as = hidden ? "pile" : described.as;
  const slots = slotsOf(cards, as, unfolded, isOffered);
  const lit = slots.map((slot) => litKey(slot, name, player, cards, described.order, table.lit));
  const shape = as === "pile" && unfolded && !hidden ? "grid" : as;
  const whole = zoneKey(name, player);
  const key = table.anyLit.has(whole) ? whole : undefined;
  const can = cards.filter((_, index) => table.lit.has(cardKey(name, player, index))).length;
  const folded = described.shown === "folded" && !unfolded && can === 0;
  const title = fit.title === "short" ? (described.short ?? described.title) : described.title;
  const shared = { name, player, table, described, cards, title, keyOfZone: key };
  if (fit.as === "count" || folded) return html`<${CountedZone} ...${shared} can=${can} />`;
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
    ${fit.title !== "none" && html`<${Caption} ...${shared} ...${{ id, titled, hidden, forced, unfolded, shape }} />`}
    <${Cards} ...${shared} ...${{ slots, lit, fit, shape }} />
  </div>`;
}

/** The title of a zone, how many cards it has, and what unfolds a pile. */
function Caption({ title, cards, described, table, keyOfZone, id, titled, hidden, forced, unfolded, shape }) {
  const seen = cards.filter((card) => card !== null).length;
  const unfolds = ((described.as === "pile" && !hidden && seen > 1) || described.shown === "folded") && !forced;
  const counted = cards.length > 1 && !(shape === "pile" && hidden);
  return html`<div class=${titled || unfolds ? "caption" : "caption off"}>
    <span class=${titled ? "zone-title" : "off"} ...${keyOfZone && cards.length ? litProperties(keyOfZone, table) : {}}>${title}</span>
    ${counted && html`<span class="zone-count">${titled ? cards.length : `${cards.length} cards`}</span>`}
    ${unfolds && html`<button
      type="button"
      class="link"
      aria-expanded=${String(unfolded)}
      aria-label=${`${unfolded ? "fold" : "see all cards of"} ${described.title}`}
      onClick=${() => table.unfold(id)}
    >${unfolded ? "fold" : "see all"}</button>`}
  </div>`;
}

/** The cards of a zone where they lie; where there are none, the place for them. */
function Cards({ name, player, table, described, cards, title, keyOfZone, slots, lit, fit, shape }) {
  const first = Math.max(0, lit.findIndex((key) => key !== null));
  const keyOfSlot = (at) => lit[at] ?? litKey(slots[at], name, player, cards, described.order, table.anyLit);
  const keys = keysOf(slots);
  const edges = shape === "pile" ? Math.min(EDGES.most, Math.floor((cards.length - 1) / EDGES.each) + Number(cards.length > 1)) : 0;
  return html`<div class="cards" data-down=${fit.down ? "" : undefined} ...${laidOut(slots.length, fit, edges)}>
    ${slots.map((slot, at) => html`<${Card}
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
    />`)}
    ${cards.length === 0 && html`<${EmptyPlace} ...${{ title, keyOfZone, table }} size=${fit.size} />`}
  </div>`;
}

/** Where cards may come to lie: it can be picked where an option is about the zone. */
function EmptyPlace({ title, keyOfZone, table, size }) {
  const [width, height] = CARDS[size];
  const lit = keyOfZone ? { ...litProperties(keyOfZone, table), "aria-label": `${title}, empty, can be chosen` } : {};
  return html`<span class="empty" style=${{ "--cw": String(width), "--ch": String(height) }} ...${lit}>${size === "slip" ? "" : "empty"}</span>`;
}

/** A zone as its title and the number of its cards; it is lit where some of them can be chosen. */
function CountedZone({ name, player, table, described, cards, title, keyOfZone, can }) {
  const isLit = can > 0 || (keyOfZone !== undefined && table.lit.has(keyOfZone));
  const says = `${described.title}, ${cards.length} ${cards.length === 1 ? "card" : "cards"}${can > 0 ? `, ${can} can be chosen` : ""}`;
  return html`<div class="zone folded" data-zone=${name} data-owner=${player}>
    <button
      type="button"
      class="fold"
      aria-expanded="false"
      aria-label=${says}
      data-key=${keyOfZone}
      data-lit=${isLit ? "" : undefined}
      onClick=${() => (keyOfZone && can === 0 ? table.point(keyOfZone) : table.unfold(`${name} ${player}`))}
    ><span class="zone-title">${title}</span> <b>${cards.length}</b></button>
  </div>`;
}

/**
 * How cards lie: overlapped they are a grid of columns or rows a step apart, and the rest of the last card after them;
 * under the top of a stack lie the edges of others.
 */
function laidOut(count, { step, down, rows, size }, edges) {
  if (edges > 0) return { style: { "--stack": edgesOf(edges) } };
  if (step === null || count < 2) return {};
  const [width, height] = CARDS[size];
  const track = (times) => `repeat(${times}, ${u(step)})`;
  return down
    ? { class: "cards stepped", style: { gridTemplateRows: track(count), paddingBottom: u(Math.max(0, height - step)) } }
    : { class: "cards stepped", style: { gridTemplateColumns: track(Math.ceil(count / rows)), paddingRight: u(Math.max(0, width - step)) } };
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
