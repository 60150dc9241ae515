// The line at the top: which game, where it stands, and what one can always do.
import { html } from "./html.js";

/** Whether a last choice may be there to take back: after the end only where nothing was hidden. */
export const mayUndo = ({ welcome, state }) => welcome?.mine?.length > 0 && (welcome.open || !state?.view.finished);

/** The header of a table. */
export function Header({ store, send, ui }) {
  const { description, state } = store;
  const phases = description.phases ?? {};
  const phase = Object.keys(phases).length > 1 ? phases[state.view.phase]?.title : null; // the only one is no news
  const place = [state.view.round ? `Round ${state.view.round}` : null, phase].filter(Boolean);
  return html`<header id="top">
    <h1>${description.title}</h1>
    <p id="course">${place.join(" · ")}</p>
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
  lines: "M3 5h18v2.500H3Zm0 6h18v2.500H3Zm0 6h18v2.500H3Z",
  undo: "M9 4 3.5 9.5 9 15v-4h5a4 4 0 0 1 0 8H8v2h6a6 6 0 0 0 0-12H9Z",
  moon: "M16.5 3.500A9 9 0 1 0 21 16 7.5 7.5 0 0 1 16.5 3.500Z",
  sun: "M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10ZM11 1h2v3.500h-2Zm0 18.500h2V23h-2ZM1 11h3.500v2H1Zm18.5 0H23v2h-3.500ZM4.9 3.500l2.5 2.500L6 7.4 3.5 4.900Zm13 13 2.5 2.5-1.4 1.4-2.5-2.500Zm2.5-11.600L18 7.4 16.6 6l2.5-2.500Zm-13 13L4.9 20.4 3.5 19 6 16.500Z",
  half: "M12 2.500a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Zm0 2v15a7.5 7.5 0 0 1 0-15Z",
  question: "M12 2.500a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Zm-1 13h2.200v2.200H11Zm1-9.200c2.2 0 3.8 1.3 3.8 3.3 0 2.4-2.6 2.6-2.6 4.400h-2.300c0-2.9 2.6-3.1 2.6-4.5 0-.7-.6-1.2-1.5-1.200s-1.6.6-1.8 1.600l-2.2-.5c.4-1.9 2-3.1 4-3.100Z",
};

function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${ICONS[name]} fill-rule="evenodd" /></svg>`;
}
