// What can be chosen: the question, what is paid and still to pay, and the options as a list, narrowed by what is
// picked on the table or typed.
import { filtered, grouped, keyOf, matching, optionsOf } from "./choices.js";
import { html } from "./html.js";
import { Pause } from "./pause.js";
import { Explained, Worded } from "./terms.js";

/** The options that are shown now: those about all that is picked, and that fit what is typed. */
export function optionsShown(state, selected, typed) {
  return filtered(matching(optionsOf(state), selected), typed);
}

/** The question and its options; who is waited for, where there is none. */
export function Options({ store, table, ui }) {
  const { state } = store;
  if ((state.pause ?? null) !== null) return html`<${Pause} text=${state.pause} terms=${table.description.terms} ...${ui.pause} />`;
  const all = optionsOf(state);
  const shown = optionsShown(state, ui.selected, ui.typed);
  const offers = state.offers ?? [];
  const narrowed = ui.selected.length > 0 || ui.typed;
  const { terms } = table.description;
  return html`<section class="decide" aria-labelledby="prompt">
    <h2 id="prompt" class=${offers.length ? "mine" : ""}><${Worded} text=${question(store, table)} terms=${terms} /></h2>
    ${offers.map((offer) => offer.payment && html`<${Payment} key=${offer.player} payment=${offer.payment} />`)}
    ${all.length > 6 && html`<label class="filter">
      <span class="off">Find an option: type its number or its words</span>
      <input
        id="filter"
        type="text"
        autocomplete="off"
        placeholder="Type to find an option"
        value=${ui.typed}
        onInput=${(event) => ui.type(event.currentTarget.value)}
      />
    </label>`}
    ${narrowed && all.length > 0 && html`<p class="narrowed">
      ${shown.length} of ${all.length} options
      <button type="button" class="link" onClick=${ui.clear}>show all</button>
    </p>`}
    <div id="options" role="group" aria-label="Your options">
      ${grouped(shown).map((group) => html`<div class="option-group" key=${group.options[0].token}>
        ${group.title && html`<h3 class="group-title">${group.title}</h3>`}
        ${group.options.map((option) => html`<${OptionButton} key=${option.token} ...${{ option, offers, table, ui }} />`)}
      </div>`)}
    </div>
    <${Explained} texts=${[question(store, table), ...shown.map((option) => option.label)]} terms=${terms} />
  </section>`;
}

function OptionButton({ option, offers, table, ui }) {
  const keys = option.about.map(keyOf);
  const whose = offers.length > 1 ? `${table.playerName(option.offer.player)}: ` : "";
  return html`<button
    type="button"
    class=${option.declines ? "option declines" : "option"}
    data-token=${option.token}
    data-about=${JSON.stringify(keys)}
    aria-keyshortcuts=${option.number < 10 ? String(option.number) : undefined}
    onClick=${() => table.choose(option)}
    onMouseEnter=${() => ui.show(keys)}
    onMouseLeave=${() => ui.show([])}
    onFocus=${() => ui.show(keys)}
    onBlur=${() => ui.show([])}
  ><span class="number" aria-hidden="true">${option.number}</span><span class="label">${whose}<${Worded} text=${option.label} terms=${table.description.terms} /></span></button>`;
}

/** What is asked, or whom the table waits for. */
export function question(store, table) {
  const { state } = store;
  const offers = state.offers ?? [];
  if (offers.length) return [...new Set(offers.map((offer) => offer.prompt))].join(" · ");
  if (state.view.finished) return "The game is over.";
  const waiting = state.waiting ?? [];
  const names = waiting.map(table.playerName);
  if (!names.length || waiting.includes(store.welcome?.seat)) return "One moment …";
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} choosing …`;
}

/** Cost, paid and missing while something is paid. */
function Payment({ payment }) {
  const { cost, paid, missing } = payment;
  return html`<div id="payment">
    <dl>
      <div><dt>cost</dt><dd>${cost}</dd></div>
      <div><dt>paid</dt><dd>${paid}</dd></div>
      <div class="missing"><dt>still to pay</dt><dd>${missing}</dd></div>
    </dl>
    <progress max=${cost || 1} value=${paid} aria-label=${`${paid} of ${cost} paid`}></progress>
  </div>`;
}
