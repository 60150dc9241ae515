// One card as it lies on the table, as a control: it can be picked where options are about it, and read always.
import { html } from "../html.js";
import { Face, frameOfCard, lookOf } from "./face.js";
import { wordsOf } from "./words.js";

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
 * equal cards stands on it; `size` and `text` are how large it is, and whether its text may stand on it.
 */
export function Card({ card, place, places, litAs, picked, focusable, counted, size, text, back, order = null, table, onPoint, onInspect }) {
  const { description } = table;
  const count = places.length;
  const lit = litAs !== null;
  return html`<button
    type="button"
    ...${frameOfCard(card, { description, size, back })}
    data-place=${place.join(" ")}
    data-covered=${text === false ? "" : undefined}
    data-lit=${lit ? "" : undefined}
    data-key=${litAs ?? undefined}
    data-several=${counted && count > 1 ? "" : undefined}
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
