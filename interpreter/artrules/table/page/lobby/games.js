// The games that the server keeps: who played, when, how far; each can be gone on with, seen again, taken away as a file.
// The link of a replay has a secret of its own, which opens nothing else: so it may be given to others.
import { html, useState } from "../html.js";
import { listed } from "../names.js";
import { download } from "./download.js";
import { post } from "./http.js";
import { Links } from "./links.js";

/** The games of the list; `more` reads further ones, and is null where there are none. */
export function Games({ games, secret, more, onProblem }) {
  if (!games.length) return html`<p class="quiet">No games yet.</p>`;
  return html`
    <ul class="games">
      ${games.map((game) => html`<${GameOfList} key=${game.id} ...${{ game, secret, onProblem }} />`)}
    </ul>
    ${more && html`<button type="button" onClick=${more}>Show earlier games</button>`}
  `;
}

function GameOfList({ game, secret, onProblem }) {
  const [made, setMade] = useState(null);
  const people = game.seats.filter(({ bot }) => !bot).map(({ seat }) => seat);
  const goOn = () => post(`/api/games/${game.id}/links`, secret, { seats: people }).then(setMade, onProblem);
  const save = () => download(`/api/games/${game.id}/file`, secret, `${game.ruleset}-${game.id}.json`).catch(onProblem);
  const seeAgain = () => post(`/api/games/${game.id}/replay`, secret, {}).then(({ url }) => location.assign(url), onProblem);
  const shown = game.finished || game.open;
  return html`
    <li data-game=${game.id}>
      <div>
        <b>${game.title || game.id}</b>${game.seats.length > 0 && `: ${listed(game.seats.map(({ name }) => name))}`}
        <div class="quiet">${[when(game.begun), stateIn(game)].filter(Boolean).join(" · ")}</div>
        ${game.refused && html`<p class="problem">${game.refused}</p>`}
      </div>
      ${!game.refused &&
      html`
        <div class="in-a-row">
          ${!game.finished && html`<button type="button" onClick=${goOn}>New links<${Which} game=${game} /></button>`}
          ${shown && html`<button type="button" onClick=${seeAgain}>Replay<${Which} game=${game} /></button>`}
          ${shown && html`<button type="button" onClick=${save}>Save as a file<${Which} game=${game} /></button>`}
        </div>
      `}
      ${made && html`<${Links} made=${made} names=${game.seats} title="New links; the old ones open nothing any more" />`}
    </li>
  `;
}

// Tells a screen reader which of many equal buttons this is.
const Which = ({ game }) => html`<span class="off"> of ${game.title}, begun ${when(game.begun)}</span>`;

/** How far a game of the list is, in words. */
export function stateIn({ finished, winners, seats, refused }) {
  if (!finished) return refused ? "can't go on" : "goes on";
  const names = listed(winners.map((player) => seats[player - 1].name));
  return names ? `over: ${names} won` : "over: nobody won";
}

/** A moment as people write it: day and time; nothing where it isn't known. */
export function when(moment) {
  if (Number.isNaN(Date.parse(moment))) return "";
  return new Date(moment).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
