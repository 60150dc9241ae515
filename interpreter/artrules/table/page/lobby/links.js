// The links of a game that has just been set up: each opens a seat for whoever has it.
import { html, useEffect, useRef, useState } from "../html.js";
import { listed } from "../names.js";

/** The links in `made`; `names` are the seats in order, with the names of those who have them. */
export function Links({ made, names, title }) {
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [made]);
  const several = made.links.length > 1;
  return html`
    <section class="links" aria-label=${title}>
      <h2 tabindex="-1" ref=${heading}>${title}</h2>
      <p>
        ${several ? "Open your own seat, and send the others their links." : "Open the table."} Whoever has a link can
        see and play what belongs to it, so give each only to its player.
      </p>
      <ul>
        ${made.links.map((link) => html`<${LinkOfSeats} key=${link.url} link=${link} names=${names} />`)}
      </ul>
    </section>
  `;
}

function LinkOfSeats({ link: { url, seats }, names }) {
  const who = listed(seats.map((seat) => names[seat - 1]?.name?.trim() || `Player ${seat}`));
  return html`
    <li>
      <b>${who}</b>
      <div class="in-a-row">
        <a class="button main" href=${url} target="_blank" rel="noopener">Open<span class="off"> the seat of ${who}</span></a>
        <${Copy} url=${url} who=${who} />
        ${navigator.share && html`<${Share} url=${url} who=${who} />`}
      </div>
      <input readonly class="url" aria-label=${`Link of ${who}`} value=${url} onFocus=${(event) => event.target.select()} />
    </li>
  `;
}

function Copy({ url, who }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid("Copied");
    } catch {
      setSaid("Select the link below and copy it"); // browsers allow more only on secure pages
    }
  };
  return html`
    <button type="button" onClick=${copy}>Copy<span class="off"> the link of ${who}</span></button>
    <span role="status" class="quiet">${said}</span>
  `;
}

function Share({ url, who }) {
  const share = () => navigator.share({ title: "Your seat at the table", url }).catch(() => {}); // they changed their mind
  return html`<button type="button" onClick=${share}>Share<span class="off"> the link of ${who}</span></button>`;
}
