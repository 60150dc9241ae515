// What moved between two views: cards are matched by how they look, never by who they are.

/** Whether one sees which card it is: of others there are at most marks to be seen. */
export const isSeen = (card) => card !== null && card.look !== null;

/** How a card looks, as one text; a card that nobody here sees is "unseen". */
export function appearance(card) {
  return isSeen(card) ? `${card.look} ${card.card ?? ""} ${card.face ?? ""}` : "unseen";
}

/** All places of a view that hold cards: {zone, player, cards}, in the order of the view. */
export function zonesOf(view) {
  const zones = [];
  const add = (things, player) => {
    for (const [zone, cards] of Object.entries(things)) {
      if (Array.isArray(cards) && cards.every((card) => card === null || card?.look !== undefined)) {
        zones.push({ zone, player, cards });
      }
    }
  };
  add(view.zones, 0);
  for (const [player, things] of Object.entries(view.players)) add(things, Number(player));
  return zones;
}

/**
 * The moves that lead from one view to another: {from, to, turned}, where `from` and `to` are places
 * {zone, player, index}, and null where a card came from nowhere or went out of sight. A card that stays in its zone
 * is matched there first; then one that looks the same elsewhere; then one that was or became unseen.
 */
export function movesBetween(earlier, later) {
  const before = new Map(zonesOf(earlier).map((each) => [`${each.zone} ${each.player}`, each]));
  const stays = [];
  const gone = [];
  const come = [];
  for (const { zone, player, cards } of zonesOf(later)) {
    const key = `${zone} ${player}`;
    const old = (before.get(key)?.cards ?? []).map((card, index) => ({ card, place: { zone, player, index } }));
    before.delete(key);
    cards.forEach((card, index) => {
      const place = { zone, player, index };
      const same = old.findIndex((each) => appearance(each.card) === appearance(card));
      if (same < 0) come.push({ card, place });
      else stays.push({ from: old.splice(same, 1)[0].place, to: place, turned: false });
    });
    gone.push(...old);
  }
  for (const { zone, player, cards } of before.values()) {
    cards.forEach((card, index) => gone.push({ card, place: { zone, player, index } }));
  }
  return [...stays, ...travels(gone, come)];
}

function travels(gone, come) {
  const moves = [];
  const take = (fits, turned) => {
    for (const arrival of [...come]) {
      const at = gone.findIndex((each) => fits(each, arrival));
      if (at < 0) continue;
      moves.push({ from: gone.splice(at, 1)[0].place, to: arrival.place, turned });
      come.splice(come.indexOf(arrival), 1);
    }
  };
  const elsewhere = (one, other) => one.place.zone !== other.place.zone || one.place.player !== other.place.player;
  take((one, other) => appearance(one.card) === appearance(other.card), false);
  take((one, other) => isSeen(one.card) && isSeen(other.card) && one.card.look === other.card.look, true);
  take((one, other) => !isSeen(one.card) && elsewhere(one, other), true);
  take((one, other) => !isSeen(other.card) && elsewhere(one, other), true);
  moves.push(...come.map(({ place }) => ({ from: null, to: place, turned: false })));
  moves.push(...gone.map(({ place }) => ({ from: place, to: null, turned: false })));
  return moves;
}

/** The keys of all values that differ between two views: "player/name", with 0 for the table's. */
export function changedValues(earlier, later) {
  const changed = new Set();
  const compare = (before, after, player) => {
    for (const [name, value] of Object.entries(after)) {
      if (before && name in before && JSON.stringify(before[name]) !== JSON.stringify(value)) changed.add(`${player}/${name}`);
    }
  };
  compare(earlier.variables, later.variables, 0);
  for (const [player, things] of Object.entries(later.players)) compare(earlier.players[player], things, player);
  return changed;
}
