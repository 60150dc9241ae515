// Cards on their way from where they lay to where they lie, above everything else.
import { html } from "../html.js";

export function Flight() {
  return html`<div id="flight" aria-hidden="true"></div>`;
}
