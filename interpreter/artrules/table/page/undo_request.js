// Taking back what only all together can take back: one asks, the others agree or would rather not.
import { html } from "./html.js";
import { namesOf } from "./names.js";

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
