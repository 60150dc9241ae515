// The side of a desk: the question with its options, and the panels.
import { html } from "./html.js";
import { Options } from "./options.js";

/** What is asked and what can be chosen; `children` are the panels below. */
export function Side({ store, table, ui, children }) {
  return html`<div id="side" class="region">
    <${Options} ...${{ store, table, ui }} />
    <section id="panels" aria-label="Beside the table">${children}</section>
  </div>`;
}
