// A card as a control, which can be picked where options are about it, and read always; the card that is read; what is
// told of it where it is looked at closely.

import { Answer, Beside, Possible } from "../act/popovers.js";
import { CardPicture, Face, frameOfCard, lookOf, templateOf } from "./face.js";
import { figuresOf, wordsOf } from "./look.js";
import { matching, optionsOf } from "../choices.js";
import { html } from "../html.js";
import { Symbol } from "../symbols.js";
import { Worded } from "../terms.js";
import { memberOf } from "../things.js";

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
 * are shown once; `onPoint(place)` is called when somebody picks it, `onInspect(place)` when somebody wants
 * to read it. `litAs` is the key that options use for it, null where none is about it; `counted` is whether the number of
 * equal cards stands on it; `size` and `text` are how large it is, and whether its text may stand on it; `under` is so much
 * of it as lies under the next card.
 */
export function Card({ card, place, places, litAs, picked, focusable, counted, size, text, under, back, order = null, table, onPoint, onInspect }) {
  const { description } = table;
  const count = places.length;
  const lit = litAs !== null;
  const { style, ...frame } = frameOfCard(card, { description, size, back });
  return html`<button
    type="button"
    ...${frame}
    style=${{ ...style, "--under": text.under ?? 0, "--covered": under }}
    data-place=${place.join(" ")}
    data-covered=${text === false ? "" : undefined}
    data-lit=${lit ? "" : undefined}
    data-key=${litAs ?? undefined}
    data-several=${counted && count > 1 ? "" : undefined}
    title=${card?.unseen && KNOWN}
    aria-pressed=${lit ? String(picked) : undefined}
    aria-label=${wordsOf(card, lookOf(card, description), { count, lit, nameOf: table.playerName })}
    tabindex=${focusable ? 0 : -1}
    onClick=${() => onPoint(place)}
    onPointerDown=${(event) => press(event, () => onInspect(place))}
    onPointerMove=${move}
    onPointerUp=${lift}
    onPointerCancel=${lift}
    onContextMenu=${(event) => {
      event.preventDefault(); // some browsers tell a long press by it, before or after the time is over
      if (event.pointerType !== "touch" || resting) readInstead(() => onInspect(place));
    }}
    onKeyDown=${(event) => {
      if (event.key === "i") onInspect(place);
    }}
  >
    <${Face} ...${{ card, table, size, text, back, order }} count=${counted ? count : 1} />
  </button>`;
}

// The read card: everything that a card is, says and is worth now, in words.

const KNOWN = "Known, though you don't see it: by what you have seen it can be no other.";

/** A card as one reads it. `id` is that of its title, by which a window around it is named. */
export function ReadCard({ card, table, id }) {
  const { description } = table;
  const look = lookOf(card, description);
  const { power: name, text: said } = look ?? {};
  const figures = figuresOf(card).map(([title, value]) => [title, value?.player ? table.playerName(value.player) : value]);
  const words = (text) => html`<${Worded} text=${text} terms=${description.terms} reached=${true} />`;
  return html`<div class="read" style=${{ "--tint": look?.colour ?? "var(--plain-tint)" }}>
    <div class="read-head">
      <${Symbol} name=${look?.symbol} />
      <h2 id=${id}>${card?.card ?? look?.title ?? "A card that you can't see"}</h2>
      ${look && html`<p class="kind">${description.kinds?.[look.kind]?.title ?? look.kind}</p>`}
    </div>
    ${(!look || templateOf(look, description) !== "power" || !said) && html`<div class="read-face"><${CardPicture} card=${card} table=${table} size="large" text=${false} /></div>`}
    ${said && html`<p class="power">${name && html`<b>${name}</b>`} ${words(said)}</p>`}
    ${card?.face === "down" && html`<p>It lies face down.</p>`}
    ${card?.shown_to && html`<p>Only some see it.</p>`}
    ${card?.unseen && html`<p>${KNOWN}</p>`}
    <${Rows} title="Changed" pairs=${Object.entries(card?.changed ?? {}).map(([title, value]) => [title, value === "yes" ? "" : value])} className="changed" />
    ${card?.gained?.length > 0 && html`<h3>Gained</h3><ul>${card.gained.map((power) => html`<li key=${power}>${words(power)}</li>`)}</ul>`}
    <${Rows} title="Now" pairs=${figures} />
    <${Rows} title="Printed on it" pairs=${printedOn(look, description)} />
  </div>`;
}

function Rows({ title, pairs, className }) {
  if (!pairs.length) return null;
  return html`<h3>${title}</h3><dl class=${className}>
    ${pairs.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value === true ? "yes" : value}</dd></div>`)}
  </dl>`;
}

/** What is printed on a card: its attributes, and what the content shows beside them. */
function printedOn(look, description) {
  const attributes = Object.entries(look?.attributes ?? {});
  const others = (look?.shows ?? []).filter(({ title }) => !attributes.some(([name]) => name === title));
  return [...attributes, ...others.map(({ title, values }) => [title, values.map((value) => valueOf(value, description)).join(", ")])];
}

const valueOf = ({ member, number, text }, description) => String(number ?? text ?? memberOf(description, ...(member ?? []))?.title ?? "");

// A card looked at closely: its whole text, what is printed on it, what has changed, what can be chosen with it, and why
// nothing can.

/** The card that was pointed at, large, in a window beside the table. Escape closes it. */
export function Detail({ store, table, ui }) {
  const { card, key } = ui.inspected;
  const possible = table.frame.mode === "narrow" ? [] : matching(optionsOf(store.state), [key]); // where fingers point, buttons don't come under them
  return html`<${Beside} name="detail" id="detail" ui=${ui}>
    <${ReadCard} card=${card} table=${table} id="detail-title" />
    ${(possible.length > 0 || ui.inspected.question !== null) && html`<div class="detail-words">
      <${Possible} options=${possible} table=${table} />
      <${Answer} store=${store} ui=${ui} />
    </div>`}
  <//>`;
}
