// What is lit: elements that are no buttons of their own become things that options are about; which keys the table
// draws is said from data alone.

import { cardKey, keyOf, valueKey, zoneKey } from "../choices.js";
import { describedAs, hasTurn, isShownNow, keyOfOwner, splitKey, thingsOf } from "../things.js";

/** Its properties: it is lit and can be pointed at, by mouse, finger and keys, where an option is about `key`. */
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

// What stands on the table, by the names that options have for it: so it is known which options can be picked there.

/**
 * The keys of all that the table draws for whoever sits there: cards (those of folded zones, too, as these open for an
 * option), zones, players, and of values and the names of columns those of the table and one's own.
 */
export function drawnKeys({ description, state, welcome }) {
  const players = Object.keys(state.view.players).map(Number);
  const keys = new Set(players.map((player) => keyOf({ player })));
  for (const player of [0, ...players]) {
    const near = player === 0 || player === welcome?.seat;
    const onTurn = player === 0 || hasTurn(state, description, player);
    for (const [name, value] of Object.entries(thingsOf(state.view, player))) {
      const described = describedAs(description, splitKey(name).name);
      if (!isShownNow(described, value, onTurn)) continue;
      if (described.sort === "zone") {
        keys.add(zoneKey(name, player));
        value.forEach((_, index) => keys.add(cardKey(name, player, index)));
      } else if (near && described.shown !== "folded") keys.add(valueKey(name, player));
      if (near && splitKey(name).owner !== null) keys.add(keyOfOwner(byOf(description, name), splitKey(name).owner));
    }
  }
  return keys;
}

const byOf = (description, name) => describedAs(description, splitKey(name).name).by ?? null;
