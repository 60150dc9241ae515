// The two sides of a card on paper. A face is that of the table by its template, at a size where all stands on it in
// words: 10 px are 1 mm.

import { Corner, Medallion, Shown, drawnOf, isDrawn } from "../cards/face.js";
import { indexOf } from "../cards/look.js";
import { PlayingFace } from "../cards/playing.js";
import { html } from "../html.js";
import { Picture, Symbol } from "../symbols.js";
import { Chip, Ground, Lattice } from "./grounds.js";

export const PER_MM = 10;
const USUAL = [63, 88]; // the card in mm for which lengths are meant; those of others are in proportion
const SMALL = 40; // mm of a side of a token that has no line at its foot
const U = 4.4; // pixels of a u of the style sheet of the table, on such a card

/** The element of a card of `size` in mm, with its face or its back inside. */
function Frame({ face, size, className, children }) {
  const [width, height] = size;
  const scale = Math.min(width / USUAL[0], height / USUAL[1]);
  return html`<div
    class=${className}
    data-size="print"
    data-template=${face.template}
    data-low=${height / width < 1.2 ? "" : undefined}
    style=${{
      width: `${width * PER_MM}px`,
      height: `${height * PER_MM}px`,
      "--q": `${PER_MM * scale}px`,
      "--u": `${U * scale}px`,
      "--tint": face.look.colour ?? face.back?.colour ?? "var(--plain-tint)",
      ...(face.back?.colour ? { "--back": face.back.colour } : {}),
    }}
  >${children}</div>`;
}

/** The face of a card. */
export function PrintedFace({ face, deck, size }) {
  const Template = TEMPLATES[face.template];
  const card = { card: face.look.title, look: 0, number: face.number };
  return html`<${Frame} ...${{ face, size }} className="card printed"><${Template} ...${{ face, deck, card, size, index: indexOf(card, face.look) }} /><//>`;
}

/** The back of a card: a pattern in its colour, and in the middle its picture, its symbol, or what the game is called. */
export function PrintedBack({ face, deck, size }) {
  const { back } = face;
  return html`<${Frame} ...${{ face, size }} className="card printed reverse">
    <div class="back">
      <${Lattice} width=${size[0] - 6.8} height=${size[1] - 6.8} />
      ${back?.picture
        ? html`<${Picture} path=${back.picture} table=${deck} />`
        : back?.symbol
          ? html`<div class="seal"><${Symbol} name=${back.symbol} /></div>`
          : html`<div class="plaque"><b data-fit="15" data-of="the back">${deck.title}</b></div>`}
    </div>
  <//>`;
}

/** What a card is called, where its name isn't its title its title too, and what its power says. */
function wordsOn(face) {
  const { power: name, text: said } = face.look;
  return { title: name || face.look.title, subtitle: name ? face.look.title : "", said };
}

/** The line at the foot: what the card is of. */
function Line({ face, subtitle = "" }) {
  const kind = face.kind.toLowerCase() === face.look.title.toLowerCase() ? "" : face.kind;
  return html`<div class="line" data-fit="7.5" data-of="the line at the foot">
    <span>${subtitle}</span><span>${[kind, face.set].filter(Boolean).join(" · ")}</span>
  </div>`;
}

function Headline({ title }) {
  return html`<div class="headline" data-fit="14" data-of="the title"><span>${title}</span></div>`;
}

function Details({ details }) {
  return details.map(([title, value]) => html`<p class="detail" key=${title}><span>${title}</span>${value !== "yes" && html` <b>${value}</b>`}</p>`);
}

/** Powers, tiles and places: a title, a picture or the symbol on a ground, and below it all texts. */
function Printed({ face, deck, card, index }) {
  const { look } = face;
  const { title, subtitle, said } = wordsOn(face);
  const [first = null, ...others] = look.shows;
  const bare = !look.symbol && !look.picture;
  const shown = (each, place) => html`<${Shown} shown=${each} place=${place} description=${deck} unit=${1} width=${Infinity} />`;
  const signs = first && !look.picture && isDrawn(first, deck) && (bare || first.values.length === 1) ? shown(first, "first") : null;
  const chips = [signs ? null : first, ...others].filter(Boolean);
  const number = look.index && String(face.number ?? index) !== index ? face.number : null;
  const hasWords = said !== "" || face.details.length > 0;
  return html`<div class="panel">
    <${Corner} index=${index} look=${look} other=${index ? null : drawnOf(first ?? undefined, deck)} />
    <${Headline} title=${title} />
    <div class="art">
      ${look.picture ? html`<${Picture} path=${look.picture} table=${deck} />` : html`<${Ground} pattern=${face.pattern} /><${Medallion} look=${look} signs=${signs} words=${bare ? index : ""} />`}
      ${chips.length > 0 && html`<div class="chips">${chips.map((each) => html`<span class="chip" key=${each.title}>${shown(each, "")}</span>`)}</div>`}
      ${number !== null && html`<b class="badge">${number}</b>`}
    </div>
    ${hasWords && html`<div class="words" data-fit="9.5" data-of="the text">
      ${said && html`<${Symbol} name=${look.symbol} className="watermark" />`}
      ${said && html`<p>${said}</p>`}
      <${Details} details=${face.details} />
    </div>`}
    <${Line} face=${face} subtitle=${subtitle} />
  </div>`;
}

/** Playing cards: index and symbol in two corners, pips or a court between them. */
function Playing({ face, deck, index }) {
  return html`
    <${Corner} index=${index} look=${face.look} />
    <${PlayingFace} look=${face.look} looks=${deck.looks} />
    <${Corner} index=${index} look=${face.look} far=${true} />
  `;
}

/** Tokens: a disc in the tint with the symbol, or with what it is called. */
function Token({ face, size, index }) {
  const { look, back } = face;
  const symbol = look.symbol ?? (look.colour ? null : back?.symbol);
  return html`<div class="panel">
    <${Headline} title=${look.title} />
    <div class="art"><div class="disc"><${Chip} />${symbol ? html`<${Symbol} name=${symbol} />` : html`<b>${index}</b>`}</div>
      ${symbol && face.number !== null && html`<b class="badge">${face.number}</b>`}
    </div>
    ${Math.min(...size) >= SMALL && html`<${Line} face=${face} />`}
  </div>`;
}

/** Money: a note with its number in the middle and in two corners. */
function Money({ face, index }) {
  const number = index || html`<${Symbol} name=${face.look.symbol} />`;
  return html`<div class="panel">
    <${Corner} index=${index} look=${face.look} />
    <${Headline} title=${face.look.title} />
    <div class="art"><${Ground} note=${true} /><div class="note"><b>${number}</b></div></div>
    ${face.details.length > 0 && html`<div class="words" data-fit="9.5" data-of="the text"><${Details} details=${face.details} /></div>`}
    <${Line} face=${face} />
  </div>`;
}

const TEMPLATES = { playing: Playing, power: Printed, tile: Printed, place: Printed, token: Token, money: Money };
