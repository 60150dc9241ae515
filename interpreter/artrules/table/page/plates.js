// The others at the table: a plate each, in order of turn.
import { placeOf } from "./area.js";
import { html } from "./html.js";
import { shortOf } from "./plan/texts.js";
import { PlayerName } from "./scores.js";
import { describedAs, splitKey, thingsOf } from "./things.js";
import { valueInWords } from "./values.js";
import { Zone } from "./zone.js";

/** The plates of all other players, first of whoever plays after the person who looks. */
export function Plates({ store, table }) {
  return html`<section id="seats" class="region" aria-label="Players" tabindex=${table.frame.mode === "narrow" ? 0 : undefined}>
    ${Object.keys(table.plan.plates).map(Number).sort(byTurn(store, table)).map((player) => html`<${Plate} key=${player} ...${{ player, store, table }} />`)}
  </section>`;
}

const byTurn = ({ state }, { seat }) => {
  const count = Object.keys(state.view.players).length;
  const turnsAway = (player) => (player - (seat ?? 1) + count) % count;
  return (one, other) => turnsAway(one) - turnsAway(other);
};

/** A player: name, points, what lies in front, what else there is as counts. A click opens all of it. */
function Plate({ player, store, table }) {
  const { state, description } = store;
  const plan = table.plan.plates[player];
  const things = thingsOf(state.view, player);
  const open = () => table.spotlight(player);
  return html`<section
    class=${plan.y === undefined ? "plate" : "plate at"}
    style=${placeOf(plan)}
    data-player=${player}
    data-waits=${state.waiting?.includes(player) ? "" : undefined}
    aria-label=${table.playerName(player)}
  >
    <h2 class="plate-head">
      <${PlayerName} ...${{ player, store, table, name: plan.name }} brief=${true} />
      ${plan.scores.map(({ name, id }) => html`<span class="points" key=${name} data-value=${id} title=${titleOf(description, name)}>
        ${plan.points !== "none" && html`<span class="value-title">${shortTitle(description, name)}</span>`} <b>${pointsInWords(things[name], table)}</b>
      </span>`)}
    </h2>
    ${plan.front && html`<div class="plate-front"><${Zone}
      name=${plan.front.name}
      player=${player}
      cards=${things[plan.front.name]}
      described=${describedAs(description, splitKey(plan.front.name).name)}
      fit=${plan.front.fit}
      table=${table}
    /></div>`}
    <p class="plate-line">
      ${plan.line.map(({ name, sort, id }) => html`<span key=${name} class="plate-count" title=${titleOf(description, name)} data-zone=${sort === "zone" ? name : undefined} data-owner=${sort === "zone" ? player : undefined} data-value=${sort === "value" ? id : undefined}>
        <span class="value-title">${shortTitle(description, name)}</span> <b>${sort === "zone" ? things[name].length : valueInWords(things[name], table)}</b>
      </span>`)}
      ${plan.opens && html`<button type="button" class="plate-more" aria-label=${`All of ${table.playerName(player)}`} title="All that lies here" onClick=${open}>…</button>`}
    </p>
  </section>`;
}

const titleOf = (description, key) => describedAs(description, splitKey(key).name).title;
const shortTitle = (description, key) => shortOf(describedAs(description, splitKey(key).name));

export const nameForTitle = (player, table) => table.playerName(player);

/** Points and money are always there: what has no value here is hidden from whoever looks. */
export const pointsInWords = (value, table) =>
  value === null || value === undefined ? html`<span class="hidden-value">hidden</span>` : valueInWords(value, table);
