// A card looked at closely: its whole text, what is printed on it, what has changed, what can be chosen with it, and why
// nothing can.
import { CardFace, figuresOf } from "./card.js";
import { putBeside } from "./act/beside.js";
import { Answer, Possible } from "./act/why_here.js";
import { matching, optionsOf } from "./choices.js";
import { html, useEffect, useLayoutEffect, useRef } from "./html.js";
import { isSeen } from "./moves.js";
import { Worded } from "./terms.js";

/** The card that was pointed at, large, in a window beside the table. Escape closes it. */
export function Detail({ store, table, ui }) {
  const { card, key } = ui.inspected;
  const possible = matching(optionsOf(store.state), [key]);
  const look = card ? table.description.looks[card.look] : null;
  const box = useRef(null);
  useLayoutEffect(() => putBeside(box.current, ui.opener()));
  useEffect(() => box.current.querySelector(".close").focus({ preventScroll: true }), []);
  const printed = Object.entries(look?.attributes ?? {});
  const changed = Object.entries(card?.changed ?? {});
  const figures = card ? figuresOf(card) : [];
  const rows = (pairs) => pairs.map(([title, value]) => html`<div key=${title}><dt>${title}</dt><dd>${value === true ? "yes" : value}</dd></div>`);
  return html`<section id="detail" class="beside" role="dialog" aria-labelledby="detail-title" ref=${box}>
    <button type="button" class="close" aria-label="Close" onClick=${ui.closeDetail}>✕</button>
    <div class=${isSeen(card) ? "card large" : "card large unseen"} style=${{ "--tint": look?.colour ?? "var(--plain-tint)" }} aria-hidden="true">
      <${CardFace} card=${card} look=${look} large=${true} />
    </div>
    <div class="detail-words">
      <h2 id="detail-title">${card?.card ?? "A card that you can't see"}</h2>
      ${look && html`<p class="kind">${table.description.kinds?.[look.kind]?.title ?? look.kind}</p>`}
      ${look?.text && html`<p class="power"><${Worded} text=${look.text} terms=${table.description.terms} reached=${true} /></p>`}
      ${card?.face === "down" && html`<p>It lies face down.</p>`}
      ${changed.length > 0 && html`<h3>Changed</h3><dl class="changed">${rows(changed)}</dl>`}
      ${card?.gained?.length > 0 && html`<h3>Gained</h3><ul>${card.gained.map((power) => html`<li key=${power}><${Worded} text=${power} terms=${table.description.terms} reached=${true} /></li>`)}</ul>`}
      ${figures.length > 0 && html`<dl>${rows(figures)}</dl>`}
      ${printed.length > 0 && html`<h3>Printed on it</h3><dl>${rows(printed)}</dl>`}
      <${Possible} options=${possible} table=${table} />
      <${Answer} store=${store} ui=${ui} />
    </div>
  </section>`;
}
