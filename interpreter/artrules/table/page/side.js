// The side of a desk: the question with its buttons and options, and the panels, of which the last lines of the log are
// always in sight.
import { Aside } from "./board.js";
import { html, useState } from "./html.js";
import { Decision } from "./options.js";

/** What is asked and what can be chosen; `children` are the panels below, which open over it. */
export function Side({ store, table, ui, children }) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  const openTab = (event) => event.target.closest("[role=tab]") && setOpen(true);
  return html`<section id="side" class="region" aria-label="Your choice">
    <${Decision} ...${{ store, table, ui }} />
    <${Aside} ...${{ store, table }} />
    <section id="panels" aria-label="Beside the table" data-open=${open ? "" : undefined} onClick=${openTab}>
      <button type="button" id="open-panels" aria-expanded=${String(open)} aria-label=${open ? "Close the panels" : "Open the panels"} onClick=${toggle}>${open ? "▾" : "▴"}</button>
      ${children}
    </section>
  </section>`;
}
