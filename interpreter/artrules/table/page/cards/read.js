// The read card: everything that a card is, says and is worth now, in words.
import { html } from "../html.js";
import { Symbol } from "../symbols.js";
import { memberOf } from "../things.js";
import { Worded } from "../terms.js";
import { CardPicture, lookOf, templateOf } from "./face.js";
import { figuresOf, namedText } from "./words.js";

/** A card as one reads it. `id` is that of its title, by which a window around it is named. */
export function ReadCard({ card, table, id }) {
  const { description } = table;
  const look = lookOf(card, description);
  const { name, said } = namedText(look?.text ?? "");
  const figures = figuresOf(card).map(([title, value]) => [title, value?.player ? table.playerName(value.player) : value]);
  const words = (text) => html`<${Worded} text=${text} terms=${description.terms} reached=${true} />`;
  return html`<div class="read" style=${{ "--tint": look?.colour ?? "var(--plain-tint)" }}>
    <div class="read-head">
      <${Symbol} name=${look?.symbol} />
      <h2 id=${id}>${card?.card ?? look?.title ?? "A card that you can't see"}</h2>
      ${look && html`<p class="kind">${description.kinds?.[look.kind]?.title ?? look.kind}</p>`}
    </div>
    ${(!look || templateOf(look, description) !== "power" || said === "") && html`<div class="read-face"><${CardPicture} card=${card} table=${table} size="large" text=${false} /></div>`}
    ${said && html`<p class="power">${name && html`<b>${name}</b>`} ${words(said)}</p>`}
    ${card?.face === "down" && html`<p>It lies face down.</p>`}
    ${card?.shown_to && html`<p>Only some see it.</p>`}
    ${card?.unseen && html`<p>It is known to lie here, but not seen.</p>`}
    <${Rows} title="Changed" pairs=${Object.entries(card?.changed ?? {})} className="changed" />
    ${card?.gained?.length > 0 && html`<h3>Gained</h3><ul>${card.gained.map((power) => html`<li key=${power}>${words(power)}</li>`)}</ul>`}
    <${Rows} title="Now" pairs=${figures} />
    <${Rows} title="Printed on it" pairs=${printedOn(look, description)} />
  </div>`;
}

function Rows({ title, pairs, className }) {
  if (!pairs.length) return null;
  return html`<h3>${title}</h3><dl class=${className}>
    ${pairs.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value === true ? "yes" : value}</dd></div>`)}
  </dl>`;
}

/** What is printed on a card: its attributes, and what the content shows beside them. */
function printedOn(look, description) {
  const attributes = Object.entries(look?.attributes ?? {});
  const others = (look?.shows ?? []).filter(({ title }) => !attributes.some(([name]) => name === title));
  return [...attributes, ...others.map(({ title, values }) => [title, values.map((value) => valueOf(value, description)).join(", ")])];
}

const valueOf = ({ member, number, text }, description) => String(number ?? text ?? memberOf(description, ...(member ?? []))?.title ?? "");
