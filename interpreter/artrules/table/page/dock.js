// The lower edge of a narrow screen: the hand and what can be chosen are always there.
import { html } from "./html.js";
import { Decision } from "./options.js";

/** What is asked, the hand (`children`), and what can be chosen. */
export function Dock({ store, table, ui, children }) {
  return html`<div id="dock">
    ${children}
    <${Decision} ...${{ store, table, ui }} />
  </div>`;
}
