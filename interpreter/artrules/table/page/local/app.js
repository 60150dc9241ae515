// The page of a file begins here: what is packed in the file, the worker, and the page that an address means. The start page
// has the games that this browser keeps, and a new one; a game that a link holds is laid at once.
import { html, render, useEffect, useState } from "../html.js";
import { get, post } from "../lobby/http.js";
import { NewGame } from "../lobby/new_game.js";
import { Sharing } from "../lobby/sharing.js";
import { stateIn, when } from "../lobby/start_page.js";
import { listed } from "../names.js";
import { showTheme, wantedTheme } from "../preferences.js";
import { Replay } from "../replay.js";
import { Result } from "../result.js";
import { TablePage } from "../table_page.js";
import { begin, wordsOf } from "./line.js";

/** Shows the page that the address means, and another one when that changes. */
export function start(script, packed, pictures, game) {
  const root = document.getElementById("page");
  showTheme(wantedTheme());
  begin(script, packed, pictures, game.name);
  const show = () => {
    const address = location.href;
    const words = wordsOf(address);
    render(null, root);
    document.title = game.title;
    const page = words.has("table")
      ? html`<${TablePage} key=${address} address=${address} result=${async () => ({ Result })} />`
      : words.has("game")
        ? html`<${Replay} key=${address} address=${address} />`
        : html`<${StartPage} key=${address} game=${game} play=${words.get("play")} />`;
    render(page, root);
    scrollTo(0, 0);
  };
  addEventListener("hashchange", show);
  show();
}

// -- the start page

// `game` is what the file says of itself, `play` the text of a link that holds a game, or null.
function StartPage({ game, play }) {
  const [ruleset, setRuleset] = useState(null);
  const [games, setGames] = useState([]);
  const [problem, setProblem] = useState("");
  const trying = (work) => work().then(() => setProblem(""), (error) => setProblem(error.message));
  const load = async () => {
    setRuleset(await get("/api/rulesets/game"));
    setGames((await get("/api/games")).games);
  };
  const open = ({ url }) => location.assign(url);
  useEffect(() => {
    trying(async () => {
      await load();
      if (play) location.replace((await post("/api/links", "", { text: play })).url);
    });
  }, []);
  return html`
    <main class="start">
      <div role="alert">${problem && html`<p class="problem">${problem}</p>`}</div>
      ${play && !problem && html`<p role="status">The game of this link is being laid out …</p>`}
      ${!ruleset && !problem && html`<p class="quiet" role="status">One moment…</p>`}
      ${ruleset && (!play || problem) &&
      html`
        ${games.length > 0 && html`<${Games} ...${{ games, trying, load }} />`}
        <${NewGame} ...${{ ruleset, secret: "", onMade: (made) => open(made), back: game.home && (() => location.assign(game.home)) }} />
        <p class="quiet">
          All of the game is in this page: it asks nobody for anything, and works without a network. Games are kept by this browser
          alone; whoever uses it can open them. Made with artrules ${game.version}.
        </p>
      `}
    </main>
  `;
}

const SHOWN = 5; // games that stand there at once

function Games({ games, trying, load }) {
  const list = (some) => html`<ul class="games">${some.map((game) => html`<${GameHere} key=${game.id} ...${{ game, trying, load }} />`)}</ul>`;
  const earlier = games.slice(SHOWN);
  return html`
    <section aria-labelledby="games-title">
      <h2 id="games-title">On this device</h2>
      ${list(games.slice(0, SHOWN))}
      ${earlier.length > 0 && html`<details><summary>Earlier games (${earlier.length})</summary>${list(earlier)}</details>`}
    </section>
  `;
}

function GameHere({ game, trying, load }) {
  const [link, setLink] = useState("");
  const { id, seats, begun, finished, open, refused } = game;
  const forget = () => trying(async () => load(await post(`/api/games/${encodeURIComponent(id)}/forget`, "", {})));
  const copy = () => trying(async () => setLink(new URL((await get(`/api/games/${id}/link`)).url, location.href).href));
  const which = when(begun) && html`<span class="off"> of ${when(begun)}</span>`;
  return html`
    <li data-game=${id}>
      <div>
        <b>${listed(seats.map(({ name }) => name)) || "A damaged game"}</b>
        <div class="quiet">${[when(begun), stateIn(game)].filter(Boolean).join(" · ")}</div>
        ${refused && html`<p class="problem">${refused}</p>`}
      </div>
      <div class="in-a-row">
        ${!refused && html`<a class="button ${finished ? "" : "main"}" href=${`#table=${id}`}>${finished ? "Look at it" : "Go on"}${which}</a>`}
        ${!refused && (finished || open) && html`<a class="button" href=${`#game=${id}`}>Replay${which}</a>`}
        ${!refused && html`<button type="button" onClick=${copy}>Link${which}</button>`}
        <button type="button" onClick=${forget}>Forget${which}</button>
      </div>
      ${link &&
      html`<div class="hint">
        <p>This link holds the whole game, up to here. Whoever has it and this file can find out all that the game hides.</p>
        <${Sharing} url=${link} qr=${null} who="to this game" />
      </div>`}
    </li>
  `;
}
