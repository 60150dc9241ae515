// Questions to the server: why something isn't offered, in words or about a card; and what a bot would do.

import { offeredIn, optionsOf } from "./choices.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { nameOf, unnamed } from "./names.js";
import { Signed } from "./symbols.js";

// The answer to "why can't I …?" in pieces, so that it can be laid out.

/** The lines of an answer: `[{within, parts: [{text, quoted}]}]`. `within` is whether a line explains the one before
 *  it, `quoted` whether the text is the name of something that can be chosen. */
export function answerLines(text) {
  return text.split("\n").map((line) => ({ within: line.startsWith(" "), parts: partsOf(line.trim()) }));
}

function partsOf(line) {
  return line.split("`").map((text, place) => ({ text, quoted: place % 2 === 1 })).filter(({ text }) => text);
}

let asked = 0;

/** A number for a question, which its answer bears. */
export function questionNumber() {
  asked += 1;
  return asked;
}

export function Why(props) {
  return html`<${WhyOfSeat} key=${props.state.welcome?.seat} ...${props} />`;
}

function WhyOfSeat({ state, send }) {
  const [text, setText] = useState("");
  const [question, setQuestion] = useState(null);
  const last = useLastAnswer(state.why);
  const answer = state.state?.view.finished ? null : last; // nothing can be done any more
  const ask = (event) => {
    event.preventDefault();
    const wanted = text.trim();
    if (!wanted) return;
    const id = questionNumber();
    setQuestion({ id, text: wanted });
    send({ type: "why", id, text: unnamed(state.welcome, wanted) });
  };
  const mine = question && answer?.id === question.id;
  return html`
    <section id="why" class="panel why" aria-labelledby="why-title">
      <h2 id="why-title">Why can't I…?</h2>
      <form onSubmit=${ask}>
        <label for="why-text">What would you like to do?</label>
        <div class="in-a-row">
          <input
            id="why-text"
            type="text"
            autocomplete="off"
            maxlength="200"
            placeholder="a word of an option, or a card"
            value=${text}
            onInput=${(event) => setText(event.target.value)}
            onFocus=${(event) => event.target.select()}
          />
          <button type="submit" disabled=${!text.trim()}>Ask</button>
        </div>
      </form>
      <div class="answer" role="status">
        ${question && !mine && question.id > (answer?.id ?? 0) && html`<p class="quiet">Asking…</p>`}
        ${answer?.text && answer !== state.why && html`<p class="quiet earlier">Earlier, before what has happened since:</p>`}
        ${answer?.text && html`<${Answer} about=${mine ? question.text : answer.about} text=${answer.text} description=${state.description} />`}
      </div>
    </section>
  `;
}

function Answer({ about, ...answer }) {
  return html`${about && html`<p class="asked">${about}</p>`}<${AnswerText} ...${answer} />`;
}

/** An answer to "why can't I …?". */
export function AnswerText({ text, description }) {
  return answerLines(text).map(
    ({ within, parts }) => html`
      <p class=${within ? "reason within" : "reason"}>
        ${parts.map((part) => (part.quoted ? html`<b>${part.text}</b>` : html`<${Signed} text=${part.text} description=${description} />`))}
      </p>
    `,
  );
}

// The table forgets an answer when the game goes on; somebody may still be reading it here, where it says that it is old.
function useLastAnswer(answer) {
  const kept = useRef(null);
  useEffect(() => {
    if (answer?.text) kept.current = answer;
  }, [answer]);
  return answer?.text ? answer : kept.current;
}

// What a bot would do: asked by a button, told with its reason. It never chooses.

/** Whether somebody here may ask: at an open table whoever sits before it, for the first who must choose. */
export const mayAskABot = ({ welcome, state }) =>
  Boolean(welcome?.advice) && (welcome.seat !== null || welcome.open) && optionsOf(state).length > 1;

/** The button, and in its place the answer to it, where the table gives advice and there is something to choose from. */
export function Advice({ store, ui }) {
  const { advice } = store;
  const [question, setQuestion] = useState(null); // {id, offered}: what was offered when it was asked
  const options = optionsOf(store.state);
  const offered = offeredIn(store.state);
  const asked = question?.offered === offered;
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
    setQuestion({ id, offered });
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
