// What lies on the table: its areas, what lies before each player, and the hand of whoever looks.
import { Area, blocksShown } from "./area.js";
import { litBy, matching, optionsOf } from "./choices.js";
import { html } from "./html.js";
import { nameOf } from "./names.js";
import { PlayerName, scoreKeys } from "./scores.js";
import { describedAs, isShownNow, splitKey, thingsOf } from "./things.js";
import { Zone } from "./zone.js";

/**
 * What all parts of a table share: the description, what is lit and picked, names, and what happens when somebody
 * points at something. `ui` is what the person has opened and typed, with what changes it (table.js).
 */
export function sharedBy(store, ui) {
  const { description, state, welcome } = store;
  const inHand = handOf(store);
  const scored = new Set(scoreKeys(state.view, description));
  return {
    description,
    selected: ui.selected,
    lit: litBy(matching(optionsOf(state), ui.selected)),
    anyLit: litBy(optionsOf(state)),
    unfolded: ui.unfolded,
    unfold: ui.unfold,
    point: ui.point,
    choose: ui.choose,
    inspect: ui.inspect,
    isMine: (player) => player === welcome?.seat,
    playerName: (player) => nameOf(welcome, player),
    isShown(key, value, player, described) {
      if (player && (scored.has(key) || (player === welcome?.seat && inHand.includes(key)))) return false;
      if (!player && value?.player !== undefined) return false; // it stands beside the player's name
      return isShownNow(described, value);
    },
  };
}

/** The keys of the zones that lie in the hand of whoever looks: their fans. */
export function handOf({ description, state, welcome }) {
  const mine = state.view.players[welcome?.seat] ?? {};
  return Object.keys(mine).filter((key) => {
    const described = describedAs(description, splitKey(key).name);
    return described?.sort === "zone" && described.as === "fan" && described.shown !== "never";
  });
}

/** One's own things first, then the others' in turn order after oneself. */
export function seatOrder(players, seat) {
  const at = players.indexOf(seat);
  return at < 0 ? players : [...players.slice(at), ...players.slice(0, at)];
}

/** Everything on the table in the order of the description; players' things stand where their first area does. */
export function Board({ store, table }) {
  const { areas } = store.description;
  const found = areas.findIndex((area) => area.of === "player");
  const players = found < 0 ? areas.length : found;
  return html`
    <${TableAreas} areas=${areas.slice(0, players)} store=${store} table=${table} />
    <${PlayerPanels} store=${store} table=${table} />
    <${TableAreas} areas=${areas.slice(players)} store=${store} table=${table} />
  `;
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

/** All players' things. */
function PlayerPanels({ store, table }) {
  const seats = seatOrder(Object.keys(store.state.view.players).map(Number), store.welcome?.seat);
  return html`<div class="players">
    ${seats.map((player) => html`<${PlayerPanel} key=${player} player=${player} store=${store} table=${table} />`)}
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

/** The hand of whoever looks: it is always in sight. */
export function Hand({ store, table }) {
  const seat = store.welcome?.seat;
  const mine = store.state.view.players[seat];
  const keys = handOf(store).filter((key) => mine[key].length > 0);
  if (!keys.length) return null;
  return html`<section id="hand" aria-label="Your cards">
    ${keys.map((key) => html`<${Zone}
      key=${key}
      name=${key}
      player=${seat}
      cards=${mine[key]}
      described=${describedAs(store.description, splitKey(key).name)}
      table=${table}
    />`)}
  </section>`;
}
