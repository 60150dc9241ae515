// Words of the game that content explains: they are underlined where players read them, and told to whoever points at one,
// comes to it by keys, or touches it.
import { html, useEffect, useRef, useState } from "./html.js";
import { Signed } from "./symbols.js";

const finders = new WeakMap(); // by list of terms: what finds their words, made once

function finderOf(terms) {
  if (!finders.has(terms)) {
    const places = new Map(terms.flatMap(({ word, forms }, place) => [word, ...forms].map((each) => [each.toLowerCase(), place])));
    const longestFirst = [...places.keys()].sort((one, other) => other.length - one.length);
    const words = longestFirst.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    finders.set(terms, { places, words: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, "giu") });
  }
  return finders.get(terms);
}

/** The parts of a text, in order: `{text, term}`. `term` is the place of a term in the list, null for what is none. */
export function partsOf(text, terms) {
  if (!text || !terms?.length) return [{ text: text ?? "", term: null }];
  const { places, words } = finderOf(terms);
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(words)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), term: null });
    parts.push({ text: match[0], term: places.get(match[0].toLowerCase()) ?? null });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), term: null });
  return parts;
}

/** The terms that some texts use, by their places, in the order of the list. */
export function termsIn(texts, terms) {
  const used = new Set(texts.flatMap((text) => partsOf(text, terms).map(({ term }) => term)));
  return (terms ?? []).map((_, place) => place).filter((place) => used.has(place));
}

/** A text with its terms underlined. `reached` are those of a text that stands in no control: keys come to each. With a
 *  description the members that it names have their symbols. */
export function Worded({ text, terms, reached = false, description = null }) {
  return partsOf(text, terms).map((part) => {
    if (part.term === null) return description ? html`<${Signed} text=${part.text} description=${description} />` : part.text;
    return reached ? html`<${Term} place=${part.term} text=${part.text} />` : html`<span class="term" data-term=${part.term}>${part.text}</span>`;
  });
}

function Term({ place, text }) {
  return html`<button type="button" class="term" data-term=${place} aria-describedby=${`term-${place}`}>${text}</button>`;
}

/** The terms of texts that stand in controls, where neither keys nor a finger come to a single word. */
export function Explained({ texts, terms }) {
  const used = termsIn(texts, terms);
  if (!used.length) return null;
  return html`<p class="explained quiet">
    Words:${used.map((place) => html` <${Term} key=${place} place=${place} text=${terms[place].word} />`)}
  </p>`;
}

/** All terms, for a help window. */
export function Glossary({ terms }) {
  if (!terms?.length) return null;
  return html`<h3>Words of this game</h3>
    <dl class="glossary">${terms.map(({ word, text }) => html`<div key=${word}><dt>${word}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** What a term means, or what a value was, beside the one that somebody points at; and for screen readers what each means. Escape closes it. */
export function Meaning({ terms }) {
  const [shown, setShown] = useState(null);
  const box = useRef(null);
  useEffect(() => listenForTerms(setShown), []);
  useEffect(() => {
    if (shown && !shown.word.isConnected) setShown(null);
    else if (box.current) placeBeside(box.current, shown.word.getBoundingClientRect());
  });
  const term = shown && terms?.[shown.term];
  const said = shown?.word.dataset.new;
  return html`
    <div hidden>${(terms ?? []).map(({ text }, place) => html`<span id=${`term-${place}`} key=${place}>${text}</span>`)}</div>
    ${(term || said) && html`<div id="meaning" role="tooltip" class=${shown.by === "mouseover" ? "passing" : ""} ref=${box}>${term && html`<b>${term.word}</b> ${term.text}`} ${said && html`<p>${said}</p>`}</div>`}
  `;
}

function listenForTerms(show, page = document) {
  // What was come to by keys or a finger stays, wherever a pointer lies; where something scrolls, what was come to by keys.
  const point = ({ type, target }) => {
    const word = target.closest?.(type === "click" ? ".term, .zone-title[data-term]" : "[data-term], [data-value][data-new]");
    if (word) show({ term: Number(word.dataset.term), word, by: type });
    else if (!target.closest?.("#meaning")) show((shown) => (type === "mouseover" && shown?.by !== "mouseover" ? shown : null));
  };
  const close = () => show(null);
  const follow = () => show((shown) => (shown?.by === "focusin" ? { ...shown } : null));
  const key = (event) => event.key === "Escape" && close();
  const listeners = { mouseover: point, focusin: point, click: point, focusout: close, scroll: follow, keydown: key };
  for (const [name, listener] of Object.entries(listeners)) page.addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) page.removeEventListener(name, listener, true);
  };
}

/** Puts a box below a word, or above it where there is no room, and wholly into the window. */
function placeBeside(box, { left, top, bottom }) {
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + 6 + height <= innerHeight;
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  box.style.top = `${below ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}
