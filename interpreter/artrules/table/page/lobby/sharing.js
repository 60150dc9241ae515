// Links as people pass them on: to be scanned, copied, or sent.
import { html, useEffect, useRef, useState } from "../html.js";
import { listed } from "../names.js";

/** A link with its QR code, where it can be reached from elsewhere; `who` or what it is for. */
export function Sharing({ url, qr, who }) {
  return html`
    <div class="sharing">
      ${qr && html`<${QrCode} qr=${qr} who=${who} />`}
      <div>
        <input readonly class="url" aria-label=${`Link ${who}`} value=${url} onFocus=${(event) => event.target.select()} />
        <div class="in-a-row">
          <${Copy} url=${url} who=${who} />
          ${navigator.share && html`<${Share} url=${url} who=${who} />`}
        </div>
      </div>
    </div>
  `;
}

function QrCode({ qr: { size, path }, who }) {
  return html`
    <svg class="qr" viewBox=${`-3 -3 ${size + 6} ${size + 6}`} role="img" aria-label=${`QR code of the link ${who}`}>
      <path d=${path} />
    </svg>
  `;
}

function Copy({ url, who }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid("Copied");
    } catch {
      setSaid("Select the link and copy it"); // browsers allow more only on secure pages
    }
  };
  return html`
    <button type="button" onClick=${copy}>Copy<span class="off"> the link ${who}</span></button>
    <span role="status" class="quiet">${said}</span>
  `;
}

function Share({ url, who }) {
  const share = () => navigator.share({ title: "A table for you", url }).catch(() => {}); // they changed their mind
  return html`<button type="button" onClick=${share}>Send<span class="off"> the link ${who}</span></button>`;
}

/** The links in `made`; `names` are the names of the seats in order. */
export function Links({ made, names, title }) {
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [made]);
  return html`
    <section class="links" aria-label=${title}>
      <h2 tabindex="-1" ref=${heading}>${title}</h2>
      <p class="quiet">Whoever has a link can see and play what belongs to it, so give each only to its player.</p>
      <ul>
        ${made.links.map((link) => html`<${LinkOfSeats} key=${link.url} link=${link} names=${names} />`)}
      </ul>
    </section>
  `;
}

function LinkOfSeats({ link: { url, qr, seats }, names }) {
  const who = listed(seats.map((seat) => names[seat - 1] || `Player ${seat}`));
  return html`
    <li>
      <div class="in-a-row">
        <b>${who}</b>
        <a class="button" href=${url} target="_blank" rel="noopener">Open<span class="off"> the seat of ${who}</span></a>
      </div>
      <${Sharing} url=${url} qr=${qr} who=${`of ${who}`} />
    </li>
  `;
}
