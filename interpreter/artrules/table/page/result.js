// The last page: who won and how, what the points are for, and what one can do now.
import { html, useEffect, useRef, useState } from "./html.js";
import { post } from "./lobby/http.js";
import { isMe, listed, nameForMe, nameOf } from "./names.js";
import { Points } from "./points.js";
import { fewestWin, placesOf } from "./score_table.js";
import { endpoint } from "./source.js";

/** The result of a game that is over, over the table, until it is closed; with `seen` it begins closed. `address` is
 *  the link of the seat that looks at it, if one does. */
export function Result({ state: { state, welcome, description }, seen, address }) {
  if (!state?.result) return null;
  const { result } = state;
  return html`<${Ended} key=${welcome?.table?.id} ...${{ result, welcome, title: description.title, seen, address }} />`;
}

function Ended({ result, welcome, title, seen, address }) {
  const [open, setOpen] = useState(!seen);
  const page = useRef(null);
  const opener = useRef(null);
  const begun = useRef(false);
  useEffect(() => {
    if (open) page.current.showModal();
    else if (begun.current) opener.current.focus();
    begun.current = true;
  }, [open]);
  const close = () => setOpen(false);
  const rounds = result.rounds > 1 && `after ${result.rounds} rounds`;
  const facts = [title, rounds, fewestWin(result) && "the fewest points win"].filter(Boolean);
  if (!open) {
    return html`
      <p class="panel result-line">
        <b>${winnersIn(result, welcome)}</b>
        <button type="button" id="show-result" ref=${opener} onClick=${() => setOpen(true)}>Show the result</button>
      </p>
    `;
  }
  return html`
    <dialog id="result" class="result" aria-labelledby="result-title" ref=${page} onClose=${close}>
      <div class="scroller">
        <p class="quiet">${facts.join(" · ")}</p>
        <h2 id="result-title" tabindex="-1" autofocus>${winnersIn(result, welcome)}</h2>
        ${result.stalled && html`<p>The game stalled: it reached the last round there may be, not an end of its own.</p>`}
        ${result.tie_break && html`<p id="tie-break">${tieBreakIn(result, welcome)}</p>`}
        <${Podium} ...${{ result, welcome }} />
        <${Points} ...${{ result, welcome }} />
      </div>
      <${Afterwards} ...${{ welcome, address, close }} />
    </dialog>
  `;
}

function Afterwards({ welcome, address, close }) {
  const [problem, setProblem] = useState("");
  const go = async (what) => {
    setProblem("");
    try {
      const { url } = await post(`/api/games/${welcome.table.id}/${what}`, endpoint(address).secret, {});
      location.assign(url);
    } catch (error) {
      setProblem(error.message);
    }
  };
  const plays = address && welcome.mine.length > 0;
  return html`
    <footer class="afterwards">
      ${welcome.next && plays && html`<p role="status"><b>${welcome.nextBy ?? "Somebody"}</b> plays again.</p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="in-a-row">
        ${plays &&
        html`
          <button type="button" id="again" class="main" onClick=${() => go("again")}>
            ${welcome.next ? "Join the new game" : "Play again"}
          </button>
          <button type="button" id="watch-again" onClick=${() => go("replay")}>Replay</button>
        `}
        <button type="button" class=${plays ? "" : "main"} onClick=${close}>Look at the table</button>
        ${address && html`<a class="button" href="/">Home</a>`}
      </div>
    </footer>
  `;
}

function winnersIn({ winners, sides }, welcome) {
  if (!winners.length) return "Nobody wins";
  const names = listed(winners.map((player) => nameForMe(welcome, player)));
  const together = sides.some(({ players }) => winners.every((player) => players.includes(player)));
  if (winners.length > 1) return together ? `${names} win together` : `${names} share the win`;
  return isMe(welcome, winners[0]) ? "You win" : `${names} wins`;
}

function tieBreakIn({ tie_break: { tied, text }, winners }, welcome) {
  const names = (players) => listed(players.map((player) => nameOf(welcome, player)));
  return `${names(tied)} were level. What decided for ${names(winners)}: ${text}.`;
}


const STEPS = 3;

// Who came first, second and third, and those behind them.
function Podium({ result, welcome }) {
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
          <span class="stair"><span class="off">place </span>${side.place}</span>
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
