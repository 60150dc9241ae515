// What the points are for: as a chart, and as a table whose rows open.
import { html, useState } from "./html.js";
import { listed, nameForMe } from "./names.js";
import { barsOf, inOrder, partsOf } from "./score_table.js";
import { toggled } from "./sets.js";

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
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            ${scores.map((score) => html`<td class="number">${score.total}</td>`)}
          </tr>
          ${together &&
          html`
            <tr>
              <th scope="row">The side's</th>
              ${scores.map((score) => html`<td class="number">${sideOf(score).total}</td>`)}
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
