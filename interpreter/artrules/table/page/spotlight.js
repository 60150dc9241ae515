// The spotlight: a window over the table with what can't be seen well enough where it lies, or what somebody has opened.
import { Thing, placeOf } from "./area.js";
import { html } from "./html.js";
import { CLOSED } from "./plan/demand.js";
import { nameForTitle } from "./plates.js";

export function Spotlight({ store, table }) {
  const { spotlit } = table.plan;
  const title = typeof table.opened === "number" ? nameForTitle(table.opened, table) : table.opened ? "Look closely" : "Choose here";
  return html`<section id="spotlight" role="dialog" aria-labelledby="spotlight-title" style=${placeOf(spotlit)} data-scrolls=${spotlit.fits ? undefined : ""}>
    <h2 id="spotlight-title">${title}</h2>
    <button type="button" class="close" aria-label="Close" onClick=${() => table.spotlight(CLOSED)}>✕</button>
    ${spotlit.parts.map((part) => html`<div class="at" key=${part.id} style=${placeOf(part)}><${Thing} ...${{ part, store, table }} /></div>`)}
  </section>`;
}
