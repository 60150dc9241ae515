// How to play with this page: what is lit, which keys do what.
import { html, useEffect, useRef } from "./html.js";
import { PauseWish } from "./pause.js";
import { guideMe } from "./learn/tour.js";
import { Glossary } from "./terms.js";

const KEYS = [
  ["Tab", "goes from zone to zone, and to the options"],
  ["← ↑ → ↓", "go from card to card"],
  ["F6", "goes to the next part of the page, with Shift to the one before"],
  ["Enter", "picks the card or the option"],
  ["i", "shows the card large, also one that can be chosen"],
  ["1 … 9", "finds an option by its number; Enter takes it"],
  ["/", "finds an option by its words"],
  ["Escape", "takes back what is picked, or closes a window"],
  ["→", "goes on where the table stands still; with Shift, passes over all that waits"],
  ["u", "takes back your last choice"],
  ["?", "shows this help"],
];

/** The help window. `about` says how the game of a title is played; empty where nobody has said it. `terms` are the words
 *  that it explains. */
export function Help({ about, title, terms, ui }) {
  const close = useRef(null);
  useEffect(() => close.current?.focus(), []);
  return html`<section id="help" role="dialog" aria-labelledby="help-title">
    <button ref=${close} type="button" class="close" aria-label="Close" onClick=${ui.toggleHelp}>✕</button>
    <h2 id="help-title">${about || terms?.length ? title : "How this table works"}</h2>
    ${about && html`<p id="about">${about}</p>`}
    <${Glossary} terms=${terms} />
    ${(about || terms?.length > 0) && html`<h3>How this table works</h3>`}
    <p>What you can choose is lit. Pick a lit card, pile, player or name: if it means one option, that is chosen. If it
      means several, a menu opens there; choose in it, or pick the next lit thing. Lit cards can be dragged, too.</p>
    <p>Pick what isn't lit to read it, and to learn why nothing can be done with it. A card that is lit is read with the
      right mouse button, or when you press on it for a while.</p>
    <p>Marks on a card tell what is not printed on it: what it is worth now, and, in another colour, what has changed. A
      blue dot is on what is new since your last choice.</p>
    <p><button type="button" id="guide-me" class="link" onClick=${() => ui.toggleHelp() || guideMe()}>Show me the table again, step by step</button></p>
    <${PauseWish} />
    <p>Colours: ${ui.theme === "system" ? "as your device has them" : ui.theme}. <button type="button" class="link" onClick=${ui.changeTheme}>Change</button></p>
    <h3>Keys</h3>
    <dl class="keys">${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  </section>`;
}
