// A card to be read while a mouse rests on it, where it doesn't say all that is printed on it.
import { ReadCard } from "../cards/read.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { isSeen } from "../moves.js";
import { putBeside } from "./beside.js";
import { cardAt } from "./deeds.js";

const REST = 450; // milliseconds that a mouse rests on a card before it is shown large

export function Preview({ store, table }) {
  const [shown, setShown] = useState(null);
  const box = useRef(null);
  const here = useRef(null);
  useEffect(() => {
    let timer = null;
    const leave = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const point = (event) => {
      leave();
      const element = event.target.closest?.(".left .card[data-place]");
      if (element && event.pointerType === "mouse" && !event.buttons) timer = setTimeout(() => setShown(element), REST);
    };
    const listeners = { pointerover: point, pointerdown: leave, keydown: leave, scroll: leave };
    const root = here.current.closest(".table");
    for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener, true);
    };
  }, []);
  const card = shown?.isConnected ? cardAt(store.state.view, placeOf(shown)) : null;
  const says = isSeen(card) && mustBeRead(shown);
  useLayoutEffect(() => {
    if (says) putBeside(box.current, shown, [...here.current.closest(".table").querySelectorAll("[data-lit]")]);
  });
  return html`<div class="preview-holder" ref=${here}>
    ${says && html`<div class="preview beside" aria-hidden="true" ref=${box}>
      <${ReadCard} card=${card} table=${table} />
    </div>`}
  </div>`;
}

/** The place that a card's element stands for: [zone, player, index]. */
function placeOf({ dataset: { place } }) {
  const words = place.split(" ");
  return [words.slice(0, -2).join(" "), ...words.slice(-2).map(Number)];
}

const WHOLE = new Set(["playing", "money"]); // templates that say all at each size

/** Whether a card doesn't say all that there is to say of it: a large one has a mark then. */
const mustBeRead = (element) =>
  element.querySelector(".more") !== null || (element.dataset.size !== "large" && !WHOLE.has(element.dataset.template));
