// What a bot would do: asked by a button, told with its reason. It never chooses.
import { optionsOf } from "../choices.js";
import { html, useEffect, useState } from "../html.js";
import { nameOf } from "../names.js";
import { questionNumber } from "../why.js";

/** Whether somebody here may ask: at an open table whoever sits before it, for the first who must choose. */
export const mayAskABot = ({ welcome, state }) =>
  Boolean(welcome?.advice) && (welcome.seat !== null || welcome.open) && optionsOf(state).length > 1;

/** The button, and in its place the answer to it, where the table gives advice and there is something to choose from. */
export function Advice({ store, ui }) {
  const { advice } = store;
  const [question, setQuestion] = useState(null); // {id, version}: of the state in which it was asked
  const options = optionsOf(store.state);
  const asked = question !== null && question.version === store.state.version;
  const answer = asked && advice?.id === question.id ? advice : null;
  const option = options.find(({ token }) => token === answer?.token);
  useEffect(() => {
    const { onMouseEnter, onMouseLeave } = option ? ui.pointing(option) : {};
    onMouseEnter?.();
    return () => onMouseLeave?.();
  }, [option?.token]);
  if (!mayAskABot(store)) return null;
  const ask = () => {
    const id = questionNumber();
    setQuestion({ id, version: store.state.version });
    ui.advise(id);
  };
  if (answer) {
    return html`<section class="advice-window">
      <${Advised} answer=${answer} option=${option} whose=${store.state.offers.length > 1 && option ? `${nameOf(store.welcome, option.offer.player)}: ` : ""} />
      <button type="button" class="close" aria-label="Close" onClick=${() => setQuestion(null)}>✕</button>
    </section>`;
  }
  return html`<button type="button" id="advise" class="link" disabled=${asked} onClick=${ask}>
    ${asked ? "A bot is trying it out …" : "What would a bot do?"}
  </button>`;
}

/** The reason in words, and how the best options did, as bars. */
function Advised({ answer, option, whose }) {
  return html`<div id="advice" role="status">
    ${option && html`<p>A bot would: <b>${whose}${option.label}</b></p>`}
    <p>${answer.text}</p>
    ${answer.tried?.length > 0 && html`<ul class="tried">
      ${answer.tried.map(({ label, share }) => html`<li key=${label}>
        <span>${label}</span><b>${Math.round(100 * share)} of 100</b>
        <span class="share" style=${{ "--share": String(share) }} aria-hidden="true"></span>
      </li>`)}
    </ul>`}
  </div>`;
}
