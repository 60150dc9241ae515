// What has happened, by round and phase; what is new since one's own last choice is marked, and a screen reader says it.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./html.js";
import { briefNameForMe, nameForMe } from "./names.js";
import { unbracketed } from "./motion/moves.js";
import { newsSince } from "./store.js";
import { Worded } from "./terms.js";

// The log in groups: rounds, in them phases, in them what one player did without a break.

const CHOICES = new Set(["choice", "taken"]);

/** The log as rounds: `[{round, phases: [{phase, runs: [{player, lines: [{place, kind, sort, text, aside}]}]}]}]`. `place`
 *  counts a line in the whole log; `player` is null where the line is of nobody. Groups without lines are left out. Equal
 *  lines in a row are one, with their number, at the place of the last. What was taken has no brackets here; of several such
 *  lines the last has the `aside`. */
export function grouped(entries) {
  const rounds = [];
  let goesOn = false; // whether nothing stands between this line and the last
  entries.forEach((entry, place) => {
    if (entry.sort === "heading" || entry.sort === "ending") {
      goesOn = false;
      return;
    }
    const round = last(rounds, (each) => each.round === entry.round, { round: entry.round, phases: [] });
    const phase = last(round.phases, (each) => each.phase === entry.phase, { phase: entry.phase, runs: [] });
    const player = entry.player ?? null;
    const run = last(phase.runs, (each) => goesOn && each.player === player, { player, lines: [] });
    goesOn = true;
    const isTaken = entry.sort === "taken";
    const text = isTaken ? unbracketed(entry.text) : entry.text;
    const line = { place, kind: entry.kind, sort: entry.sort, text, aside: entry.aside, times: 1 };
    const before = run.lines.at(-1);
    if (isTaken && before?.sort === "taken") before.aside = "";
    if (before?.said === entry.text) {
      line.times = before.times + 1;
      line.text = `${text} ×${line.times}`;
      run.lines.pop();
    }
    run.lines.push({ ...line, said: entry.text });
  });
  return rounds;
}

// The last of a list, if it fits, else a new one at its end.
function last(list, fits, fresh) {
  if (!list.length || !fits(list.at(-1))) list.push(fresh);
  return list.at(-1);
}

/** Where in the log the news begin for a seat: after its own last choice. The end of the log for nobody's page. */
export function newsFrom(entries, seat) {
  if (seat === null || seat === undefined) return entries.length;
  return entries.findLastIndex((entry) => entry.player === seat && CHOICES.has(entry.sort)) + 1;
}

/** The groups with only the lines that a filter lets through: those of `player`, unless null, that hold `text`. */
export function filtered(rounds, { player = null, text = "" }) {
  const wanted = text.trim().toLowerCase();
  const keepRun = (run) => ({ ...run, lines: run.lines.filter((line) => line.text.toLowerCase().includes(wanted)) });
  const keepPhase = (phase) => ({
    ...phase,
    runs: phase.runs
      .filter((run) => player === null || run.player === player)
      .map(keepRun)
      .filter((run) => run.lines.length),
  });
  return rounds
    .map((round) => ({ ...round, phases: round.phases.map(keepPhase).filter((phase) => phase.runs.length) }))
    .filter((round) => round.phases.length);
}

/** How many lines there are in groups. */
export function count(rounds) {
  return rounds.flatMap((round) => round.phases.flatMap((phase) => phase.runs.flatMap((run) => run.lines))).length;
}

export function Log({ state }) {
  return html`<${LogOfSeat} key=${state.welcome?.seat} state=${state} />`;
}

function LogOfSeat({ state }) {
  const { log, welcome, description } = state;
  const [player, setPlayer] = useState(null);
  const [text, setText] = useState("");
  const rounds = useMemo(() => grouped(log), [log]);
  const shown = useMemo(() => filtered(rounds, { player, text }), [rounds, player, text]);
  const news = newsFrom(log, welcome?.seat);
  const searching = player !== null || text.trim() !== "";
  const newest = shown.at(-1)?.round;
  return html`
    <section id="log" class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">What has happened</h2>
      <${Filter} ...${{ welcome, player, setPlayer, text, setText }} />
      <p class="quiet" role="status">${searching ? found(count(shown)) : ""}</p>
      <${Scrolled} length=${log.length}>
        ${shown.map(
          (round) => html`
            <details key=${`${round.round} ${searching}`} open=${searching || round.round >= newest - 1}>
              <summary><h3>${round.round ? `Round ${round.round}` : "Before the first round"}</h3></summary>
              ${round.phases.map((phase) => html`<${Phase} ...${{ phase, description, welcome, news }} />`)}
            </details>
          `,
        )}
        ${log.length === 0 && html`<p class="quiet">Nothing yet.</p>`}
      <//>
    </section>
  `;
}

const found = (number) => (number === 1 ? "1 line" : `${number} lines`);

function Filter({ welcome, player, setPlayer, text, setText }) {
  const seats = welcome?.seats ?? [];
  return html`
    <div class="log-filter">
      <input
        type="search"
        aria-label="Find in what has happened"
        placeholder="Find"
        value=${text}
        onInput=${(event) => setText(event.target.value)}
      />
      <select
        aria-label="Whose lines"
        value=${player ?? ""}
        onChange=${(event) => setPlayer(event.target.value ? Number(event.target.value) : null)}
      >
        <option value="">Everybody</option>
        ${seats.map(({ seat }) => html`<option value=${seat}>${nameForMe(welcome, seat)}</option>`)}
      </select>
    </div>
  `;
}

function Phase({ phase, description, welcome, news }) {
  const title = description?.phases?.[phase.phase]?.title;
  return html`
    ${title && html`<h4>${title}</h4>`}
    <ul>
      ${phase.runs.map(
        (run) => html`
          <li class="log-run">
            ${run.player !== null && html`<b class="log-player">${briefNameForMe(welcome, run.player)}</b>`}
            <ul>
              ${run.lines.map((line) => html`<${Line} key=${line.place} line=${line} isNew=${line.place >= news} terms=${description?.terms} />`)}
            </ul>
          </li>
        `,
      )}
    </ul>
  `;
}

function Line({ line, isNew, terms }) {
  return html`
    <li class=${`log-line ${line.kind} ${line.aside || line.sort === "taken" ? "quiet" : ""} ${isNew ? "new" : ""}`} title=${line.aside || undefined}>
      ${isNew && html`<span class="off">new: </span>`}<${Worded} text=${line.text} terms=${terms} />
      ${line.aside && html`<span class=${line.sort === "taken" ? "aside-words" : "off"}> (${line.aside})</span>`}
    </li>
  `;
}

// The end is in sight, and the first line stands whole, unless somebody has scrolled up to read, until they are at the end
// again. Only scrolling up in a box that has stayed as it was says so: a box also scrolls by itself when its lines or its
// height change, and tells of it later. So what it was is noted each time that its end is shown.
function Scrolled({ length, children }) {
  const box = useRef(null);
  const atEnd = useRef(true);
  const [isAway, setAway] = useState(false);
  const follow = (follows) => {
    atEnd.current = follows;
    setAway(!follows);
  };
  const before = useRef({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 });
  const note = ({ scrollTop, clientHeight, scrollHeight }) => (before.current = { scrollTop, clientHeight, scrollHeight });
  const showEnd = () => {
    if (!atEnd.current || !box.current) return;
    const { scrollHeight, clientHeight } = box.current;
    const topOf = (element) => element.getBoundingClientRect().top;
    box.current.scrollTop = scrollHeight - tailOf(box.current) - clientHeight;
    const first = [...box.current.querySelectorAll(".log-line, h4")].map((line) => topOf(line) - topOf(box.current)).find((far) => far >= 0);
    box.current.scrollTop += Math.floor(first ?? 0);
    note(box.current);
  };
  const noticeEnd = ({ target }) => {
    const { scrollTop, clientHeight, scrollHeight } = target;
    const was = before.current;
    const isSame = clientHeight === was.clientHeight && scrollHeight === was.scrollHeight;
    if (scrollTop + clientHeight > scrollHeight - tailOf(target) - 20) follow(true);
    else if (isSame && scrollTop < was.scrollTop) follow(false);
    note(target);
  };
  useLayoutEffect(showEnd, [length, isAway]);
  useEffect(() => {
    const heights = new ResizeObserver(() => {
      if (!box.current) return; // it has just gone
      if (box.current.clientHeight < before.current.clientHeight) follow(true); // whoever has read closes the panel
      showEnd();
    });
    heights.observe(box.current);
    return () => heights.disconnect();
  }, []);
  return html`
    <div class="log-lines" ref=${box} onScroll=${noticeEnd} tabindex="0" role="region" aria-label="Lines, by round">
      ${children}
      ${isAway && html`<button type="button" class="to-newest" onClick=${() => follow(true)}>To the newest line</button>`}
    </div>
  `;
}

/** The room below the last line. */
const tailOf = (box) => parseFloat(getComputedStyle(box).paddingBottom);

// What a screen reader says when something has happened: the news in the log's words, then whose turn it is.

const MOST_LINES = 6;

/** A line of the log as it is told where no name of its player stands above it. */
export const toldAlone = ({ player, sort, text }) => (player && sort !== "heading" ? `player ${player}: ${text}` : text);

/** One text of what happened between two logs, and what is asked now. `asked` is the question on the page. */
export function announcement(before, after, asked) {
  const lines = newsSince(before, after).map(toldAlone);
  const skipped = lines.length - MOST_LINES;
  const told = skipped > 0 ? [`${skipped} more lines in the log`, ...lines.slice(-MOST_LINES)] : lines;
  return [...told, asked].join(". ");
}
