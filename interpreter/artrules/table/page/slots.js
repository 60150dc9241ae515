// How the cards of a zone are laid out: which are shown each, which stand for several.
import { cardKey } from "./choices.js";
import { isSeen } from "./moves.js";

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
    const places = as === "row" ? slots.slice(-1) : slots;
    const apart = !isSeen(card) && isOffered(index);
    const same = apart || (as === "fan" && card !== null) ? null : places.find((slot) => alike(slot.card, card) && !slot.apart && !(isOffered(index) && slot.indices.some(isOffered)));
    if (same) same.indices.push(index);
    else slots.push(apart ? { card, index, indices: [index], apart } : { card, index, indices: [index] });
  });
  return slots;
}

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
