// The others at the table: a plate each, in order of turn.
import { html } from "./html.js";
import { PlayerName, scoreKeys } from "./scores.js";
import { seatOrder } from "./shared.js";
import { describedAs, splitKey } from "./things.js";
import { valueInWords } from "./values.js";

/** The plates of all players, first of whoever plays after the person who looks; their own is in their region. */
export function Plates({ store, table }) {
  const { view } = store.state;
  const players = seatOrder(Object.keys(view.players).map(Number), table.seat);
  return html`<section id="seats" class="region" aria-label="Players">
    ${players.map((player) => html`<${Plate} key=${player} ...${{ player, store, table }} />`)}
  </section>`;
}

function Plate({ player, store, table }) {
  const { state, description } = store;
  const things = state.view.players[player];
  return html`<section
    class=${table.isMine(player) ? "plate mine" : "plate"}
    data-player=${player}
    data-waits=${state.waiting?.includes(player) ? "" : undefined}
  >
    <h2 class="plate-head"><${PlayerName} ...${{ player, store, table }} /></h2>
    <dl class="plate-points">
      ${scoreKeys(state.view, description).map((key) => html`<div key=${key} data-value=${`${player}/${key}`}>
        <dt>${describedAs(description, splitKey(key).name).title}</dt>
        <dd>${pointsInWords(things[key], table)}</dd>
      </div>`)}
    </dl>
  </section>`;
}

// Points and money are always there: what has no value here is hidden from whoever looks.
const pointsInWords = (value, table) =>
  value === null || value === undefined ? html`<span class="hidden-value">hidden</span>` : valueInWords(value, table);
