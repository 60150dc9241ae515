// Where the host of a server begins: a new game, and the games that there are.
import { html, useCallback, useEffect, useState } from "../html.js";
import { Games } from "./games.js";
import { get } from "./http.js";
import { Links } from "./links.js";
import { NewGame } from "./new_game.js";

/** The start page. `address` is the link that `artrules serve` has printed, with the host's secret. */
export function StartPage({ address }) {
  const secret = hostSecret(address);
  const [catalogue, setCatalogue] = useState(null);
  const [list, setList] = useState({ games: [], next: null });
  const [made, setMade] = useState(null);
  const [problem, setProblem] = useState("");
  const load = useCallback(async () => {
    if (!secret) return setProblem("Open this page by the link that the server printed when it was started.");
    try {
      setCatalogue(await get("/api/rulesets", secret));
      setList(await get("/api/games", secret));
      setProblem("");
    } catch (error) {
      setProblem(error.message);
    }
  }, [secret]);
  useEffect(() => void load(), [load]);
  const more = async () => {
    try {
      const { games, next } = await get(`/api/games?before=${list.next}`, secret);
      setList({ games: [...list.games, ...games], next });
    } catch (error) {
      setProblem(error.message);
    }
  };
  const onMade = (game, wishes) => {
    setMade({ game, names: wishes.seats });
    load();
  };
  return html`
    <main class="start">
      <h1>${catalogue?.rulesets.length === 1 ? catalogue.rulesets[0].title : "A table in the browser"}</h1>
      <div role="alert">
        ${problem && html`<p class="problem">${problem}</p>`}
        ${problem && secret && html`<button type="button" onClick=${load}>Try again</button>`}
      </div>
      ${made && html`<${Links} made=${made.game} names=${made.names} title="The game is set up" />`}
      ${catalogue && html`<${NewGame} ...${catalogue} secret=${secret} onMade=${onMade} />`}
      ${!catalogue && !problem && html`<p class="quiet" role="status">One moment…</p>`}
      ${catalogue &&
      html`
        <section aria-labelledby="games-title">
          <h2 id="games-title">Games</h2>
          <${Games} ...${{ games: list.games, secret, more: list.next === null ? null : more }} onProblem=${(error) => setProblem(error.message)} />
        </section>
      `}
    </main>
  `;
}

/** The host's secret in a link. */
export function hostSecret(address) {
  return new URLSearchParams(new URL(address).hash.slice(1)).get("host") ?? "";
}
