// What hangs from the bar while rules are edited: problems with their lines, where a game stands still, and the form that
// makes a scenario of a moment.
import { html } from "../html.js";
import { nameOf } from "../names.js";

/** What is wrong with the rules, each with its place and its line of the file, underlined. */
export function Problems({ news }) {
  if (!news?.problems.length) return null;
  return html`<ol class="problems" aria-label="What is wrong with the rules">
    ${news.problems.map((each, at) => html`<li key=${at} data-severity=${each.severity}>
      <p>
        <b>${each.severity}</b> ${each.message} ${each.code && html`<span class="quiet">${each.code} ${each.slug}</span>`}
      </p>
      ${each.file && html`<p class="place">${each.file}:${each.line}:${each.column}</p>`}
      ${each.excerpt && html`<${Excerpt} excerpt=${each.excerpt} />`}
      ${each.suggestions.length > 0 && html`<p class="quiet">Did you mean ${each.suggestions.map((word) => `“${word}”`).join(" or ")}?</p>`}
    </li>`)}
  </ol>`;
}

/** A line of a file; what is meant in it is marked. */
function Excerpt({ excerpt: [text, indent, width] }) {
  return html`<pre>${text.slice(0, indent)}<mark>${text.slice(indent, indent + width) || " "}</mark>${text.slice(indent + width)}</pre>`;
}

/** The choice at which a game stands still, what was changed, and what is offered there now. */
export function Standstill({ news, goOn, again }) {
  if (!news?.stop) return null;
  const { stop, changes } = news;
  return html`<section class="standstill" role="alert">
    <p><b>${stop.text}</b></p>
    ${changes.length > 0 && html`<p>What was changed: ${changes.map(({ what, file, line }, at) => html`${at > 0 && ", "}<span class="changed">${what}</span> <span class="quiet">${line === null ? `gone from ${file}` : `${file}:${line}`}</span>`)}</p>`}
    ${stop.offered.length > 0 && html`<p class="quiet">Offered there now: ${stop.offered.slice(0, MOST_OFFERED).join(" · ")}${stop.offered.length > MOST_OFFERED && " …"}</p>`}
    ${news.stands_still && html`<p class="in-a-row">
      <button type="button" id="let-go-on" onClick=${goOn}>Play on from here</button>
      ${stop.again && html`<button type="button" id="make-again" onClick=${again}>Make the choices again anyway</button>`}
    </p>`}
  </section>`;
}

const MOST_OFFERED = 12;

const EXPECTED = [
  ["options", "what is offered", true],
  ["figures", "what is different on the table afterwards", true],
  ["log", "what the player reads", false],
];

/** Makes a scenario of a moment, with the choice that was made there, or of a changed position, the `draft`, with one of what
 *  is offered there: its name, and what it expects. */
export function ScenarioForm({ at, last, draft, welcome, written, write }) {
  if (!draft && at === last) return html`<p class="quiet">Nothing has been chosen here yet: go back to a choice to make a scenario of it.</p>`;
  const options = draft ? offeredOf(draft, welcome) : [];
  if (draft && !options.length) return html`<p class="quiet">Nothing is offered in this position: a scenario needs a choice.</p>`;
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const what = draft ? { draft: true, option: JSON.parse(form.get("option")) } : { after: at };
    write({ ...what, name: form.get("name").trim(), expects: form.getAll("expects") });
  };
  return html`<form id="make-scenario" onSubmit=${submit}>
    <label>A scenario of this ${draft ? "position" : "moment and the choice made there"}, called <input name="name" required value=${`after_${at}`} /></label>
    ${draft && html`<label>What is chosen there <select name="option">
      ${options.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
    </select></label>`}
    <fieldset>
      <legend>It expects</legend>
      ${EXPECTED.map(([value, words, usual]) => html`<label key=${value}><input type="checkbox" name="expects" value=${value} defaultChecked=${usual} /> ${words}</label>`)}
    </fieldset>
    <button type="submit">Make it</button>
    ${written && html`<p role="status">Written: ${written}. It holds as the rules are now.</p>`}
  </form>`;
}

/** What is offered in a position that was changed: `[[what a scenario is asked with, words]]`. Where several players choose,
 *  the words say who. Of equal labels of one player only the first can be meant. */
export function offeredOf({ offered }, welcome) {
  const who = (player) => (offered.length > 1 ? `${nameOf(welcome, player)}: ` : "");
  return offered.flatMap(([player, labels]) => [...new Set(labels)].map((label) => [JSON.stringify([player, label]), `${who(player)}${label}`]));
}
