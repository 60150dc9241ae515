// Why nothing can be done with a thing that a player points at, in the words that content has for the condition that
// fails. Of all that a decision might offer, the machine judges what the player sees, and nothing else.

import { viewData } from "./view_data.js";
import { keyOf } from "./things.js";
import { viewOf, zonePlaces } from "./view.js";

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
  return machine.words.read(machine.told(), 1 << (seat - 1))[0];
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
