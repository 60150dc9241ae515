// A card looked at closely: its whole text, what is printed on it, what has changed, what can be chosen with it, and why
// nothing can.
import { putBeside } from "./act/beside.js";
import { Answer, Possible } from "./act/why_here.js";
import { ReadCard } from "./cards/read.js";
import { matching, optionsOf } from "./choices.js";
import { html, useEffect, useLayoutEffect, useRef } from "./html.js";

/** The card that was pointed at, large, in a window beside the table. Escape closes it. */
export function Detail({ store, table, ui }) {
  const { card, key } = ui.inspected;
  const possible = matching(optionsOf(store.state), [key]);
  const box = useRef(null);
  useLayoutEffect(() => putBeside(box.current, ui.opener()));
  useEffect(() => box.current.querySelector(".close").focus({ preventScroll: true }), []);
  return html`<section id="detail" class="beside" role="dialog" aria-labelledby="detail-title" ref=${box}>
    <button type="button" class="close" aria-label="Close" onClick=${ui.closeDetail}>✕</button>
    <${ReadCard} card=${card} table=${table} id="detail-title" />
    ${(possible.length > 0 || ui.inspected.question !== null) && html`<div class="detail-words">
      <${Possible} options=${possible} table=${table} />
      <${Answer} store=${store} ui=${ui} />
    </div>`}
  </section>`;
}
