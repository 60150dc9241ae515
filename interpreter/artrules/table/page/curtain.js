// Several people at one device: between two of them a curtain falls, and behind it there is nothing.

import { html, useEffect, useRef } from "./html.js";
import { nameOf, namesOf } from "./names.js";

// When a curtain falls between two people at one device.

/** Whether a curtain hides the table: several seats belong to this device, and nobody sits at it. At an open table,
 *  where nothing is hidden, the page shows what everybody can choose. */
export function behindCurtain({ welcome }) {
  return Boolean(welcome && !welcome.open && welcome.mine?.length > 1 && welcome.seat === null);
}

/** The seats of this device that must choose now, if the one that sits here needn't. */
export function nextHere({ welcome, state }) {
  if (!welcome || welcome.open || welcome.seat === null || !(welcome.mine?.length > 1)) return [];
  const waiting = state?.waiting ?? [];
  return waiting.includes(welcome.seat) ? [] : waiting.filter((seat) => welcome.mine.includes(seat));
}

export function Curtain({ state, send }) {
  const { welcome } = state;
  const title = useRef(null);
  useEffect(() => title.current?.focus(), []);
  const due = welcome.waiting ?? [];
  const seats = people(welcome).sort((a, b) => due.includes(b) - due.includes(a) || a - b);
  const next = seats.filter((seat) => due.includes(seat));
  return html`
    <main id="curtain" class="curtain">
      <h1 tabindex="-1" ref=${title}>
        ${next.length === 1 ? `Now ${nameOf(welcome, next[0])} chooses` : "Who sits down?"}
      </h1>
      <p>Hand the device over. Nobody else should look now.</p>
      <div class="curtain-seats">
        ${seats.map(
          (seat) => html`
            <button
              type="button"
              data-seat=${seat}
              class=${due.includes(seat) || !due.length ? "main" : ""}
              onClick=${() => send({ type: "sit", seat })}
            >
              I am ${nameOf(welcome, seat)}
            </button>
          `,
        )}
      </div>
    </main>
  `;
}

// Bots don't sit down.
function people({ mine, seats }) {
  return mine.filter((seat) => seats.find((each) => each.seat === seat)?.who !== "bot");
}

/** Says that somebody else at this device must choose, and lets the curtain fall. */
export function HandOver({ state, send }) {
  const seats = nextHere(state);
  if (!seats.length) return null;
  return html`
    <p class="banner hand-over" role="status">
      ${`${namesOf(state.welcome, seats)} ${seats.length === 1 ? "goes" : "go"} on at this device. `}
      <button type="button" id="hand-over" class="main" onClick=${() => send({ type: "sit", seat: null })}>
        Hand it over
      </button>
    </p>
  `;
}
