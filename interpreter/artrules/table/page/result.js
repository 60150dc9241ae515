// How a game ended: who won, the parts of each score with the lines that make them up, and what broke a tie.
import { html, useEffect, useRef, useState } from "./html.js";
import { isMe, listed, nameForMe, nameOf } from "./names.js";
import { partsOf } from "./score_table.js";
import { toggled } from "./sets.js";

/** The result of a game that is over, over the table, until it is closed; with `seen` it begins closed. */
export function Result({ state, seen }) {
  const { result } = state.state ?? {};
  if (!result) return null;
  return html`<${Ended} key=${state.welcome?.table?.id} result=${result} welcome=${state.welcome} seen=${seen} />`;
}

function Ended({ result, welcome, seen }) {
  const [open, setOpen] = useState(!seen);
  const title = useRef(null);
  const opener = useRef(null);
  const begun = useRef(false);
  useEffect(() => {
    if (open || begun.current) (open ? title : opener).current?.focus();
    begun.current = true;
  }, [open]);
  if (!open) {
    return html`
      <p class="panel result-line">
        <b>${winnersIn(result, welcome)}</b>
        <button type="button" id="show-result" ref=${opener} onClick=${() => setOpen(true)}>Show the result</button>
      </p>
    `;
  }
  return html`
    <section
      id="result"
      class="panel result"
      role="dialog"
      aria-labelledby="result-title"
      onKeyDown=${(event) => event.key === "Escape" && setOpen(false)}
    >
      <h2 id="result-title" tabindex="-1" ref=${title}>${winnersIn(result, welcome)}</h2>
      ${result.stalled && html`<p>The game stalled: it reached the last round there may be, not an end of its own.</p>`}
      ${result.tie_break && html`<p id="tie-break">${tieBreakIn(result, welcome)}</p>`}
      <${ScoreTable} ...${{ result, welcome }} />
      <div class="in-a-row"><button type="button" class="main" onClick=${() => setOpen(false)}>Look at the table</button></div>
    </section>
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

function ScoreTable({ result, welcome }) {
  const parts = partsOf(result);
  const [open, setOpen] = useState(() => new Set());
  const withLines = parts.filter((part) => part.lines.some((lines) => lines.length));
  const toggle = (label) => setOpen((before) => toggled(before, label));
  const all = withLines.length > 0 && withLines.every((part) => open.has(part.label));
  const names = result.scores.map(({ players }) => listed(players.map((player) => nameForMe(welcome, player))));
  const sideOf = ({ players }) => result.sides.find((side) => side.players.includes(players[0]));
  const together = result.scores.some((score) => sideOf(score).players.length > score.players.length);
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
            ${result.scores.map(
              ({ players }, place) =>
                html`<${Head} name=${names[place]} won=${result.winners.includes(players[0])} />`,
            )}
          </tr>
        </thead>
        ${parts.map((part) => html`<${Part} key=${part.label} ...${{ part, open: open.has(part.label), toggle, names }} />`)}
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            ${result.scores.map((score) => html`<td class="number">${score.total}</td>`)}
          </tr>
          ${together &&
          html`
            <tr>
              <th scope="row">The side's</th>
              ${result.scores.map((score) => html`<td class="number">${sideOf(score).total}</td>`)}
            </tr>
          `}
        </tfoot>
      </table>
    </div>
  `;
}

function Head({ name, won }) {
  return html`
    <th scope="col" class=${won ? "winner" : ""}>
      ${name}${won && html`<span class="crown"> ★<span class="off"> winner</span></span>`}
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
