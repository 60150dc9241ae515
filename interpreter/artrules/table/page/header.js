// The line at the top: which game, where it stands, and what one can always do.

import { html, useEffect, useRef, useState } from "./html.js";
import { guideMe } from "./learn/tour.js";
import { namesOf } from "./names.js";
import { PauseWish } from "./pace.js";
import { Glossary } from "./terms.js";

// How to play with this page: what is lit, which keys do what.

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
    <p>What you can choose is lit. Pick it: if it means one option, that is chosen. If it means several, a menu opens
      there; choose in it, or pick the next lit thing. On a narrow screen a first tap only lifts it, and a second one does
      that. Lit cards can be dragged, too.</p>
    <p>Pick what isn't lit to read it, and to learn why nothing can be done with it. A card that is lit is read with the
      right mouse button, or when you press on it for a while.</p>
    <p>Marks on a card tell what is not printed on it: what it is worth now, and, in another colour, what has changed. Its upper edge is hatched then.</p>
    <p><i class="new-dot"></i> at its left edge: a card that has come since your last choice. A value that has changed since is underlined.</p>
    <p><button type="button" id="guide-me" class="link" onClick=${() => ui.toggleHelp() || guideMe()}>Show me the table again, step by step</button> or <button type="button" id="read-rules" class="link" onClick=${ui.readRules}>read the rules</button></p>
    <${PauseWish} />
    <p>Colours: ${ui.theme === "system" ? "as your device has them" : ui.theme}. <button type="button" class="link" onClick=${ui.changeTheme}>Change</button></p>
    <h3>Keys</h3>
    <dl class="keys">${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  </section>`;
}

// Whether the page hears from the table, said where nobody overlooks it, and what the table refused.

export function ConnectionBanner({ state, children }) {
  const { connection: line, refused } = state;
  return html`
    <div id="connection" role="status" data-state=${line.state}>
      ${line.state === "lost" && html`<p class="banner lost">The connection is lost. Trying again…</p>`}
      ${line.state === "ended" && html`<${Ended} line=${line} />`}
      ${refused && line.state !== "ended" && html`<${Refused} text=${refused}>${children}<//>`}
    </div>
  `;
}

const READ = 8000; // milliseconds for which a refusal stands over the table

/** It goes by itself, unless something can be done there. */
function Refused({ text, children }) {
  const [passed, setPassed] = useState(null);
  useEffect(() => {
    const clock = setTimeout(() => setPassed(text), READ);
    return () => clearTimeout(clock);
  }, [text]);
  return (passed !== text || children) && html`<p class="banner refused">${text} ${children}</p>`;
}

function Ended({ line }) {
  return html`
    <p class="banner ended">
      ${line.text || "The table has closed the connection."} <button type="button" onClick=${line.again}>Try again</button>
    </p>
  `;
}

/** What stands in place of a table that isn't there yet: that it comes, or that it can't be shown. */
export function Waiting({ state, text }) {
  const title = state.connection.state === "ended" ? "There is nothing to show" : text;
  return html`<main class="waiting"><h1>${title}</h1></main>`;
}

// Taking back what only all together can take back: one asks, the others agree or would rather not.

/** Whether somebody else could agree: people at other links' seats. */
export const mayAskOthers = ({ welcome }) =>
  (welcome?.seats ?? []).some(({ seat, who }) => who === "person" && !welcome.mine.includes(seat));

/** The button by which somebody asks the others, after an undo was refused. */
export function AskOthers({ send }) {
  return html`<button type="button" id="ask-others" onClick=${() => send({ type: "undo", ask: true })}>Ask the others</button>`;
}

/** What is asked, and of whom. */
export function UndoRequest({ store, send }) {
  const { welcome, undoAsked } = store;
  if (!undoAsked) return null;
  const { by, text, waits_for: waitsFor } = undoAsked;
  const what = text ? `“${text}”` : "a choice";
  const waits = waitsFor.length ? ` ${namesOf(welcome, waitsFor)} still ${waitsFor.length > 1 ? "have" : "has"} to agree.` : "";
  if (!waitsFor.includes(welcome.seat)) {
    const who = by === welcome.seat ? "You ask" : `${namesOf(welcome, [by])} asks`;
    return html`<p class="banner undo-asked" role="status">${who} to take back ${what}.${waits}</p>`;
  }
  const answer = (agree) => () => send({ type: "answer_undo", agree });
  return html`<p class="banner undo-asked" role="alert">
    ${namesOf(welcome, [by])} would like to take back ${what}.
    <button type="button" class="main" onClick=${answer(true)}>Agree</button>
    <button type="button" onClick=${answer(false)}>Rather not</button>
  </p>`;
}

/** Whether a last choice may be there to take back: after the end only where nothing was hidden. */
export const mayUndo = ({ welcome, state }) => welcome?.mine?.length > 0 && (welcome.open || !state?.view.finished);

/** The header of a table. */
export function Header({ store, send, ui }) {
  const { description, state } = store;
  const phases = description.phases ?? {};
  const phase = Object.keys(phases).length > 1 ? phases[state.view.phase]?.title : null; // the only one is no news
  const { round, finished } = state.view;
  const place = finished ? ["Over", round && `${round} ${round === 1 ? "round" : "rounds"}`] : [round && `Round ${round}`, state.last_round && "last round", phase];
  return html`<header id="top">
    <h1>${description.title}</h1>
    <p id="course">${place.filter(Boolean).join(" · ")}</p>
    <nav aria-label="Table">
      ${mayUndo(store) && html`<button type="button" id="undo" title="Take back your last choice (u)" onClick=${() => send({ type: "undo" })}>
        <${Icon} name="undo" /><span class="words">Undo</span>
      </button>`}
      <button type="button" id="panels-button" title="Log, notes, seats" aria-label="Log and other panels" aria-expanded=${String(ui.panels)} onClick=${ui.togglePanels}>
        <${Icon} name="lines" />
      </button>
      <button type="button" id="theme" title="Dark or light" aria-label=${`Colours: ${ui.theme}. Change`} onClick=${ui.changeTheme}>
        <${Icon} name=${ui.theme === "dark" ? "moon" : ui.theme === "light" ? "sun" : "half"} />
      </button>
      <button type="button" id="help-button" title="Help (?)" aria-label="Help" aria-expanded=${String(ui.help)} onClick=${ui.toggleHelp}>
        <${Icon} name="question" />
      </button>
    </nav>
  </header>`;
}

const ICONS = {
  lines: "M3 5h18v2.5H3Zm0 6h18v2.5H3Zm0 6h18v2.5H3Z",
  undo: "M9 4 3.5 9.5 9 15v-4h5a4 4 0 0 1 0 8H8v2h6a6 6 0 0 0 0-12H9Z",
  moon: "M16.5 3.5A9 9 0 1 0 21 16 7.5 7.5 0 0 1 16.5 3.5Z",
  sun: "M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10ZM11 1h2v3.5h-2Zm0 18.5h2V23h-2ZM1 11h3.5v2H1Zm18.5 0H23v2h-3.5ZM4.9 3.5l2.5 2.5L6 7.4 3.5 4.9Zm13 13 2.5 2.5-1.4 1.4-2.5-2.5Zm2.5-11.6L18 7.4 16.6 6l2.5-2.5Zm-13 13L4.9 20.4 3.5 19 6 16.5Z",
  half: "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Zm0 2v15a7.5 7.5 0 0 1 0-15Z",
  question: "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Zm-1 13h2.2v2.2H11Zm1-9.2c2.2 0 3.8 1.3 3.8 3.3 0 2.4-2.6 2.6-2.6 4.4h-2.3c0-2.9 2.6-3.1 2.6-4.5 0-.7-.6-1.2-1.5-1.2s-1.6.6-1.8 1.6l-2.2-.5c.4-1.9 2-3.1 4-3.1Z",
};

function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${ICONS[name]} fill-rule="evenodd" /></svg>`;
}
