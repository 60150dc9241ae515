// What has happened, by round and phase; what is new since one's own last choice is marked.
import { html, useEffect, useMemo, useRef, useState } from "./html.js";
import { count, filtered, grouped, newsFrom } from "./log_groups.js";
import { nameForMe } from "./names.js";
import { Worded } from "./terms.js";

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
            ${run.player !== null && html`<b class="log-player">${nameForMe(welcome, run.player)}</b>`}
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
    <li class=${`log-line ${line.kind} ${line.aside ? "quiet" : ""} ${isNew ? "new" : ""}`} title=${line.aside || undefined}>
      ${isNew && html`<span class="off">new: </span>`}<${Worded} text=${line.text} terms=${terms} />
      ${line.aside && html`<span class="off"> (${line.aside})</span>`}
    </li>
  `;
}

// The end is in sight, unless somebody has scrolled up to read. Only scrolling up in a box that has stayed as it was
// says so: a box also scrolls by itself when its lines or its height change.
function Scrolled({ length, children }) {
  const box = useRef(null);
  const atEnd = useRef(true);
  const before = useRef({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 });
  const showEnd = () => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const noticeEnd = ({ target: { scrollTop, clientHeight, scrollHeight } }) => {
    const was = before.current;
    const isSame = clientHeight === was.clientHeight && scrollHeight === was.scrollHeight;
    if (scrollTop + clientHeight > scrollHeight - 40) atEnd.current = true;
    else if (isSame && scrollTop < was.scrollTop) atEnd.current = false;
    before.current = { scrollTop, clientHeight, scrollHeight };
  };
  useEffect(showEnd, [length]);
  useEffect(() => {
    const heights = new ResizeObserver(showEnd);
    heights.observe(box.current);
    return () => heights.disconnect();
  }, []);
  return html`
    <div class="log-lines" ref=${box} onScroll=${noticeEnd} tabindex="0" role="region" aria-label="Lines, by round">
      ${children}
    </div>
  `;
}
