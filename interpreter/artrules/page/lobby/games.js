// The games that the server keeps: who played, when, how far; each can be gone on with, seen again, taken away as a file.
import { html, useState } from "../html.js";
import { listed } from "../names.js";
import { replayLink } from "../replay_source.js";
import { download } from "./download.js";
import { post } from "./http.js";
import { Links } from "./links.js";

export function Games({ games, secret, onProblem }) {
  if (!games.length) return html`<p class="quiet">No games yet.</p>`;
  return html`
    <ul class="games">
      ${games.map((game) => html`<${GameOfList} key=${game.id} ...${{ game, secret, onProblem }} />`)}
    </ul>
  `;
}

function GameOfList({ game, secret, onProblem }) {
  const [made, setMade] = useState(null);
  const people = game.seats.filter(({ bot }) => !bot).map(({ seat }) => seat);
  const goOn = () => post(`/api/games/${game.id}/links`, secret, { seats: people }).then(setMade, onProblem);
  const save = () => download(`/api/games/${game.id}/file`, secret, `${game.ruleset}-${game.id}.json`).catch(onProblem);
  const shown = game.finished || game.open;
  return html`
    <li data-game=${game.id}>
      <div>
        <b>${game.title}</b>: ${listed(game.seats.map(({ name }) => name))}
        <div class="quiet">${[when(game.begun), stateIn(game)].join(" · ")}</div>
        ${game.refused && html`<p class="problem">${game.refused}</p>`}
      </div>
      ${!game.refused &&
      html`
        <div class="in-a-row">
          ${!game.finished && html`<button type="button" onClick=${goOn}>New links<${Which} game=${game} /></button>`}
          ${shown && html`<a class="button" href=${replayLink(game.id, secret)}>Replay<${Which} game=${game} /></a>`}
          ${shown && html`<button type="button" onClick=${save}>Save as a file<${Which} game=${game} /></button>`}
        </div>
      `}
      ${made && html`<${Links} made=${made} names=${game.seats} title="New links; the old ones open nothing any more" />`}
    </li>
  `;
}

// Tells a screen reader which of many equal buttons this is.
const Which = ({ game }) => html`<span class="off"> of ${game.title}, begun ${when(game.begun)}</span>`;

function stateIn({ finished, winners, seats }) {
  if (!finished) return "goes on";
  const names = listed(winners.map((player) => seats[player - 1].name));
  return names ? `over: ${names} won` : "over: nobody won";
}

/** A moment as people write it: day and time. */
export function when(moment) {
  return new Date(moment).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
