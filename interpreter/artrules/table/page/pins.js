// Notes pinned to moments of a game, such as "this felt wrong". They are kept with its replay.
import { html, useEffect, useRef, useState } from "./html.js";
import { nameForMe } from "./names.js";

export function Pins(props) {
  return html`<${PinsOfSeat} key=${props.state.welcome?.seat} ...${props} />`;
}

function PinsOfSeat({ state, send, go }) {
  const [text, setText] = useState("");
  const panel = useRef(null);
  const isSent = useRef(false); // one's own new note comes into sight
  const pin = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    send({ type: "pin", text: text.trim() });
    setText("");
    isSent.current = true;
  };
  useEffect(() => {
    if (isSent.current) panel.current?.querySelector(".pin-list > :last-child")?.scrollIntoView({ block: "nearest" });
    isSent.current = false;
  }, [state.pins.length]);
  return html`
    <section id="pins" class="panel pins" ref=${panel} aria-labelledby="pins-title">
      <h2 id="pins-title">Notes</h2>
      ${send &&
      html`
        <form onSubmit=${pin}>
          <label for="pin-text">Pin a note to this moment. The others can read it when the game is over.</label>
          <textarea
            id="pin-text"
            rows="2"
            maxlength="500"
            placeholder="for example: this felt wrong"
            value=${text}
            onInput=${(event) => setText(event.target.value)}
          />
          <button type="submit" disabled=${!text.trim()}>Pin it</button>
        </form>
      `}
      <${PinList} pins=${state.pins} log=${state.log} welcome=${state.welcome} go=${go} />
    </section>
  `;
}

/** The notes; with `go`, a button leads to the moment of each. */
export function PinList({ pins, log, welcome, go }) {
  if (!pins.length) return html`<p class="quiet">No notes yet.</p>`;
  return html`
    <ol class="pin-list">
      ${pins.map(
        (pin) => html`
          <li>
            <blockquote>${pin.text}</blockquote>
            <span class="quiet">${[nameForMe(welcome, pin.seat), momentOf(pin, log)].filter(Boolean).join(", ")}</span>
            ${go && html` <button type="button" class="small" onClick=${() => go(pin)}>Show this moment</button>`}
          </li>
        `,
      )}
    </ol>
  `;
}

// When a note was made: its `line` counts the lines of the log that its writer had read by then.
function momentOf({ line }, log) {
  const entry = log.slice(0, line).findLast(({ sort }) => sort !== "heading"); // whose turn it is is no line of its own
  if (!entry) return "";
  return entry.round ? `round ${entry.round}, after “${entry.text}”` : `after “${entry.text}”`;
}
