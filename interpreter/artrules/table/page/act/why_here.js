// What can be done with a thing that is no card, and why nothing can: a window beside it.
import { matching, optionsOf } from "../choices.js";
import { html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { Worded } from "../terms.js";
import { describedAs, splitKey, titleOfOwner } from "../things.js";
import { AnswerText } from "../why.js";
import { putBeside } from "./beside.js";

export function WhyHere({ store, table, ui }) {
  const box = useRef(null);
  const { thing, key } = ui.inspected;
  useLayoutEffect(() => putBeside(box.current, ui.opener()));
  useEffect(() => box.current.querySelector(".close").focus({ preventScroll: true }), []);
  const possible = matching(optionsOf(store.state), [key]);
  return html`<section class="why-here beside" role="dialog" aria-labelledby="why-here-title" ref=${box}>
    <button type="button" class="close" aria-label="Close" onClick=${ui.closeDetail}>✕</button>
    <h2 id="why-here-title">${titleOf(thing, table)}</h2>
    <${Possible} ...${{ options: possible, table }} />
    <${Answer} store=${store} ui=${ui} />
  </section>`;
}

/** What can be done with a thing: a button for each option. */
export function Possible({ options, table }) {
  if (!options.length) return null;
  const { terms } = table.description;
  return html`<h3>You can</h3><ul class="possible">
    ${options.map((option) => html`<li key=${option.token}><button type="button" class="option" data-token=${option.token} onClick=${() => table.choose(option)}>
      <span class="label"><${Worded} text=${option.label} terms=${terms} /></span>
    </button></li>`)}
  </ul>`;
}

/** Why nothing can be done with it, where that was asked. */
export function Answer({ store, ui }) {
  const { question } = ui.inspected;
  const answer = question !== null && store.why?.id === question ? store.why.text : null;
  return html`<div class="why-card" role="status">
    ${answer ? html`<${AnswerText} text=${answer} />` : question !== null && html`<p class="quiet">…</p>`}
  </div>`;
}

/** What a thing is called. */
function titleOf(thing, table) {
  if (thing.player !== undefined) return table.playerName(thing.player);
  if (thing.member) return titleOfOwner(table.description, ...thing.member);
  if (thing.number !== undefined) return String(thing.number);
  const [key, player] = thing.zone ?? thing.value;
  const { name, owner } = splitKey(key);
  const described = describedAs(table.description, name);
  const words = [described?.title ?? name, owner !== null && titleOfOwner(table.description, described?.by ?? null, owner)];
  return [...words, player > 0 && table.playerName(player)].filter(Boolean).join(" · ");
}
