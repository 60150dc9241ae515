// The page for players: what the game is about, a round step by step, how it ends, signs and words.

import { html, render } from "../html.js";
import { capitals } from "../names.js";
import { Symbol } from "../symbols.js";

/** A text with a capital at its beginning. */
const begun = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The members of the enums that are drawn on cards, as lists of signs. */
const signsOf = (deck) => deck.signs.map((name) => ({ name: name.replaceAll("_", " "), members: Object.values(deck.members[name]) }));

const EDGES = [24, 20]; // mm of a paper that stay white, across and down: see style/print.css
const SIZES = [9.5, 9.25, 9, 8.75, 8.5, 8.25, 8, 7.75, 7.5]; // points of letters

/** Draws it into an element: on one page if the letters needn't be too small for that, else on as many as it takes. */
export function drawAids(deck, place) {
  render(html`<${Aids} deck=${deck} />`, place);
  const [page, columns] = [place.querySelector(".aids"), place.querySelector(".columns")];
  const [width, height] = deck.paper.map((each, at) => `${each - EDGES[at]}mm`);
  page.classList.add("whole");
  Object.assign(page.style, { width, height });
  const isWhole = (points) => {
    page.style.fontSize = `${points}pt`;
    return columns.scrollWidth <= columns.clientWidth && columns.scrollHeight <= columns.clientHeight;
  };
  if (SIZES.some(isWhole)) return;
  page.classList.remove("whole");
  page.removeAttribute("style");
}

function Aids({ deck }) {
  const titled = capitals(deck);
  return html`<article class="aids">
    <h1>${deck.title}</h1>
    ${deck.about && html`<section class="about"><p>${deck.about}</p></section>`}
    <div class="columns">
      ${deck.aids.map((block, place) => html`<${Block} key=${place} block=${block} titled=${titled} />`)}
      ${signsOf(deck).map(({ name, members }) => html`<section class="signs" key=${name}><h2>${begun(name)}</h2><ul>${members.map(({ title, colour, symbol }) => html`<li key=${title} style=${{ "--tint": colour }}><span class="sign"><${Symbol} name=${symbol} /></span>${begun(title)}</li>`)}</ul></section>`)}
      ${deck.terms.length > 0 && html`<section class="terms"><h2>Words</h2><dl>${deck.terms.map(({ word, text }) => html`<div key=${word}><dt>${begun(word)}</dt><dd>${titled(text)}</dd></div>`)}</dl></section>`}
    </div>
  </article>`;
}

/** A block of a rulebook: docs/inside/page.md says which there are. */
function Block({ block, titled }) {
  const line = (parts) => parts.map((part) => (typeof part === "string" ? titled(part) : part.strong ? html`<b>${titled(part.strong)}</b>` : html`<em>${titled(part.emphasis ?? part.code)}</em>`));
  const lines = (each) => each.map((parts, place) => html`<li key=${place}>${line(parts)}</li>`);
  if (block.heading) return html`<${`h${block.heading.level}`}>${block.heading.text}<//>`;
  if (block.paragraph) return html`<p>${line(block.paragraph)}</p>`;
  if (block.steps) return html`<ol>${lines(block.steps)}</ol>`;
  return block.points ? html`<ul class="points">${lines(block.points)}</ul>` : null;
}
