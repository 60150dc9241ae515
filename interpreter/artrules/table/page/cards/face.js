// The face of a card at four sizes: the corner, which is what others leave to be seen, and the rest by the template of
// its kind.

import { changedLook, figuresOf, indexOf, isAltered, isPrinted, linesOf, nameOfGained, playerOf, textWidth } from "./look.js";
import { PlayingFace } from "./playing.js";
import { html } from "../html.js";
import { CARDS } from "../metrics.js";
import { isSeen } from "../motion/moves.js";
import { Picture, SHAPES, Symbol } from "../symbols.js";
import { memberOf } from "../things.js";

const PATTERNS = 4; // of the ground of cards: see card.css

/**
 * How a card looks by the description, with what has changed on it as it is now; null for one that nobody here sees. A
 * token on which nothing is printed looks as its `back` does.
 */
export function lookOf(card, description, back = null) {
  const look = isSeen(card) && description.looks[card.look] ? changedLook(description.looks[card.look], card, description) : null;
  const isPlain = look && back && !look.colour && !look.symbol && templateOf(look, description) === "token";
  return isPlain ? { ...look, colour: back.colour, symbol: back.symbol } : look;
}

/** The template of a kind of cards; descriptions that say none mean what has a text as powers, all else as tiles. */
export const templateOf = (look, description) => description.kinds?.[look?.kind]?.template ?? (look?.text ? "power" : "tile");

/** What the element of a card is: its classes, its size, its template and its colours. `back` is that of its zone. */
export function frameOfCard(card, { description, size = "medium", back = null }) {
  const look = lookOf(card, description, back);
  const [width, height] = CARDS[size];
  const classes = ["card"];
  if (!look) classes.push("unseen");
  return {
    class: classes.join(" "),
    "data-size": size,
    "data-template": look ? templateOf(look, description) : "back",
    "data-pattern": look ? Object.keys(description.kinds ?? {}).indexOf(look.kind) % PATTERNS : undefined,
    style: {
      "--cw": String(width),
      "--ch": String(height),
      "--tint": look?.colour ?? "var(--plain-tint)",
      ...(back?.colour ? { "--back": back.colour } : {}),
    },
  };
}

/**
 * The face of a card, or its back, where it isn't seen. `table` is what all parts of a table share; `text` is whether a
 * text may stand on it, `count` the number that stands on it if there is more than one; `order` as the how manieth it came, where one says who brought it.
 */
export function Face({ card, table, size = "medium", text = true, count = 1, back = null, order = null }) {
  const { description } = table;
  const look = lookOf(card, description, back);
  const times = count > 1 && html`<span class="times" aria-hidden="true">×${count}</span>`;
  if (!look) return html`<${Back} back=${back} table=${table} />${times}`;
  const index = indexOf(card, look);
  const kind = description.kinds?.[look.kind] ?? {};
  return html`
    <${Corner} index=${index} look=${look} other=${index ? null : drawnOf(look.shows?.[0], description)} />
    ${size !== "slip" && html`<${TEMPLATES[templateOf(look, description)]} ...${{ card, look, kind, index, table, size, text }} />`}
    ${card.face === "down" || card.unseen ? html`<span class="veil"></span>` : null}
    ${isAltered(card) && html`<span class="altered"></span>`}
    <${By} player=${playerOf(card)} order=${order} table=${table} size=${size} />
    ${times}
  `;
}

/** Who brought a card here, and as the how manieth. */
function By({ player, order, table, size }) {
  if (player === null) return null;
  const name = FACE[size] && fittingTitle(table.namesOf(player), FACE[size].title, 1, table.frame?.unit);
  return html`<span class="by" aria-hidden="true">
    <span class="player-dot" data-colour=${player}></span>
    ${name}
    ${name && order !== null && html`<b>${order}</b>`}
  </span>`;
}

function Back({ back, table }) {
  return html`<span class="back" aria-hidden="true">
    ${back?.picture ? html`<${Picture} path=${back.picture} table=${table} />` : html`<${Symbol} name=${back?.symbol} />`}
  </span>`;
}

/** A card that is only looked at. */
export function CardPicture({ card, table, size, back, text }) {
  return html`<span ...${frameOfCard(card, { description: table.description, size, back })} aria-hidden="true">
    <${Face} ...${{ card, table, size, back, text }} />
  </span>`;
}

/** A card where there is room for its index and its symbol alone. */
export function Sign({ card, table: { description } }) {
  const look = lookOf(card, description);
  return html`<span class="sign" title=${look?.title} style=${{ "--tint": look?.colour ?? "var(--plain-tint)" }}>${look ? html`${indexOf(card, look)}<${Symbol} name=${look.symbol} />` : "?"}</span>`;
}

// The six templates: what stands on a card beside the index and the symbol in its corner.

/** Lengths of a face in u: see card.css. `tab` is what the corner takes of the first line of a text. */
const FACE = { large: { width: 116, head: 34, foot: 6, title: 96, tab: 24 }, medium: { width: 64, head: 24, foot: 4, title: 40, tab: 24 } };
const HEIGHT = { large: 180, medium: 100 };
const LINE = 16;
const LEAST = 13; // pixels of a letter

/**
 * The index and the symbol of a card, and the `other` symbol that it shows: at its top left, and upside down at its lower
 * right, where it is `far`.
 */
export function Corner({ index, look, other = null, far = false }) {
  return html`<span class=${far ? "corner far" : "corner"} aria-hidden=${far ? "true" : undefined}>
    ${index && html`<${Index} text=${index} />`}<${Symbol} name=${look.symbol} />${other && html`<${Symbol} name=${other} />`}
  </span>`;
}

/** What stands in a corner: of several values each has a line of its own. */
function Index({ text }) {
  const values = text.split(", ");
  return html`<b class="index" data-long=${text.length > 1 ? "" : undefined} data-several=${values.length > 1 ? "" : undefined}>
    ${values.length > 1 ? values.map((each) => html`<span key=${each}>${each}</span>`) : text}
  </b>`;
}

/** The symbol of the only member that is shown; null where there is none. */
export const drawnOf = (shown, description) => (shown?.values.length === 1 && isDrawn(shown, description) ? memberOf(description, ...shown.values[0].member).symbol : null);

const measuresOf = ({ description, frame }) => ({ description, unit: frame?.unit ?? 1 });

/** How many lines of text a card has room for above `marks` lines at its foot. */
export function linesFor(size, marks, unit = 1) {
  const { head, foot } = FACE[size];
  const line = Math.max(LINE, LINE * unit);
  return Math.floor(((HEIGHT[size] - head - foot) * unit - marks * (line + 2)) / line);
}

/** Whether a text stands whole on a card with so many lines of marks. */
export function textFits(text, marks, size, unit = 1, widthOf = textWidth, under = 0) {
  if (!FACE[size]) return false;
  const { tab } = FACE[size];
  const width = FACE[size].width - under;
  const letter = Math.max(LEAST, LEAST * unit);
  const lines = linesOf(text, (line) => (width - (line === 0 ? tab : 0)) * unit, (words) => widthOf(words, letter));
  return lines <= linesFor(size, marks, unit);
}

/** A title that stands whole in so many lines of `width`: the whole one, or the short one, or none. */
export function fittingTitle(titles, width, lines, unit = 1, widthOf = textWidth) {
  const letter = Math.max(LEAST, LEAST * unit);
  return titles.filter(Boolean).find((title) => linesOf(title, () => width * unit, (words) => widthOf(words, letter, 700)) <= lines) ?? "";
}

/** What stands at the foot of a card: [{title, value, changed}], but what its number says already. */
export function marksOf(card, kind) {
  const names = new Map(Object.entries(kind?.figures ?? {}).map(([name, title]) => [title, name]));
  const figures = figuresOf(card).filter(([title, value]) => names.get(title) !== kind?.number && value?.player === undefined);
  return [
    ...(card?.face === "down" ? [{ title: "face down", value: true, changed: false }] : []),
    ...figures.map(([title, value]) => ({ title, short: kind?.short?.[names.get(title)], value, changed: false })),
    ...Object.entries(card?.changed ?? {}).map(([title, value]) => ({ title, value, changed: true })),
    ...(card?.gained ?? []).map((power) => ({ title: `+ ${nameOfGained(power)}`, value: true, changed: true })),
  ];
}

/** The marks that fit: at most two lines on a large card, one on a medium one, and how many more there are. */
function markLines(card, kind, size, unit) {
  const width = FACE[size].width * unit - 8;
  const letter = Math.max(LEAST, LEAST * unit);
  const most = size === "large" ? 2 : 1;
  const lines = marksOf(card, kind).map(({ title, short, value, changed }) => {
    const said = value === true ? "" : ` ${value}`;
    const words = [title, short].filter(Boolean).find((each) => textWidth(each + said, letter, 600) <= width);
    return words === undefined ? null : { words, value: value === true ? null : value, changed };
  });
  const shown = lines.filter(Boolean);
  return { shown: shown.slice(0, most), more: lines.length - Math.min(most, shown.length), changed: lines.some((each) => each?.changed) };
}

function Foot({ lines, more, shows = [] }) {
  return html`<span class="foot">
    ${lines.map(({ words, value, changed }) => html`<span class=${changed ? "mark changed" : "mark"} key=${words}>${words}${value !== null && html` <b>${value}</b>`}</span>`)}
    ${shows.length > 0 && html`<span class="shows">${shows}</span>`}
    ${more && html`<span class="more" aria-hidden="true">≡</span>`}
  </span>`;
}

/** One printed value: members as their symbols, equal ones once with their number; words where they fit. */
export function Shown({ shown, place, description, unit, width = 40 }) {
  const letter = Math.max(LEAST, LEAST * unit);
  if (shown.as === "symbols") {
    const counts = new Map();
    for (const { member } of shown.values) if (member) counts.set(member.join(" "), (counts.get(member.join(" ")) ?? 0) + 1);
    return html`<span class=${`shown ${place}`} key=${shown.title}>
      ${[...counts].map(([key, count]) => {
        const member = memberOf(description, ...key.split(" "));
        return html`<span class="sign" key=${key} style=${{ "--tint": member?.colour ?? "var(--plain-tint)" }}>
          ${count > 1 && `${count}×`}${member?.symbol ? html`<${Symbol} name=${member.symbol} />` : (member?.short ?? member?.title)}
        </span>`;
      })}
    </span>`;
  }
  const words = shown.values.map(({ number, text, member }) => String(number ?? text ?? memberOf(description, ...(member ?? []))?.short ?? "")).join(" ");
  return textWidth(words, letter, 600) <= width * unit && html`<span class=${`shown ${place}`} key=${shown.title}>${words}</span>`;
}

/** Whether all that is shown has a shape. */
export const isDrawn = (shown, description) =>
  shown?.as === "symbols" && shown.values.every(({ member }) => Object.hasOwn(SHAPES, memberOf(description, ...(member ?? []))?.symbol ?? ""));

/** What is printed at the edges: the first at the top right, the second and the third at the foot. */
function showsOf(look, description, unit) {
  const [first = null, ...others] = (look.shows ?? []).map((shown, at) => html`<${Shown} shown=${shown} place=${["first", "second", "third"][at]} ...${{ description, unit }} />`);
  return { first, others: others.slice(0, 2) };
}

/** The middle of a card: its symbol, perhaps with signs beside it; where it has none, words. */
export function Medallion({ look, signs, words }) {
  if (words && !signs) return html`<span class="medallion" data-words=${words.length > 2 ? "" : undefined}>${words}</span>`;
  return html`<span class="medallion" data-signs=${signs ? "" : undefined}><${Symbol} name=${look.symbol} />${signs}</span>`;
}

const CAPITAL = 4; // so much wider is a first letter that is made one

/** Powers and tiles: a title, and below it a text where it stands whole, else a picture or the symbol on a ground. */
function Printed({ card, look, kind, index, table, size, text }) {
  const { description, unit } = measuresOf(table);
  const { power: name = "", text: said = "" } = look;
  const foot = markLines(card, kind, size, unit);
  const { first, others } = showsOf(look, description, unit);
  const under = text.under ? text.under + CAPITAL : 0;
  const stands = text && size === "large" && said !== "" && textFits(said, foot.shown.length, size, unit, textWidth, under);
  const picture = look.picture && html`<${Picture} path=${look.picture} table=${table} />`;
  const bare = !look.symbol && !look.picture;
  const signs = !look.picture && isDrawn(look.shows?.[0], description) && (bare || look.shows[0].values.length === 1) ? first : null; // in the middle
  const title = fittingTitle([name, look.title, look.short], FACE[size].title - under, 2, unit);
  const inside = size === "medium" && bare ? fittingTitle([look.short, look.title], FACE[size].width, 3, unit) : "";
  const called = text && !picture ? calledAs(name, look, size, foot, unit, under) : "";
  const number = look.index ? (card.number ?? look.number ?? null) : null; // else it is the index
  return html`
    ${size === "large" && html`<span class="headline"><span>${title}</span></span>`}
    ${size === "medium" && !signs && first}
    ${stands
      ? html`<span class="words"><${Symbol} name=${look.symbol} className="watermark" />${said}</span>`
      : html`<span class="field">${picture || html`<${Medallion} ...${{ look, signs, words: inside || (bare ? index : "") }} />`}</span>`}
    ${called && html`<b class="called">${called}</b>`}
    ${number !== null && html`<b class="badge">${number}</b>`}
    <${Foot} lines=${foot.shown} more=${size === "large" && ((said !== "" && !stands) || foot.more > 0)} shows=${size === "large" && first && !signs ? [first, ...others] : others} />
  `;
}

/** What stands at the foot of a card of medium size: what its power is called, or its title, unless its corner says that; not
 * where marks stand. */
function calledAs(name, look, size, foot, unit, under = 0) {
  if (size !== "medium" || foot.shown.length) return "";
  const isTold = look.title?.split(" ").some((word) => word === look.index || word === String(look.number));
  return fittingTitle([name, !isTold && look.title, !isTold && look.short], FACE[size].width - under, 2, unit);
}

/** Playing cards: index and symbol in two corners, pips or a court between them. */
function Playing({ card, look, kind, index, table, size }) {
  const { description, unit } = measuresOf(table);
  const foot = markLines(card, kind, size, unit);
  return html`
    <${PlayingFace} look=${look} looks=${description.looks} />
    <${Corner} index=${index} look=${look} far=${true} />
    ${foot.shown.length > 0 && html`<${Foot} lines=${foot.shown} />`}
  `;
}

/** Tokens: a disc in the tint with the symbol, or with what it is called. */
function Token({ card, look, kind, index, table, size }) {
  const { unit } = measuresOf(table);
  const foot = markLines(card, kind, size, unit);
  const title = size === "large" ? fittingTitle([look.title, look.short], FACE.large.title, 2, unit) : "";
  return html`
    ${title && html`<span class="headline"><span>${title}</span></span>`}
    <span class="disc">${look.symbol ? html`<${Symbol} name=${look.symbol} />` : html`<b>${index}</b>`}</span>
    ${look.symbol && isPrinted(card, look) && html`<b class="badge">${index}</b>`}
    ${foot.shown.length > 0 && html`<${Foot} lines=${foot.shown} />`}
  `;
}

/** Money: a note with its number in the middle and in two corners. */
function Money({ card, look, kind, index, table, size }) {
  const { unit } = measuresOf(table);
  const foot = markLines(card, kind, size, unit);
  const title = size === "large" ? fittingTitle([look.title, look.short], FACE.large.title, 2, unit) : "";
  return html`
    ${title && html`<span class="headline"><span>${title}</span></span>`}
    <span class="note"><b>${index || html`<${Symbol} name=${look.symbol} />`}</b></span>
    <${Corner} index=${index} look=${look} far=${true} />
    <${Foot} lines=${foot.shown} more=${size === "large" && foot.more > 0} />
  `;
}

/** Places on a board: what stands there, at its head; what it costs and what it gives, below. */
function Place({ card, look, kind, table, size }) {
  const { description, unit } = measuresOf(table);
  const foot = markLines(card, kind, size, unit);
  const title = size === "large" ? fittingTitle([look.title, look.short], FACE.large.title, 2, unit) : "";
  const { first, others } = showsOf(look, description, unit);
  const called = first ? "" : calledAs("", look, size, foot, unit);
  return html`
    ${title && html`<span class="headline"><span>${title}</span></span>`}
    <span class="field"><span class="medallion"><${Symbol} name=${look.symbol} /></span></span>
    ${called && html`<b class="called">${called}</b>`}
    ${first && html`<span class="gives">${first}${others.length > 0 && html`<span class="arrow">→</span>${others}`}</span>`}
    <${Foot} lines=${foot.shown} />
  `;
}

const TEMPLATES = { playing: Playing, power: Printed, tile: Printed, token: Token, money: Money, place: Place };
