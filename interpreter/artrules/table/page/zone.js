// A zone on the table: a pile, a fan, a row or a grid of cards, with its name and how many there are.
import { Card } from "./card.js";
import { cardKey } from "./choices.js";
import { html } from "./html.js";
import { litKey, mustUnfold, slotsOf } from "./slots.js";

/**
 * A zone. `name` is its name in the view; `player` is its owner, 0 for the table's. `table` is what all parts of a
 * table share (see table.js). `titled` is whether its title is to be seen, as it is read in any case.
 */
export function Zone({ name, player, cards, described, table, titled = true, cascade = false }) {
  const look = (card) => (card ? table.description.looks[card.look] : null);
  const id = `${name} ${player}`;
  const pile = described.as === "pile";
  const isOffered = (index) => table.anyLit.has(cardKey(name, player, index));
  const hidden = cards.length > 0 && cards.every((card, index) => card === null && !isOffered(index));
  const forced = pile && mustUnfold(cards, name, player, table.lit);
  const unfolded = forced || table.unfolded.has(id);
  const folded = described.shown === "folded";
  const opened = !folded || unfolded || cards.some((_, index) => table.lit.has(cardKey(name, player, index)));
  const as = hidden ? "pile" : described.as;
  const slots = slotsOf(cards, as, unfolded, isOffered);
  const lit = slots.map((slot) => litKey(slot, name, player, cards, described.order, table.lit));
  const keyOfSlot = (at) => lit[at] ?? litKey(slots[at], name, player, cards, described.order, table.anyLit);
  const first = Math.max(0, lit.findIndex((key) => key !== null));
  const seen = cards.filter((card) => card !== null).length;
  const shape = as === "pile" && unfolded && !hidden ? "grid" : as;
  const classes = ["zone", `as-${shape}`];
  if (cascade && shape !== "pile" && slots.length > 1) classes.push("cascade", slots.length > 3 ? "tall" : "short");
  if (widthOf(slots, look) > (as === "fan" ? 8 : 7)) classes.push("many");
  if (lit.some((key) => key !== null)) classes.push("has-lit");
  const title = described.title;
  if (folded && !opened) {
    return html`<div class="zone folded" data-zone=${name} data-owner=${player}>
      <button type="button" class="fold" aria-expanded="false" onClick=${() => table.unfold(id)}>
        <span class="zone-title">${title}</span> <b>${cards.length}</b>
      </button>
    </div>`;
  }
  return html`<div
    class=${classes.join(" ")}
    role="group"
    aria-label=${`${title}, ${cards.length} ${cards.length === 1 ? "card" : "cards"}`}
    data-zone=${name}
    data-owner=${player}
  >
    <div class=${titled || pile || hidden ? "caption" : "caption off"}>
      <span class=${titled ? "zone-title" : "off"}>${title}</span>
      ${cards.length > 1 && html`<span class="zone-count">${titled ? `· ${cards.length}` : `${cards.length} cards`}</span>`}
      ${((pile && !hidden && seen > 1) || folded) && !forced && html`<button
        type="button"
        class="link"
        aria-expanded=${String(unfolded)}
        aria-label=${`${unfolded ? "fold" : "see all cards of"} ${title}`}
        onClick=${() => table.unfold(id)}
      >${unfolded ? "fold" : "see all"}</button>`}
    </div>
    <div class="cards">
      ${slots.map((slot, at) => html`<${Card}
        key=${slot.index}
        card=${slot.card}
        look=${look(slot.card)}
        place=${[name, player, slot.index]}
        places=${slot.indices}
        litAs=${lit[at]}
        picked=${lit[at] !== null && table.selected.includes(lit[at])}
        focusable=${at === first}
        counted=${shape !== "pile"}
        onInspect=${(place) => table.inspect({ card: place })}
        onPoint=${(place) => {
          const key = keyOfSlot(at);
          return key === null ? table.inspect({ card: place }) : table.point(key);
        }}
      />`)}
      ${cards.length === 0 && html`<span class="empty">empty</span>`}
    </div>
  </div>`;
}

/** How many cards of usual width the slots of a zone need: one with a text needs a third more. */
function widthOf(slots, look) {
  return slots.reduce((width, { card }) => width + (look(card)?.text ? 4 / 3 : 1), 0);
}
