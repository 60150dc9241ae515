// What has changed since somebody chose last, or looked away: found in what they see alone.
import { changedValues, isSeen, movesBetween, zonesOf } from "../moves.js";

/** The name of a place, as elements of cards bear it. */
export const placeName = ({ zone, player, index }) => `${zone} ${player} ${index}`;

/**
 * What is new in the view `now` beside the view `then`, for `seat`: {cards, values}. `cards` gives by place whose zone a
 * card came from, null where that isn't known or nobody's; `values` by "player/key" what it was. What one has moved
 * oneself is no news, nor are the cards of a zone in which all are new.
 */
export function marksSince(then, now, seat) {
  const zones = new Map(zonesOf(now).map(({ zone, player, cards }) => [`${zone} ${player}`, cards]));
  const come = movesBetween(then, now).filter(({ from, to }) => to && isElsewhere(from, to));
  const news = come.filter(({ to }) => isSeen(zones.get(`${to.zone} ${to.player}`)[to.index]));
  const fresh = new Map();
  for (const { to } of come) fresh.set(`${to.zone} ${to.player}`, (fresh.get(`${to.zone} ${to.player}`) ?? 0) + 1);
  const allNew = ({ to }) => {
    const size = zones.get(`${to.zone} ${to.player}`).length;
    return size > 1 && fresh.get(`${to.zone} ${to.player}`) === size;
  };
  const isOwn = ({ from }) => from !== null && from.player === seat;
  const cards = news
    .filter((move) => !allNew(move) && !isOwn(move))
    .map(({ from, to }) => [placeName(to), from && from.player !== to.player && from.player > 0 ? from.player : null]);
  const values = [...changedValues(then, now)].filter((id) => !isCards(valueOf(now, id)));
  return { cards: new Map(cards), values: new Map(values.map((id) => [id, valueOf(then, id)])) };
}

const isElsewhere = (from, to) => from === null || from.zone !== to.zone || from.player !== to.player;
const isCards = (value) => Array.isArray(value);

function valueOf(view, id) {
  const at = id.indexOf("/");
  const [player, key] = [Number(id.slice(0, at)), id.slice(at + 1)];
  return (player ? view.players[player] : view.variables)?.[key];
}

/** How many choices a log tells of that somebody at a seat has made. */
export const choicesOf = (log, seat) => log.filter(({ player, sort }) => player === seat && sort === "choice").length;
