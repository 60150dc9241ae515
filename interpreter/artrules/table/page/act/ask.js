// Before something ends, the question whether what costs nothing is really to be left.
import { html, useEffect, useRef } from "../html.js";

/** What could still be had, what ends it anyway, and the way back. `ui.asking` is {option, gains}. */
export function Ask({ table, ui }) {
  const { option, gains } = ui.asking;
  const first = useRef(null);
  useEffect(() => first.current?.focus(), [option.token]);
  return html`<div id="ask" role="alertdialog" aria-labelledby="ask-title" onKeyDown=${(event) => event.key === "Escape" && ui.goBack(event)}>
    <h3 id="ask-title">You can still:</h3>
    ${gains.map((gain, at) => html`<button key=${gain.token} ref=${at ? null : first} type="button" class="option gain" data-token=${gain.token} onClick=${() => table.choose(gain)}>
      <span class="label">${gain.label}</span>
    </button>`)}
    <button type="button" class="option" data-token=${option.token} onClick=${ui.endAnyway}><span class="label">${option.label} anyway</span></button>
    <button type="button" class="option declines" onClick=${ui.goBack}><span class="label">Go back</span></button>
  </div>`;
}
