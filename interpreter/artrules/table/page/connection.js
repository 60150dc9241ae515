// Whether the page hears from the table, said where nobody overlooks it, and what the table refused.
import { html } from "./html.js";

export function ConnectionBanner({ state, children }) {
  const { connection: line, refused } = state;
  return html`
    <div id="connection" role="status" data-state=${line.state}>
      ${line.state === "lost" && html`<p class="banner lost">The connection is lost. Trying again…</p>`}
      ${line.state === "ended" && html`<${Ended} line=${line} />`}
      ${refused && line.state !== "ended" && html`<p class="banner refused">${refused} ${children}</p>`}
    </div>
  `;
}

function Ended({ line }) {
  return html`
    <p class="banner ended">
      ${line.text || "The table has closed the connection."} <button type="button" onClick=${line.again}>Try again</button>
    </p>
  `;
}

/** What stands in place of a table that isn't there yet: that it comes, or that it can't be shown. */
export function Waiting({ state, text }) {
  const title = state.connection.state === "ended" ? "There is nothing to show" : text;
  return html`<main class="waiting"><h1>${title}</h1></main>`;
}
