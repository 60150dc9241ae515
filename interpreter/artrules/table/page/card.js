// One card as it lies on the table: a frame in the colour of its content, its number, its name, what is printed on it,
// and what has changed.
import { html } from "./html.js";
import { isSeen } from "./moves.js";
import { Symbol } from "./symbols.js";

/** How a card's picture is found: a file of the table's ruleset, which the server gives under /pictures/. */
const pictureOf = (look) => (look?.picture ? `/pictures/${look.picture}` : null);

/** What a card is and shows, in words, for those who don't see it. `count` is how many equal ones lie here. */
export function wordsOf(card, look, { count = 1, lit = false } = {}) {
  if (!card) return count > 1 ? `${count} face-down cards` : "face-down card";
  const words = [card.card ?? look?.title ?? "face-down card"];
  if (look?.text) words.push(look.text);
  if (count > 1) words.push(`${count} times`);
  if (card.face === "down") words.push("face down");
  for (const [title, value] of figuresOf(card)) words.push(value === true ? title : `${title} ${value}`);
  for (const [title, value] of Object.entries(card.changed ?? {})) words.push(`changed: ${title} ${value}`);
  for (const power of card.gained ?? []) words.push(`gained: ${power}`);
  if (card.shown_to) words.push("shown to some only");
  if (card.unseen) words.push("known to lie here, but not seen");
  if (lit) words.push("can be chosen");
  return words.join(", ");
}

/** The face of a card, or its back, perhaps with marks, where it isn't seen. `count` is the number that stands on it, if more than one. */
export function CardFace({ card, look, count = 1, large = false }) {
  const times = count > 1 && html`<span class="count" aria-hidden="true">×${count}</span>`;
  if (!isSeen(card)) return html`<span class="back" aria-hidden="true"></span>${times}${card && html`<${Marks} card=${card} />`}`;
  const number = card.number ?? look?.number ?? null;
  const text = look?.text ?? "";
  const picture = pictureOf(look);
  return html`
    <span class="band">
      <${Symbol} name=${look?.symbol} />
      ${times}
      ${number !== null && html`<b class="number">${number}</b>`}
    </span>
    <span class="name">${breakable(look?.title ?? card.card ?? "")}</span>
    ${picture
      ? html`<img class="picture" src=${picture} alt="" />`
      : text && !large
        ? html`<span class="text">${text}</span>`
        : html`<span class="art"><${Symbol} name=${look?.symbol} /></span>`}
    <${Marks} card=${card} />
  `;
}

/** A text that may break inside long words: between two consonants, where a reader wouldn't stumble. */
export function breakable(text) {
  const inside = /([aeiouy][bcdfghjklmnpqrstvwxz])(?=[bcdfghjklmnpqrstvwxz][aeiouy])/gi;
  return text.replace(/\p{L}{9,}/gu, (word) => word.replace(inside, "$1\u00ad"));
}

/** The figures of a card that say something: their titles and values. */
export function figuresOf(card) {
  const figures = Object.entries(card.figures ?? {}).filter(([, value]) => value !== null && value !== false && value !== "");
  return figures.map(([title, value]) => [title, value.player === undefined ? value : `player ${value.player}`]);
}

/** What stands on a card that isn't printed there: what it is worth, what has changed, what it gained. */
export function Marks({ card }) {
  const figures = figuresOf(card);
  const big = figures.findIndex(([, value]) => value === card.number); // it stands above as the big number, too
  const changed = Object.entries(card.changed ?? {});
  const gained = card.gained ?? [];
  if (figures.length + changed.length + gained.length === 0 && card.face !== "down") return null;
  return html`<span class="marks">
    ${card.face === "down" && html`<span class="mark turned">face down</span>`}
    ${figures.map(([title, value], at) => html`<span class=${at === big ? "mark big" : "mark"} key=${title}>
      ${title} ${value !== true && html`<b>${value}</b>`}
    </span>`)}
    ${changed.map(([title, value]) => html`<span class="mark changed" key=${title}>${title} <b>${value}</b></span>`)}
    ${gained.map((power) => html`<span class="mark changed" key=${power}>+ ${power}</span>`)}
  </span>`;
}

const LONG = 450; // milliseconds after which a finger that rests on a card wants to read it
const STILL = 10; // pixels that it may move meanwhile
let resting = null; // the finger that rests on a card: {x, y, timer}

/** A finger comes down on a card: if it rests there, the card is to be read, and isn't picked when the finger goes. */
function press(event, read) {
  lift();
  if (event.pointerType === "mouse") return;
  const { clientX: x, clientY: y } = event;
  resting = { x, y, timer: setTimeout(() => readInstead(read), LONG) };
}

function move(event) {
  if (resting && Math.hypot(event.clientX - resting.x, event.clientY - resting.y) > STILL) lift();
}

function lift() {
  clearTimeout(resting?.timer);
  resting = null;
}

/** Reads a card, and lets the click go by with which the finger leaves it; that of a key (its detail is 0) counts. */
function readInstead(read) {
  lift();
  document.addEventListener("click", passOver, true);
  document.addEventListener("pointerdown", () => document.removeEventListener("click", passOver, true), { capture: true, once: true });
  read();
}

function passOver(event) {
  if (event.detail === 0) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A card as a control. `place` is [zone, player, index]; `places` are all places that it stands for where equal cards
 * are shown once; `onPoint(place, card)` is called when somebody picks it,
 * `onInspect(place, card)` when somebody wants to read it. `litAs` is the key that options use for it, null where none is
 * about it; `counted` is whether the number of equal cards stands on it.
 */
export function Card({ card, look, place, places, litAs, picked, focusable, counted, onPoint, onInspect }) {
  const count = places.length;
  const lit = litAs !== null;
  const classes = ["card"];
  if (!isSeen(card)) classes.push("unseen");
  if (card?.face === "down" || card?.unseen) classes.push("face-down");
  if (card && (Object.keys(card.changed ?? {}).length || card.gained?.length)) classes.push("altered");
  if (counted && count > 1) classes.push("several");
  if (look?.text) classes.push("wordy");
  else if (look && !look.symbol && !look.picture) classes.push("token");
  return html`<button
    type="button"
    class=${classes.join(" ")}
    data-place=${place.join(" ")}
    data-lit=${lit ? "" : undefined}
    data-key=${litAs ?? undefined}
    aria-pressed=${lit ? String(picked) : undefined}
    aria-label=${wordsOf(card, look, { count, lit })}
    title=${look?.text || undefined}
    tabindex=${focusable ? 0 : -1}
    style=${{ "--tint": look?.colour ?? "var(--plain-tint)" }}
    onClick=${() => onPoint(place, card)}
    onPointerDown=${(event) => press(event, () => onInspect(place, card))}
    onPointerMove=${move}
    onPointerUp=${lift}
    onPointerCancel=${lift}
    onContextMenu=${(event) => {
      event.preventDefault(); // some browsers tell a long press by it, before or after the time is over
      if (event.pointerType !== "touch" || resting) readInstead(() => onInspect(place, card));
    }}
    onKeyDown=${(event) => {
      if (event.key === "i") onInspect(place, card);
    }}
  >
    <${CardFace} card=${card} look=${look} count=${counted ? count : 1} />
  </button>`;
}
