// The panels beside the table, one at a time: what has happened, why not, the rules, notes, who plays.
import { html, useRef, useState } from "./html.js";
import { Rules } from "./learn/rules.js";
import { Log } from "./log.js";
import { Pins } from "./pins.js";
import { hasServer } from "./place.js";
import { Seats } from "./seats.js";
import { Why } from "./why.js";

const PANELS = [
  ["log", "Log", Log],
  ...(hasServer ? [["why", "Why?", Why]] : []),
  ["rules", "Rules", Rules],
  ["pins", "Notes", Pins],
  ["seats", "Seats", Seats],
];

/** All panels of a seat's page. Those that aren't open are there, but hidden. */
export function Panels(props) {
  const [open, setOpen] = useState("log");
  const bar = useRef(null);
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = PANELS.findIndex(([name]) => name === open);
    const next = PANELS.at((at + step) % PANELS.length)[0];
    setOpen(next);
    bar.current.querySelector(`#open-${next}`).focus();
  };
  return html`
    <div class="panel-tabs" role="tablist" aria-label="Beside the table" ref=${bar} onKeyDown=${move}>
      ${PANELS.map(
        ([name, title]) => html`
          <button
            type="button"
            role="tab"
            id=${`open-${name}`}
            aria-controls=${`panel-${name}`}
            aria-selected=${String(open === name)}
            tabindex=${open === name ? 0 : -1}
            onClick=${() => setOpen(name)}
          >
            ${title}
          </button>
        `,
      )}
    </div>
    ${PANELS.map(
      ([name, , Panel]) => html`
        <div key=${name} id=${`panel-${name}`} role="tabpanel" aria-labelledby=${`open-${name}`} hidden=${open !== name}>
          <${Panel} ...${props} shown=${open === name} />
        </div>
      `,
    )}
  `;
}
