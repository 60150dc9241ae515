// Where a server begins: for its host the games that can be played, a new table, the tables that there are; for
// everybody else the seats that this browser keeps.
import { html, useCallback, useEffect, useRef, useState } from "../html.js";
import { listed } from "../names.js";
import { endpoint } from "../source.js";
import { fetchChecked, get, post } from "./http.js";
import { browserStorage, forgetAll, forgetSeat, keptSeats } from "./kept.js";
import { NewGame, Shelf, nameAt } from "./new_game.js";
import { Links, Sharing } from "./sharing.js";

const READ_AGAIN = 1500; // milliseconds until the page asks again for games that are still being read

/** The start page. `address` is the link that `artrules serve` has printed, with the host's secret. */
export function StartPage({ address }) {
  const secret = hostSecret(address);
  return html`
    <main class="start">
      ${secret
        ? html`<${HostPage} secret=${secret} />`
        : html`
            <h1>artrules</h1>
            <p>Whoever runs the server opens tables by the link that it printed when it was started. If you have laid a
              table in this browser, the page where you did may still be open in another tab. To play, open the link that you were given.</p>
          `}
      <${KeptHere} />
    </main>
  `;
}

function HostPage({ secret }) {
  const [catalogue, setCatalogue] = useState(null);
  const [list, setList] = useState({ games: [], next: null });
  const [chosen, setChosen] = useState(null);
  const [made, setMade] = useState(null);
  const [problem, setProblem] = useState("");
  const trying = useCallback(async (work) => {
    try {
      await work();
      setProblem("");
    } catch (error) {
      setProblem(error.message);
    }
  }, []);
  const load = useCallback(
    () =>
      trying(async () => {
        const read = await get("/api/rulesets", secret);
        setCatalogue(read);
        if (read.rulesets.length === 1) setChosen(await get(`/api/rulesets/${read.rulesets[0].name}`, secret));
        setList(await get("/api/games", secret));
      }),
    [secret],
  );
  useEffect(() => void load(), [load]);
  const beingRead = catalogue?.rulesets.some(({ ready, refused }) => ready === false && !refused);
  useEffect(() => {
    if (!beingRead) return undefined;
    const clock = setTimeout(() => get("/api/rulesets", secret).then(setCatalogue, () => {}), READ_AGAIN);
    return () => clearTimeout(clock);
  }, [catalogue]);
  const choose = (name) => trying(async () => setChosen(await get(`/api/rulesets/${name}`, secret)));
  const more = () =>
    trying(async () => {
      const { games, next } = await get(`/api/games?before=${list.next}`, secret);
      setList({ games: [...list.games, ...games], next });
    });
  const onMade = (game, wishes) => {
    setMade({ game, wishes });
    trying(async () => setList(await get("/api/games", secret)));
    scrollTo(0, 0);
  };
  const several = catalogue?.rulesets.length > 1;
  return html`
    <div role="alert">
      ${problem && html`<p class="problem">${problem}</p>`}
      ${problem && html`<button type="button" onClick=${load}>Try again</button>`}
    </div>
    ${!catalogue && !problem && html`<p class="quiet" role="status">One moment…</p>`}
    ${made
      ? html`<${LaidTable} ...${made} ruleset=${chosen} reachable=${catalogue.reachable} done=${() => setMade(null)} />`
      : chosen
        ? html`<${NewGame} key=${chosen.name} ...${{ ruleset: chosen, secret, onMade, back: several && (() => setChosen(null)) }} />`
        : catalogue && several && html`<h1>What shall we play?</h1><${Shelf} rulesets=${catalogue.rulesets} choose=${choose} />`}
    ${list.games.length > 0 &&
    html`
      <section aria-labelledby="games-title">
        <h2 id="games-title">Tables</h2>
        <${Games} ...${{ games: list.games, secret, more: list.next === null ? null : more }} onProblem=${(error) => setProblem(error.message)} onDone=${load} />
      </section>
    `}
  `;
}

/** The host's secret in a link, or, without one, of the page that this tab began with or was opened from: so the way home
 *  from one's own seat leads back there. */
function hostSecret(address) {
  const given = new URLSearchParams(new URL(address).hash.slice(1)).get("host") ?? "";
  const storage = browserStorage("sessionStorage");
  if (given) storage?.setItem(HOST, given);
  return given || (storage?.getItem(HOST) ?? "");
}

const HOST = "artrules host";

// A table that has just been laid: one's own seat, the invitation for the others, and who has come already.

const LOOK_AGAIN = 3000; // milliseconds until the page asks again who has come

/** The page of a game that `onMade` of NewGame was told of; `reachable` says whether others can reach the server. */
function LaidTable({ game, wishes, ruleset, reachable, done }) {
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [game]);
  const [own, ...others] = game.links;
  const together = wishes.links === "together" || wishes.seats[0].bot !== null;
  return html`
    <section class="laid" aria-labelledby="laid-title">
      <h1 id="laid-title" tabindex="-1" ref=${heading}>The table is laid</h1>
      <p class="quiet">${ruleset.title}, ${wishes.players === 1 ? "1 player" : `${wishes.players} players`}</p>
      <a class="button main" id="take-seat" href=${own.url} target="_blank" rel="opener">${together ? "Open the table" : "Take your seat"}</a>
      ${game.invitation &&
      html`
        <section class="invitation" aria-labelledby="invitation-title">
          <h2 id="invitation-title">Invite the others</h2>
          <p>Whoever has this link chooses one of the free seats and a name: scan it with a phone, or send it.</p>
          ${reachable === false && html`<p class="hint">Only this machine can reach the server. For others in your network, start it with <code>--host 0.0.0.0</code>.</p>`}
          <${Sharing} ...${game.invitation} who="to join" />
          <${Coming} game=${game} />
        </section>
      `}
      ${others.length > 0 &&
      html`
        <details>
          <summary>A link for each seat</summary>
          <${Links} made=${{ links: others }} names=${wishes.seats.map((_, index) => nameAt(wishes, index))} title="A link for each seat" />
        </details>
      `}
      ${game.watch &&
      html`
        <details>
          <summary>A link for those who only watch</summary>
          <p class="quiet">They see what anybody at the table may see, and nobody's hand.</p>
          <${Sharing} ...${game.watch} who="to watch" />
        </details>
      `}
      <button type="button" onClick=${done}>Lay another table</button>
    </section>
  `;
}

// Who has come to the seats that an invitation may take.
function Coming({ game }) {
  const [seats, setSeats] = useState([]);
  useEffect(() => {
    const { secret } = endpoint(game.links[0].url);
    const look = () => get(`/api/games/${game.id}/seats`, secret).then((answer) => setSeats(answer.seats), () => {});
    look();
    const clock = setInterval(look, LOOK_AGAIN);
    return () => clearInterval(clock);
  }, [game]);
  const word = { person: "has come", empty: "still free" };
  const people = seats.filter(({ seat, who }) => who !== "bot" && !game.links[0].seats.includes(seat));
  return html`
    <div role="status"><ul class="coming" aria-label="Who has come">
      ${people.map(({ seat, name, who }) => html`<li key=${seat} data-who=${who}>${name} <span class="quiet">${word[who]}</span></li>`)}
    </ul></div>
  `;
}

// The tables that the server keeps: who plays, since when, how far. The link of a replay has a secret of its own, which
// opens nothing else: so it may be given to others.

/** The games of the list; `more` reads further ones, and is null where there are none. */
function Games({ games, secret, more, onProblem, onDone }) {
  if (!games.length) return html`<p class="quiet">No games yet.</p>`;
  const timeStyle = games.some(({ origin }) => origin) ? "medium" : "short"; // with seconds where one names another
  return html`
    <ul class="games">
      ${games.map((game) => html`<${GameOfList} key=${game.id} ...${{ game, timeStyle, secret, onProblem, onDone }} />`)}
    </ul>
    ${more && html`<button type="button" onClick=${more}>Show earlier games</button>`}
  `;
}

function GameOfList({ game, timeStyle, secret, onProblem, onDone }) {
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
        <div class="quiet">${[when(game.begun, timeStyle), stateIn(game), originIn(game)].filter(Boolean).join(" · ")}</div>
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
      ${game.renewable && html`<${Renewal} ...${{ game, secret, onProblem, onDone }} />`}
      ${made && html`<${Links} made=${made} names=${game.seats} title="New links; the old ones open nothing any more" />`}
    </li>
  `;
}

// A game whose rules were edited: how far it can be played again by those of today, before anybody decides.
function Renewal({ game, secret, onProblem, onDone }) {
  const [answer, setAnswer] = useState(null);
  const renew = (really) => post(`/api/games/${game.id}/renew`, secret, { really });
  const look = () => renew(false).then(setAnswer, onProblem);
  const goOn = () => renew(true).then(onDone, onProblem);
  if (!answer) return html`<button type="button" onClick=${look}>What can be done?<${Which} game=${game} /></button>`;
  const { possible, of, lost, round, phase } = answer;
  return html`
    <div class="hint" role="status">
      <p>
        By the rules of today, ${lost ? `${possible} of ${of} choices` : "all choices"} can be made again${lost > 0 && `, as far as round ${round}${phase && `, ${phase}`}; the last ${lost} would be lost`}.
      </p>
      <button type="button" onClick=${goOn}>Go on by these rules<${Which} game=${game} /></button>
    </div>
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

/** From which game one of the list goes on, after which choice and with what else, in words. */
export function originIn({ origin }) {
  if (!origin) return "";
  const { begun, after, changed, rules } = origin;
  const what = [changed && "with a changed position", rules && "with other rules"].filter(Boolean);
  const moment = after === null ? "" : ` after ${after === 1 ? "1 choice" : `${after} choices`}`;
  return [`from ${begun ? `the game of ${when(begun, "medium")}` : "another game"}${moment}`, ...what].join(", ");
}

/** A moment as people write it: day and time; nothing where it isn't known. */
export function when(moment, timeStyle = "short") {
  if (Number.isNaN(Date.parse(moment))) return "";
  return new Date(moment).toLocaleString(undefined, { dateStyle: "medium", timeStyle });
}

// Saves what is at an address as a file. A plain link can't: the secret stands in no address that a server sees.
async function download(path, secret, name) {
  const response = await fetchChecked(path, secret, { method: "GET" });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

// What this browser keeps.

/** The seats that are kept, what else is, and how to forget it. */
function KeptHere() {
  const [seats, setSeats] = useState(() => keptSeats());
  const [said, setSaid] = useState("");
  const forget = (url) => {
    forgetSeat(url);
    setSeats(keptSeats());
    setSaid("Forgotten.");
  };
  const forgetEverything = () => {
    forgetAll();
    forgetAll(browserStorage("sessionStorage"));
    setSeats([]);
    setSaid("This browser keeps nothing of these pages any more.");
  };
  return html`
    <section class="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">On this device</h2>
      ${seats.length > 0 &&
      html`<ul class="games">
        ${seats.map((seat) => html`<${Kept} key=${seat.url} seat=${seat} forget=${() => forget(seat.url)} />`)}
      </ul>`}
      <p class="quiet">
        ${seats.length
          ? "Whoever uses this device can open these seats. "
          : "A seat that you keep on this device stands here, and is found again when its page is closed. "}
        Beside seats, this browser keeps your name, the colours that you chose, how long the table stands still, and which
        introductions you have seen. Nothing of it is sent to anybody.
      </p>
      <p class="in-a-row">
        <button type="button" class="small" onClick=${forgetEverything}>Forget all of it</button>
        <span role="status" class="quiet">${said}</span>
      </p>
    </section>
  `;
}

function Kept({ seat: { game, url, title, name }, forget }) {
  const [stands, setStands] = useState("");
  useEffect(() => {
    get("/api/games", endpoint(url).secret).then(
      ({ games }) => setStands(games.length ? stateOf(games[0]) : "is no longer there"),
      (error) => setStands(error.message),
    );
  }, [game]);
  return html`
    <li>
      <div><b>${title}</b>, as ${name}<div class="quiet">${stands}</div></div>
      <div class="in-a-row">
        <a class="button main" href=${url}>Sit down<span class="off"> at ${title} as ${name}</span></a>
        <button type="button" onClick=${forget}>Forget<span class="off"> the seat of ${name} at ${title}</span></button>
      </div>
    </li>
  `;
}

const stateOf = ({ finished, refused }) => refused ?? (finished ? "is over" : "goes on");
