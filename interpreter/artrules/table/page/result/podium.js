// Who came first, second and third, and those behind them.
import { html } from "../html.js";
import { listed, nameForMe } from "../names.js";
import { placesOf } from "../score_table.js";

const STEPS = 3;

export function Podium({ result, welcome }) {
  const places = placesOf(result);
  const name = ({ players }) => listed(players.map((player) => nameForMe(welcome, player)));
  const standing = places.filter(({ place }, index) => place <= STEPS && index < STEPS + 1);
  const rest = places.slice(standing.length);
  return html`
    <ol class="podium">
      ${standing.map((side, index) => html`
        <li key=${side.players[0]} data-place=${side.place} data-won=${side.won ? "" : undefined} data-column=${index}>
          ${side.won && html`<${Crown} />`}
          <b>${name(side)}</b>
          <span class="total">${side.total}</span>
          <span class="step"><span class="off">place </span>${side.place}</span>
        </li>
      `)}
    </ol>
    ${rest.length > 0 &&
    html`
      <ol class="behind" start=${standing.length + 1}>
        ${rest.map((side) => html`<li key=${side.players[0]} value=${side.place}>
          <span class="quiet">${side.place}</span> ${name(side)} <b>${side.total}</b>
        </li>`)}
      </ol>
    `}
  `;
}

const Crown = () => html`
  <svg class="crown" viewBox="0 0 32 24" role="img" aria-label="winner">
    <path d="M4 22h24l3-16-8 6-7-11-7 11-8-6Z" />
  </svg>
`;
