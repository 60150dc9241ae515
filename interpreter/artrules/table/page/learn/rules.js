// The rules of the game at this table, as its rulebook tells them: searched by words, with its terms explained.
import { html, useEffect, useState } from "../html.js";
import { get } from "../lobby/http.js";
import { endpoint } from "../source.js";
import { Worded } from "../terms.js";

/** The panel. It asks the server for the rules when it is `shown` for the first time. */
export function Rules({ state: { welcome, description }, shown, address = location.href }) {
  const [rules, setRules] = useState(null);
  const [problem, setProblem] = useState("");
  const [typed, setTyped] = useState("");
  const id = welcome?.table?.id;
  useEffect(() => {
    if (!shown || rules || !id) return;
    get(`/api/games/${id}/rules`, endpoint(address).secret).then(
      setRules,
      (error) => setProblem(error.message),
    );
  }, [shown, id]);
  const matching = rules && blocksWith(rules.blocks, typed);
  return html`
    <section id="rules" class="panel rules" aria-labelledby="rules-title">
      <h2 id="rules-title" class="off">Rules</h2>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${!rules && !problem && html`<p class="quiet">One moment…</p>`}
      ${rules &&
      html`
        <input type="search" aria-label="Search the rules" placeholder="Search the rules" value=${typed} onInput=${(event) => setTyped(event.target.value)} />
        <p class="quiet" role="status">${typed.trim() && !matching.length ? "Nothing in the rules has these words." : ""}</p>
        ${!typed.trim() && html`<p class="quiet">${rules.subtitle}</p><${Chapters} blocks=${rules.blocks} />`}
        ${matching.map((block, place) => html`<${Block} key=${`${typed} ${place}`} block=${block} terms=${description?.terms} />`)}
      `}
    </section>
  `;
}

/** The chapters, each a button that leads to it. */
function Chapters({ blocks }) {
  const lead = (event, place) => {
    const heading = event.currentTarget.closest("section").querySelectorAll("h3")[place];
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  };
  const titles = blocks.filter(({ heading }) => heading?.level === 2).map(({ heading }) => heading.text);
  return html`<nav class="chapters" aria-label="Chapters">
    ${titles.map((title, place) => html`<button type="button" class="link" key=${place} onClick=${(event) => lead(event, place)}>${title}</button>`)}
  </nav>`;
}

/** The blocks in which all words of a text stand, each under its headings; of lists and tables the lines that have them.
    What stands directly under a heading that has all the words is there whole. */
export function blocksWith(blocks, text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const has = (part) => words.every((word) => textOf(part).toLowerCase().includes(word));
  if (!words.length) return blocks;
  const chosen = [];
  let headings = [];
  for (const block of blocks) {
    if (block.heading) headings = [...headings.filter(({ heading }) => heading.level < block.heading.level), block];
    if (block.heading) continue;
    const part = headings.length && has(headings.at(-1).heading.text) ? block : narrowed(block, has);
    if (!part) continue;
    chosen.push(...headings.filter((heading) => !chosen.includes(heading)), part);
  }
  return chosen;
}

function narrowed(block, has) {
  const some = (lines) => lines.filter(has);
  for (const kind of ["points", "steps"]) {
    if (block[kind]) return some(block[kind]).length ? { [kind]: some(block[kind]) } : null;
  }
  if (block.rows) return some(block.rows.rows).length ? { rows: { ...block.rows, rows: some(block.rows.rows) } } : null;
  return has(block) ? block : null;
}

const textOf = (part) => (typeof part === "object" ? Object.values(part).map(textOf).join(" ") : String(part));

function Block({ block, terms }) {
  const line = (parts) => html`<${Line} parts=${parts} terms=${terms} />`;
  if (block.heading) return html`<${`h${block.heading.level + 1}`} tabindex="-1">${block.heading.text}<//>`;
  if (block.paragraph) return html`<p>${line(block.paragraph)}</p>`;
  if (block.points) return html`<ul class="points">${block.points.map((point) => html`<li>${line(point)}</li>`)}</ul>`;
  if (block.steps) return html`<ol class="points">${block.steps.map((step) => html`<li>${line(step)}</li>`)}</ol>`;
  if (block.listing) return html`<pre>${block.listing}</pre>`;
  if (block.entry) return html`<div>${block.entry.map((each) => html`<${Block} block=${each} terms=${terms} />`)}</div>`;
  const { head, rows } = block.rows; // the panel is too narrow for columns
  return html`<ul>
    ${rows.map(([first, ...cells]) => html`<li>
      <b>${line(first)}</b>
      ${cells.map((cell, place) => cell.length > 0 && html`<div><span class="quiet">${head[place + 1]}:</span> ${line(cell)}</div>`)}
    </li>`)}
  </ul>`;
}

function Line({ parts, terms }) {
  const worded = (text) => html`<${Worded} text=${text} terms=${terms} reached=${true} />`;
  return parts.map((part) => {
    if (typeof part === "string") return worded(part);
    if (part.strong) return html`<b>${worded(part.strong)}</b>`;
    return part.code ? html`<code>${part.code}</code>` : html`<em>${part.emphasis}</em>`;
  });
}
