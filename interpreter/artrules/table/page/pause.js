// Pauses: moments between two decisions at which the game wants people to look at the table.
import { html, useEffect } from "./html.js";
import { preference } from "./preferences.js";
import { Worded } from "./terms.js";

const LENGTHS = { short: 1200, long: 3000, clicked: Infinity, none: 0 };
const WISHES = { short: "for a moment", long: "for longer", clicked: "until I go on", none: "not at all" };

/** How long this person wants to look at the table where the game pauses: short, long, clicked (until they go on), none. */
export const pauses = preference("pauses", Object.keys(LENGTHS));

/** The same in milliseconds. Nobody looks at a page that isn't in sight. */
export function pauseLength(wish = pauses.wanted(), hidden = globalThis.document?.hidden) {
  return hidden && wish !== "clicked" ? 0 : LENGTHS[wish];
}

/** What there is to see at a pause, where else the options stand. A click on the button or on the table goes on, and so
 *  does a key; with Shift, → passes over all that wait. `mine` is whether it is this person's turn then, `ahead` how many
 *  more pauses wait, `leftOut` how many before this one aren't shown, `length` how long it stands. Without `goOn` it only
 *  says what there is to see. */
export function Pause({ text, terms, mine, ahead = 0, leftOut = 0, length = Infinity, goOn, skip }) {
  useEffect(() => {
    if (!goOn) return undefined;
    const click = (event) => event.target.closest?.("#go-on, .left") && stop(event, goOn);
    const press = (event) => {
      if (!GOES_ON.has(event.key) || event.target.closest?.(OTHERS) || event.target.id === "skip") return;
      stop(event, event.key === "ArrowRight" && event.shiftKey ? skip : goOn);
    };
    document.addEventListener("click", click, true);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("click", click, true);
      document.removeEventListener("keydown", press, true);
    };
  }, [goOn, skip]);
  return html`<section id="pause" class="decide" role="status" aria-labelledby="prompt">
    <h2 id="prompt"><${Worded} text=${text} terms=${terms} /></h2>
    ${leftOut > 0 && html`<p class="quiet">${momentsInWords(leftOut)} before this one ${leftOut === 1 ? "isn't" : "aren't"} shown; the log tells what happened.</p>`}
    ${goOn && mine && html`<p>Then it is your turn.</p>`}
    ${goOn && html`<p class="in-a-row">
      <button type="button" id="go-on" class="option">
        Go on
        ${length < Infinity && html`<span class="time-left" key=${`${text} ${ahead}`} style=${{ "--length": `${length}ms` }} aria-hidden="true"></span>`}
      </button>
      ${ahead > 0 && html`<button type="button" id="skip" class="link" title="Shift and →" onClick=${skip}>Skip ${momentsInWords(ahead)} more</button>`}
    </p>`}
  </section>`;
}

const momentsInWords = (number) => (number === 1 ? "1 moment" : `${number} moments`);

const OTHERS = "input, select, textarea, [role=dialog], #panels, #top"; // keys mean something else there
const GOES_ON = new Set(["Enter", " ", "Escape", "ArrowRight"]);

function stop(event, goOn) {
  event.stopPropagation();
  event.preventDefault();
  goOn();
}

/** The question how long the table stands still at a pause. */
export function PauseWish() {
  const kept = (event) => pauses.keep(event.currentTarget.value);
  return html`<p>
    <label>Where there is something to see, the table stands still
      <select id="pauses" onChange=${kept}>
        ${Object.entries(WISHES).map(([wish, words]) => html`<option key=${wish} value=${wish} selected=${pauses.wanted() === wish}>${words}</option>`)}
      </select>
    </label>
  </p>`;
}
