// What lies on the table: its areas, and what lies before each player.
import { Area, blocksShown } from "./area.js";
import { html } from "./html.js";
import { PlayerName } from "./scores.js";
import { seatOrder } from "./shared.js";
import { describedAs, isShownNow, splitKey, thingsOf } from "./things.js";

/** What lies on the table, and before the others. */
export function Board({ store, table }) {
  return html`<section id="board" class="region" aria-label="Table">
    <${TableAreas} areas=${store.description.areas} store=${store} table=${table} />
    <div class="players">
      ${seatOrder(Object.keys(store.state.view.players).map(Number), table.seat)
        .filter((player) => player !== table.seat)
        .map((player) => html`<${PlayerPanel} key=${player} player=${player} store=${store} table=${table} />`)}
    </div>
  </section>`;
}

/** What lies before whoever looks, apart from their hand. */
export function Mine({ store, table }) {
  return html`<section id="mine" class="region" aria-label="Before you">
    <${PlayerPanel} player=${table.seat} store=${store} table=${table} />
  </section>`;
}

function TableAreas({ areas, store, table }) {
  const scope = thingsOf(store.state.view, 0);
  const shown = areas
    .filter((area) => area.of !== "player")
    .map((area) => ({ area, blocks: blocksShown(area, scope, 0, table) }))
    .filter(({ blocks }) => blocks.length > 0);
  if (!shown.length) return null;
  return html`<div class="areas">
    ${shown.map(({ area, blocks }) => html`<${Area} key=${area.name} ...${{ area, blocks, scope, player: 0, table }} />`)}
  </div>`;
}

/** All that lies before one player, apart from the hand of whoever looks and what the scores show. */
function PlayerPanel({ player, store, table }) {
  const { description, state } = store;
  const scope = thingsOf(state.view, player);
  const areas = description.areas.filter((area) => area.of === "player")
    .map((area) => ({ area, blocks: blocksShown(area, scope, player, table) }))
    .filter(({ blocks }) => blocks.length > 0);
  const id = `player-${player}`;
  return html`<section
    class=${table.isMine(player) ? "player mine" : "player"}
    aria-labelledby=${id}
    data-player=${player}
    data-waits=${state.waiting?.includes(player) ? "" : undefined}
  >
    <h2 id=${id} class="player-title">
      <${PlayerName} player=${player} store=${store} table=${table} />
      ${markersOf(player, description, state.view).map((title) => html`<span class="tag marker" key=${title}>${title}</span>`)}
    </h2>
    ${areas.length === 0 && html`<p class="quiet">nothing on the table</p>`}
    ${areas.map(({ area, blocks }) => html`<${Area} key=${area.name} ...${{ area, blocks, scope, player, table }} titled=${areas.length > 1} />`)}
  </section>`;
}

/** The titles of the table's variables that name this player, such as who begins. */
function markersOf(player, description, view) {
  return Object.entries(view.variables)
    .filter(([, value]) => value?.player === player)
    .map(([key, value]) => ({ described: describedAs(description, splitKey(key).name), value }))
    .filter(({ described, value }) => isShownNow(described, value))
    .map(({ described }) => described.title);
}
