// A card looked at closely: its whole text, what is printed on it, what has changed, what can be chosen with it, and why
// nothing can.
import { ReadCard } from "./cards/read.js";
import { matching, optionsOf } from "./choices.js";
import { html, useEffect, useRef } from "./html.js";
import { Worded } from "./terms.js";
import { AnswerText } from "./why.js";

/** The card that was pointed at, large, in a window beside the table. Escape closes it. */
export function Detail({ store, table, ui }) {
  const { card, key, question } = ui.inspected;
  const possible = key === null ? [] : matching(optionsOf(store.state), [key]);
  const answer = store.why?.id === question ? store.why.text : null;
  const close = useRef(null);
  useEffect(() => close.current?.focus(), [ui.inspected]);
  return html`<section id="detail" role="dialog" aria-labelledby="detail-title">
    <button ref=${close} type="button" class="close" aria-label="Close" onClick=${ui.closeDetail}>✕</button>
    <${ReadCard} card=${card} table=${table} id="detail-title" />
    <div class="detail-words">
      ${possible.length > 0 && html`<h3>You can</h3><ul>${possible.map(({ token, label }) => html`<li key=${token}><${Worded} text=${label} terms=${table.description.terms} reached=${true} /></li>`)}</ul>`}
      <div class="why-card" role="status">
        ${answer && html`<${AnswerText} text=${answer} />`}
      </div>
    </div>
  </section>`;
}
