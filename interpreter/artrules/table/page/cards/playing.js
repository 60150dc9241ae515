// The faces of playing cards: so many pips as the index says, or a court. No letter, suit or rank is named here: which
// index is a court's follows from the order in which the cards of a suit are declared.

import { html } from "../html.js";
import { Pip } from "../symbols.js";

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
  return ranks.get(looks).get(look) ?? (look.index ? rankAmong(look, looks) : { pips: 1 }); // one that has changed isn't among them
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

// The three courts of playing cards, drawn from one bust: a cap with a plume, a diadem with long hair, a crown with a
// beard. Each stands on the card twice, as real ones do.

// A bust in a box of 76 by 70, whose lower edge is the middle of the card.
const ROBE = "M2 70C5 56 14 50 27 47L38 58 49 47C62 50 71 56 74 70Z";
const LAPELS = "M27 47 38 70 49 47 44 45H32Z";
const SLEEVES = "M2 70C4 60 9 54 17 51L23 70ZM74 70C72 60 67 54 59 51L53 70Z";
const NECK = "M33 40H43V48L38 53 33 48Z";
const HEAD = "M28 22H48V35C48 42 43 46 38 46S28 42 28 35Z";
const FEATURES = "M31.5 28.500q2.500-1.800 5 0M39.500 28.500q2.500-1.800 5 0M38 30V36L36.500 36.500M35 40.500q3 1.500 6 0";
const EYES = "M33 31.200h2.400M40.800 31.200h2.400";
const HAIR = [
  "M29 19C22 22 23 32 24 38 24 41 28 41 28 38L29 27ZM47 19C54 22 53 32 52 38 52 41 48 41 48 38L47 27Z",
  "M30 18C18 20 20 36 16 46 20 52 27 50 29 46L28 28ZM46 18C58 20 56 36 60 46 56 52 49 50 47 46L48 28Z",
  "M29 19C22 22 22 34 20 40 23 44 28 42 28 40L29 27ZM47 19C54 22 54 34 56 40 53 44 48 42 48 40L47 27Z",
];
const BEARD = "M28 34C29 38 33 37 38 38.500 43 37 47 38 48 34 49 44 44 54 38 57 32 54 27 44 28 34Z";
const HATS = [
  "M24 22C22 12 30 7 38 8 48 9 54 13 53 22L50 20H27Z",
  "M27 21 25 9 32 15 38 6 44 15 51 9 49 21Q38 17 27 21Z",
  "M25 21 20 5 29 12 33 2 38 11 43 2 47 12 56 5 51 21Q38 16 25 21Z",
];
const PLUME = "M47 12C54 2 66 3 70 10 66 9 64 11 66 15 61 12 57 14 58 19 54 15 50 16 48 18Z";
const BAND = "M26 22.500Q38 18 50 22.500V19.500Q38 15 26 19.500Z";

/** A court in a box of `width` by `height`; `which` of the three; `symbol` is what it holds. */
function Court({ which, symbol, width, height }) {
  const half = (key, transform) => html`<g key=${key} transform=${transform}>
    <path class="cloth" d=${ROBE} /><path class="gold" d=${SLEEVES} /><path class="light" d=${LAPELS} /><path class="skin" d=${NECK} />
    <path class="hair" d=${HAIR[which]} /><path class="skin" d=${HEAD} />
    ${which === 2 && html`<path class="hair" d=${BEARD} />`}
    <path class="line" d=${FEATURES} /><path class="line" d=${EYES} />
    ${which === 0 && html`<path class="gold" d=${PLUME} />`}
    <path class=${which === 0 ? "cloth" : "gold"} d=${HATS[which]} /><path class=${which === 0 ? "gold" : "cloth"} d=${BAND} />
    <${Pip} name=${symbol} x="11" y="14" size="18" />
  </g>`;
  return html`<rect class="frame" x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx="3" />
    ${half("up", "")}${half("down", `rotate(180 ${width / 2} ${height / 2})`)}`;
}
