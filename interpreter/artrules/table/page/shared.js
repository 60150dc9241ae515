// What all parts of a table share.
import { litBy, matching, optionsOf, withChips } from "./choices.js";
import { formsOf, nameOf } from "./names.js";
import { picturesOf } from "./place.js";
import { describedAs, drawnKeys, hasTurn, isHeld, isShownNow, scoreKeys, splitKey } from "./things.js";

/**
 * What all parts of a table share: the description, where everything stands (`frame` of metrics.js; `plan` of plan/,
 * once it is made),
 * what is lit and picked, names, and what happens when somebody points at something. `ui` is what the person has opened
 * and typed, with what changes it (table.js). Where seats belong to nobody here, `seat` is null.
 */
export function sharedBy(store, ui, frame) {
  const { description, state, welcome } = store;
  const inHand = handOf(store);
  const options = withChips(optionsOf(state), drawnKeys(store));
  const scored = new Set(scoreKeys(state.view, description));
  return {
    description,
    seat: welcome?.seat ?? null,
    frame,
    plan: null,
    pictures: picturesOf(welcome?.ruleset),
    opened: ui.opened,
    selected: ui.selected,
    spots: ui.spots,
    lit: litBy(matching(options, ui.selected)),
    anyLit: litBy(options),
    unfolded: ui.unfolded,
    unfold: (id) => (id.startsWith("area ") ? ui.unfold(id) : ui.spotlight(id)),
    spotlight: ui.spotlight,
    point: ui.point,
    choose: ui.choose,
    inspect: ui.inspect,
    isMine: (player) => player === welcome?.seat,
    playerName: (player) => nameOf(welcome, player),
    namesOf: (player) => formsOf(welcome, Object.keys(state.view.players).map(Number), player),
    isShown(key, value, player, described) {
      if (player && (scored.has(key) || (player === handOwner(store) && inHand.includes(key)))) return false;
      if (!player && isHeld(described, value)) return false;
      return isShownNow(described, value, !player || hasTurn(state, description, player));
    },
  };
}

/** Whose hand lies before whoever looks: their own; where nothing is hidden, that of whom the first offer is for. */
export function handOwner({ state, welcome }) {
  return welcome?.seat ?? (welcome?.open ? (state.offers?.[0]?.player ?? null) : null);
}

/** The keys of the zones that lie in the hand of whoever looks: their fans. */
export function handOf(store) {
  const mine = store.state.view.players[handOwner(store)] ?? {};
  return Object.keys(mine).filter((key) => {
    const described = describedAs(store.description, splitKey(key).name);
    return described?.sort === "zone" && described.as === "fan" && described.shown !== "never";
  });
}

/** The players in order of turn, whoever looks first. */
export function seatOrder(players, seat) {
  const at = players.indexOf(seat);
  return at < 0 ? players : [...players.slice(at), ...players.slice(0, at)];
}
