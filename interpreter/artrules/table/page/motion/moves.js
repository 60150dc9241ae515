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
 * is matched there first; then those that went elsewhere, each with the likeliest of those that came.
 */
export function movesBetween(earlier, later) {
  const before = new Map(zonesOf(earlier).map((each) => [`${each.zone} ${each.player}`, each]));
  const stays = [];
  const gone = [];
  const come = [];
  for (const { zone, player, cards } of zonesOf(later)) {
    const key = `${zone} ${player}`;
    const placed = (card, index) => ({ card, place: { zone, player, index } });
    const [old, now] = [(before.get(key)?.cards ?? []).map(placed), cards.map(placed)];
    before.delete(key);
    for (const [one, other] of sameIn(old, now)) {
      stays.push({ from: one.place, to: other.place, turned: false });
      old.splice(old.indexOf(one), 1);
      now.splice(now.indexOf(other), 1);
    }
    gone.push(...old);
    come.push(...now);
  }
  for (const { zone, player, cards } of before.values()) {
    cards.forEach((card, index) => gone.push({ card, place: { zone, player, index } }));
  }
  return [...stays, ...travels(gone, come)];
}

/** The pairs of cards of a zone then and now that look the same: in order as far as possible, then the others. */
function sameIn(old, now) {
  const same = (one, other) => appearance(one.card) === appearance(other.card);
  const pairs = inOrder(old, now, same);
  const rest = (list, side) => list.filter((each) => !pairs.some((pair) => pair[side] === each));
  const others = rest(old, 0);
  for (const each of rest(now, 1)) {
    const at = others.findIndex((one) => same(one, each));
    if (at >= 0) pairs.push([others.splice(at, 1)[0], each]);
  }
  return pairs;
}

/** A longest list of pairs that stand in the same order in both lists. */
function inOrder(one, other, same) {
  let start = 0;
  while (start < one.length && start < other.length && same(one[start], other[start])) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && same(one.at(-1 - end), other.at(-1 - end))) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const lengths = Array.from({ length: left.length + 1 }, () => new Array(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = same(left[i], right[j]) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const pairs = one.slice(0, start).map((each, index) => [each, other[index]]);
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (same(left[i], right[j])) pairs.push([left[i++], right[j++]]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  for (let back = end; back > 0; back -= 1) pairs.push([one.at(-back), other.at(-back)]);
  return pairs;
}

function travels(gone, come) {
  const pairs = come.flatMap((arrival) => gone.map((origin) => ({ origin, arrival, rank: likelihood(origin, arrival) })));
  const [origins, arrivals, moves] = [new Set(gone), new Set(come), []];
  for (const { origin, arrival } of pairs.filter(({ rank }) => rank > 0).sort((one, other) => other.rank - one.rank)) {
    if (!origins.has(origin) || !arrivals.has(arrival)) continue;
    origins.delete(origin);
    arrivals.delete(arrival);
    moves.push({ from: origin.place, to: arrival.place, turned: appearance(origin.card) !== appearance(arrival.card) });
  }
  for (const { place } of arrivals) moves.push({ from: null, to: place, turned: false });
  for (const { place } of origins) moves.push({ from: place, to: null, turned: false });
  return moves;
}

/** How likely a card that is gone is one that came; 0 where it can't be. First it counts how alike they look, then whose
 *  both places are: cards go from a player to the table and back more often than from one player to another. */
function likelihood(origin, arrival) {
  const [from, to] = [origin.place, arrival.place];
  const inPlace = from.zone === to.zone && from.player === to.player;
  const seen = isSeen(origin.card) && isSeen(arrival.card);
  let alike = 0;
  if (appearance(origin.card) === appearance(arrival.card)) alike = 30;
  else if (seen && origin.card.look === arrival.card.look) alike = 20;
  else if (!seen && !inPlace) alike = 10;
  if (!alike) return 0;
  const player = playedBy(arrival.card);
  if (player !== null && player === from.player) return alike + 4;
  if (inPlace) return alike + 3;
  if (from.player === to.player) return alike + 2;
  return alike + (from.player === 0 || to.player === 0 ? 1 : 0);
}

/** The player by whom a card says that it was played; null where it doesn't. */
export function playedBy(card) {
  const values = Object.values(card?.figures ?? {});
  return values.find((value) => value?.player !== undefined)?.player ?? null;
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

// What has changed since somebody chose last, or looked away: found in what they see alone.

/** The name of a place, as elements of cards bear it. */
export const placeName = ({ zone, player, index }) => `${zone} ${player} ${index}`;

/**
 * What is new in the view `now` beside the view `then`, for `seat`: {cards, values}. `cards` gives by place whose zone a
 * card came from, null where that isn't known or nobody's; `values` by "player/key" what it was. What one has moved
 * oneself is no news, unless one sees only now which card it is; nor are the cards of a zone in which all are new, of
 * which `whole` has the names. What lies in a zone that was empty since `then` is new, whatever lay there before.
 */
export function marksSince(then, now, seat) {
  const zones = new Map(zonesOf(now).map(({ zone, player, cards }) => [`${zone} ${player}`, cards]));
  const wasSeen = ({ zone, player, index }) => isSeen(cardsOf(then, player)[zone][index]);
  const come = movesBetween(then, now).flatMap((move) => {
    if (!move.to || isElsewhere(move.from, move.to)) return move.to ? [move] : [];
    return then.refilled?.includes(`${move.to.zone} ${move.to.player}`) ? [{ ...move, from: null }] : [];
  });
  const news = come.filter(({ to }) => isSeen(zones.get(`${to.zone} ${to.player}`)[to.index]));
  const fresh = new Map();
  for (const { to } of come) fresh.set(`${to.zone} ${to.player}`, (fresh.get(`${to.zone} ${to.player}`) ?? 0) + 1);
  const whole = new Set([...fresh].filter(([zone, number]) => number > 1 && number === zones.get(zone).length).map(([zone]) => zone));
  const isOwn = ({ from }) => from !== null && from.player === seat && wasSeen(from);
  const cards = news
    .filter((move) => !whole.has(`${move.to.zone} ${move.to.player}`) && !isOwn(move))
    .map(({ from, to }) => [placeName(to), from && from.player !== to.player && from.player > 0 ? from.player : null]);
  return { cards: new Map(cards), whole, values: new Map(valuesChanged(then, now).map(({ id, before }) => [id, before])) };
}

/** A view with the names of the zones that were empty in the view `before` and aren't `now`. */
export function withRefilled(then, before, now) {
  const empty = new Set(zonesOf(before).filter(({ cards }) => !cards.length).map(({ zone, player }) => `${zone} ${player}`));
  const refilled = zonesOf(now).filter(({ zone, player, cards }) => cards.length && empty.has(`${zone} ${player}`)).map(({ zone, player }) => `${zone} ${player}`);
  return then && refilled.length ? { ...then, refilled: [...(then.refilled ?? []), ...refilled] } : then;
}

/** Whether a card is seen in the view `now` that the table hadn't seen in `then`: nor did somebody at `seat`, or they have laid it. */
export function showsNewCard(then, now, seat) {
  const seenIn = (view, { zone, player, index }) => isSeen(cardsOf(view, player)[zone][index]);
  const isLaid = (from, to) => from.player === seat && to.player !== seat;
  return movesBetween(then, now).some(({ from, to }) => to && seenIn(now, to) && !(from && seenIn(then, from) && !isLaid(from, to)));
}

const cardsOf = (view, player) => (player ? view.players[player] : view.zones);
const isElsewhere = (from, to) => from === null || from.zone !== to.zone || from.player !== to.player;
const isCards = (value) => Array.isArray(value);

function valueOf(view, id) {
  const at = id.indexOf("/");
  const [player, key] = [Number(id.slice(0, at)), id.slice(at + 1)];
  return (player ? view.players[player] : view.variables)?.[key];
}

/** What differs between two views, but for cards: {id, before, after}. */
export const valuesChanged = (then, now) =>
  [...changedValues(then, now)].map((id) => ({ id, before: valueOf(then, id), after: valueOf(now, id) })).filter(({ after }) => !isCards(after));

/** How many cards of a zone that somebody holds are new since they chose last: {count, cards}. `cards` has them in words; it is
 *  empty where all of them are new. */
export function newIn(then, now, zone, seat) {
  const [place, cards, marks] = [`${zone} ${seat} `, cardsOf(now, seat)[zone], marksSince(then, now, seat)];
  if (marks.whole.has(`${zone} ${seat}`)) return { count: cards.length, cards: [] };
  const words = [...marks.cards.keys()].filter((each) => each.startsWith(place)).map((each) => cards[each.slice(place.length)].card);
  return { count: words.length, cards: words };
}

export const isChoiceOf = (seat) => ({ player, sort }) => player === seat && sort === "choice";

/** The lines of a log after the last choice of somebody at a seat. */
const sinceChoice = (log, seat) => log.slice(log.findLastIndex(isChoiceOf(seat)) + 1);

/** Whether a line of a log tells of a deed of somebody else than who sits at a seat. */
export const isDeedOfOthers = (seat) => ({ player, sort }) => Boolean(player) && player !== seat && sort === "choice";

/** The log up to where somebody at a seat chose for the first time after others had done something last: what it tells
 *  stays the same during a whole turn of theirs. */
export function untilTurn(log, seat) {
  const others = log.findLastIndex(isDeedOfOthers(seat)) + 1;
  const chosen = log.slice(others).findIndex(isChoiceOf(seat));
  return chosen < 0 ? log : log.slice(0, others + chosen);
}

const TOLD = new Set(["choice", "saying", "pause"]);

/** What a log tells that went on without somebody at a seat, in its order: what others did before a turn of theirs, since
 *  they had chosen last; since their last choice what was taken for them, because there was nothing else; and what was said
 *  of them before that, or while others did something. */
export function toldSince(log, seat) {
  const [before, since] = [untilTurn(log, seat), log].map((lines) => sinceChoice(lines, seat));
  const isOthers = ({ player }) => Boolean(player) && player !== seat;
  const own = [before, since].flatMap((lines) => {
    const until = lines.findLastIndex((line) => line.sort === "taken" || isOthers(line));
    return lines.filter(({ player, sort }, at) => player === seat && (sort === "taken" || (sort !== "choice" && TOLD.has(sort) && at < until)));
  });
  const told = new Set([...before.filter((line) => isOthers(line) && TOLD.has(line.sort)), ...own]);
  return log.filter((line) => told.has(line));
}

/** A line of the log without the brackets in which it is told in passing. */
export const unbracketed = (text) => text.replace(/^\((.*)\)$/s, "$1");

/** How many choices a log tells of that somebody at a seat has made. */
export const choicesOf = (log, seat) => log.filter(isChoiceOf(seat)).length;
