// The last page: who won and how, what the points are for, and what one can do now.

import { html, useEffect, useRef, useState } from "./html.js";
import { post } from "./lobby/http.js";
import { listed, nameForMe, nameOf, winnersIn } from "./names.js";
import { home } from "./place.js";
import { toggled } from "./preferences.js";
import { SHOW_RESULT } from "./side.js";
import { endpoint } from "./source.js";
import { describedAs } from "./things.js";

// The scores of a result: who comes first, the rows of a table, the bars of a chart.

/** The sides of a result, the best first: `[{players, total, place, won}]`. Those that are level share a place. */
export function placesOf(result) {
  const { best, others } = winnersAndOthers(result);
  const fewest = fewestWin(result);
  others.sort((one, other) => (fewest ? one.total - other.total : other.total - one.total));
  const behind = (side) => best.length + others.findIndex(({ total }) => total === side.total) + 1;
  return [
    ...best.map((side) => ({ ...side, place: 1, won: true })),
    ...others.map((side) => ({ ...side, place: behind(side), won: false })),
  ];
}

/** Whether the fewest points win, as what the winners have tells. */
export function fewestWin(result) {
  const { best, others } = winnersAndOthers(result);
  return others.some(({ total }) => best.some((side) => side.total < total));
}

function winnersAndOthers({ sides, winners }) {
  const won = ({ players }) => players.some((player) => winners.includes(player));
  return { best: sides.filter(won), others: sides.filter((side) => !won(side)) };
}

/** The scores of a result, those of the best side first. */
export function inOrder(result) {
  const players = placesOf(result).flatMap((side) => side.players);
  const place = (score) => players.indexOf(score.players[0]);
  return [...result.scores].sort((one, other) => place(one) - place(other));
}

/** The parts of the scores in order: `[{label, points: [of each player], lines: [[{label, points}] of each player]}]`.
 *  A line that only repeats its part tells nothing and is left out. */
export function partsOf(scores) {
  const labels = [...new Set(scores.flatMap(({ parts }) => parts.map(({ label }) => label)))];
  return labels.map((label) => {
    const found = scores.map(({ parts }) => parts.find((part) => part.label === label));
    return {
      label,
      points: found.map((part) => part?.points ?? 0),
      lines: found.map((part) => telling(label, part?.lines ?? [])),
    };
  });
}

const telling = (part, lines) => (lines.length === 1 && lines[0].label === part ? [] : lines);

/** The bars of a chart, one for each score: `{zero, bars: [[{part, points, start, size}]]}`, where `part` counts the
 *  parts, and lengths are in hundredths of the chart's. What takes points away lies before zero. */
export function barsOf(scores, parts) {
  const sum = (place, sign) => parts.reduce((all, { points }) => all + Math.max(0, sign * points[place]), 0);
  const least = Math.max(0, ...scores.map((_, place) => sum(place, -1)));
  const most = Math.max(0, ...scores.map((_, place) => sum(place, 1)));
  const scale = 100 / (least + most || 1);
  const bars = scores.map((_, place) => {
    const ends = { before: least * scale, after: least * scale };
    return parts.flatMap(({ points }, part) => {
      const size = Math.abs(points[place]) * scale;
      if (!size) return [];
      const start = points[place] > 0 ? ends.after : ends.before - size;
      if (points[place] > 0) ends.after += size;
      else ends.before = start;
      return [{ part, points: points[place], start, size }];
    });
  });
  return { zero: least * scale, bars };
}

// What the points are for: as a chart, and as a table whose rows open.

export function Points({ result, welcome }) {
  const scores = inOrder(result);
  const parts = partsOf(scores);
  const names = scores.map(({ players }) => listed(players.map((player) => nameForMe(welcome, player))));
  const sideOf = ({ players }) => result.sides.find((side) => side.players.includes(players[0]));
  return html`
    <${Chart} ...${{ scores, parts, names }} />
    <${ScoreTable} ...${{ result, scores, parts, names, sideOf }} />
  `;
}

// The table below says the same in words: a screen reader is spared the chart.
function Chart({ scores, parts, names }) {
  const { zero, bars } = barsOf(scores, parts);
  const several = parts.length > 1;
  return html`
    <div class="chart" aria-hidden="true">
      ${several &&
      html`<ul class="legend">
        ${parts.map(({ label }, part) => html`<li><i class="piece" style=${{ "--part": part }}></i> ${label}</li>`)}
      </ul>`}
      ${scores.map(({ total }, place) => html`
        <div class="bar">
          <span class="whose">${names[place]}</span>
          <span class="length">
            <i class="zero" style=${{ left: `${zero}%` }}></i>
            ${bars[place].map(({ part, points, start, size }) => html`
              <i class="piece" style=${{ "--part": part, left: `${start}%`, width: `${size}%` }}>
                ${several && html`<b>${points}</b>`}
              </i>
            `)}
          </span>
          <b class="total">${total}</b>
        </div>
      `)}
    </div>
  `;
}

function ScoreTable({ result, scores, parts, names, sideOf }) {
  const [open, setOpen] = useState(() => new Set());
  const withLines = parts.filter((part) => part.lines.some((lines) => lines.length));
  const toggle = (label) => setOpen((before) => toggled(before, label));
  const all = withLines.length > 0 && withLines.every((part) => open.has(part.label));
  const together = scores.some((score) => sideOf(score).players.length > score.players.length);
  return html`
    ${withLines.length > 0 &&
    html`
      <button
        type="button"
        class="small"
        aria-expanded=${all}
        onClick=${() => setOpen(new Set(all ? [] : withLines.map((part) => part.label)))}
      >
        ${all ? "Hide" : "Show"} what all points are for
      </button>
    `}
    <div class="scroll" tabindex="0" role="region" aria-label="Scores">
      <table class="score-table">
        <thead>
          <tr>
            <th scope="col">Points</th>
            ${scores.map(
              ({ players }, place) => html`<${Head} name=${names[place]} won=${result.winners.includes(players[0])} />`,
            )}
          </tr>
        </thead>
        ${parts.map((part) => html`<${Part} key=${part.label} ...${{ part, open: open.has(part.label), toggle, names }} />`)}
        ${(parts.length !== 1 || together) &&
        html`
          <tfoot>
            ${parts.length !== 1 && html`<${Totals} title="Total" totals=${scores.map(({ total }) => total)} />`}
            ${together && html`<${Totals} title="The side's" totals=${scores.map((score) => sideOf(score).total)} />`}
          </tfoot>
        `}
      </table>
    </div>
  `;
}

function Totals({ title, totals }) {
  return html`
    <tr>
      <th scope="row">${title}</th>
      ${totals.map((total) => html`<td class="number">${total}</td>`)}
    </tr>
  `;
}

function Head({ name, won }) {
  return html`
    <th scope="col" class=${won ? "winner" : ""}>
      ${name}${won && html`<span> ★<span class="off"> winner</span></span>`}
    </th>
  `;
}

function Part({ part, open, toggle, names }) {
  const hasLines = part.lines.some((lines) => lines.length);
  return html`
    <tbody>
      <tr>
        <th scope="row">
          ${hasLines
            ? html`
                <button type="button" class="unfold" aria-expanded=${open} onClick=${() => toggle(part.label)}>
                  ${part.label}
                </button>
              `
            : part.label}
        </th>
        ${part.points.map((points) => html`<td class="number">${points}</td>`)}
      </tr>
      ${open && html`<${Lines} part=${part} names=${names} />`}
    </tbody>
  `;
}

// What each of them has the points of a part for. A phone hasn't the room for columns, so they flow.
function Lines({ part, names }) {
  return html`
    <tr>
      <td colspan=${names.length + 1}>
        <div class="score-lines">
          ${part.lines.map(
            (lines, place) =>
              lines.length > 0 &&
              html`
                <div>
                  <h3>${names[place]}</h3>
                  <ul>
                    ${lines.map((line) => html`<li><b>${line.points}</b> <span>${line.label}</span></li>`)}
                  </ul>
                </div>
              `,
          )}
        </div>
      </td>
    </tr>
  `;
}

/** The result of a game that is over, over the table, until it is closed; with `seen` it begins closed. `address` is
 *  the link of the seat that looks at it, if one does. */
export function Result({ state: { state, welcome, description }, seen, address }) {
  if (!state?.result) return null;
  const { result } = state;
  return html`<${Ended} key=${welcome?.table?.id} ...${{ result, view: state.view, welcome, description, seen, address }} />`;
}

function Ended({ result, view, welcome, description, seen, address }) {
  const [open, setOpen] = useState(!seen);
  const page = useRef(null);
  const begun = useRef(false);
  useEffect(() => {
    if (open) page.current.showModal();
    else if (begun.current) document.querySelector("#show-result")?.focus();
    begun.current = true;
  }, [open]);
  useEffect(() => {
    const show = () => setOpen(true);
    document.addEventListener(SHOW_RESULT, show);
    return () => document.removeEventListener(SHOW_RESULT, show);
  }, []);
  const close = () => setOpen(false);
  const rounds = result.rounds > 1 && `after ${result.rounds} rounds`;
  const facts = [description.title, rounds, fewestWin(result) && "the fewest points win"].filter(Boolean);
  if (!open) return null;
  return html`
    <dialog id="result" class="result" aria-labelledby="result-title" ref=${page} onClose=${close}>
      <div class="scroller">
        <p class="quiet">${facts.join(" · ")}</p>
        <h2 id="result-title" tabindex="-1" autofocus>${winnersIn(result, welcome)}</h2>
        ${result.stalled && html`<p>The game stalled: it reached the last round there may be, not an end of its own.</p>`}
        ${description.ends && !result.stalled && html`<p id="why-over" class="quiet">${description.ends}</p>`}
        ${result.tie_break && html`<p id="tie-break">${tieBreakIn(result, welcome, view, description)}</p>`}
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
        ${address && html`<a class="button" href=${home}>Home</a>`}
      </div>
    </footer>
  `;
}

function tieBreakIn({ tie_break: { tied, text }, winners }, welcome, view, description) {
  const names = (players) => listed(players.map((player) => nameOf(welcome, player)));
  const values = decidingValues(text, tied, view, description).map(({ player, value }) => `${nameOf(welcome, player)} ${value}`);
  return `${names(tied)} were level. What decided for ${names(winners)}: ${text}${values.length ? ` (${values.join(", ")})` : ""}.`;
}

/** What those who were level have of what decided, where the table shows it as a number of each of them: [{player, value}].
 *  The words of a tie-break are how it counts, and of what: `most wealth`. */
export function decidingValues(text, tied, view, description) {
  const name = text.split(" ").slice(1).join("_");
  const values = tied.map((player) => ({ player, value: view.players[player]?.[name] }));
  return describedAs(description, name) && values.every(({ value }) => typeof value === "number") ? values : [];
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
