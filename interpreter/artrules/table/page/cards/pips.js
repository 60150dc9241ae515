// The faces of playing cards: so many pips as the index says, or a court. No letter, suit or rank is named here: which
// index is a court's follows from the order in which the cards of a suit are declared.
import { html } from "../html.js";
import { Pip } from "../symbols.js";
import { Court } from "./court.js";

/** Where pips stand, by their number: columns a to c, rows 1 to 7; those below the middle stand on their heads. */
const PLACES = [
  "", "b4", "b1 b7", "b1 b4 b7", "a1 c1 a7 c7", "a1 c1 b4 a7 c7", "a1 c1 a4 c4 a7 c7", "a1 c1 b2.5 a4 c4 a7 c7",
  "a1 c1 b2.5 a4 c4 b5.5 a7 c7", "a1 c1 a3 c3 b4 a5 c5 a7 c7", "a1 c1 b2 a3 c3 a5 c5 b6 a7 c7",
];
const COLUMNS = { a: 0, b: 0.5, c: 1 };
const COURTS = 3;
const ranks = new WeakMap();

/** The places of pips in a box of `width` by `height`: [{x, y, upside}], their middles. */
export function pipsIn(count, width, height) {
  return PLACES[count].split(" ").filter(Boolean).map((place) => {
    const row = (Number(place.slice(1)) - 1) / 6;
    return { x: COLUMNS[place[0]] * width, y: row * height, upside: row > 0.5 };
  });
}

/**
 * What stands on a playing card: {pips: n} or {court: n}, n from 0. Indices that are numbers, and those before the first
 * number, have pips; what follows the last number are courts, but for what comes after three of them.
 */
export function rankOf(look, looks) {
  if (!ranks.has(looks)) ranks.set(looks, new Map(looks.filter((each) => each.index).map((each) => [each, rankAmong(each, looks)])));
  return ranks.get(looks).get(look) ?? { pips: 1 };
}

function rankAmong(look, looks) {
  const count = Number(look.pips ?? look.index);
  if (count >= 1 && count < PLACES.length) return { pips: count };
  const suit = looks.filter((each) => each.kind === look.kind && each.symbol === look.symbol).map((each) => each.index);
  const last = suit.findLastIndex((index) => Number(index) < PLACES.length);
  const court = suit.slice(last + 1).indexOf(look.index);
  return court >= 0 && court < COURTS && last >= 0 ? { court } : { pips: 1 };
}

const BOX = [76, 140];

/** The middle of a playing card: its pips, or its court with the symbol in two corners. */
export function PlayingFace({ look, looks }) {
  const { pips, court } = rankOf(look, looks);
  const [width, height] = BOX;
  return html`<svg class="pips" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
    ${court === undefined
      ? pips === 1
        ? html`<${Pip} name=${look.symbol} x=${width / 2} y=${height / 2} size="54" />`
        : pipsIn(pips, 46, 108).map(({ x, y, upside }) => html`<${Pip} key=${`${x} ${y}`} name=${look.symbol} x=${15 + x} y=${16 + y} size="21" upside=${upside} />`)
      : html`<${Court} which=${court} symbol=${look.symbol} width=${width} height=${height} />`}
  </svg>`;
}
