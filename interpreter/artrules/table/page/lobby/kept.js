// What this browser keeps: the seats of people who have said so, for when a tab is lost, and what else; in words, and
// each can be forgotten.
import { html, useEffect, useState } from "../html.js";
import { preference } from "../preferences.js";
import { endpoint } from "../source.js";
import { get } from "./http.js";

const KEY = "artrules seats";
const OWN = "artrules ";

/** Whether several people use this device, as whoever sat here last has said. */
export const sharedDevice = preference("shared device", ["no", "yes"]);
/** What the person at this device was called last. */
export const ownName = preference("name", null);

/** The seats that are kept, the newest first: `[{game, url, title, name, at}]`. */
export function keptSeats(storage = browserStorage()) {
  try {
    const seats = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(seats) ? seats.filter(({ game, url }) => game && url) : [];
  } catch {
    return []; // the browser forbids it, or somebody else wrote there
  }
}

/** Keep a seat, in place of another of the same game under the same link. Whether the browser does. */
export function keepSeat(seat, storage = browserStorage()) {
  return write([seat, ...keptSeats(storage).filter(({ url }) => url !== seat.url)], storage);
}

/** Keep a seat no longer. */
export function forgetSeat(url, storage = browserStorage()) {
  return write(keptSeats(storage).filter((seat) => seat.url !== url), storage);
}

/** Keep nothing any more that this page has had the browser keep. */
export function forgetAll(storage = browserStorage()) {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage.key(index));
  keys.filter((key) => key.startsWith(OWN)).forEach((key) => storage.removeItem(key));
}

function write(seats, storage) {
  try {
    storage.setItem(KEY, JSON.stringify(seats));
    return true;
  } catch {
    return false;
  }
}

/** What the browser keeps for good, or as `sessionStorage` for a tab and those that are opened from it; null where it
 *  forbids that. */
export function browserStorage(name = "localStorage") {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** What this browser keeps, on the start page. */
export function KeptHere() {
  const [seats, setSeats] = useState(() => keptSeats());
  const [said, setSaid] = useState("");
  const forget = (url) => {
    forgetSeat(url);
    setSeats(keptSeats());
    setSaid("Forgotten.");
  };
  const forgetEverything = () => {
    forgetAll();
    forgetAll(browserStorage("sessionStorage"));
    setSeats([]);
    setSaid("This browser keeps nothing of these pages any more.");
  };
  return html`
    <section class="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">On this device</h2>
      ${seats.length > 0 &&
      html`<ul class="games">
        ${seats.map((seat) => html`<${Kept} key=${seat.url} seat=${seat} forget=${() => forget(seat.url)} />`)}
      </ul>`}
      <p class="quiet">
        ${seats.length
          ? "Whoever uses this device can open these seats. "
          : "A seat that you keep on this device stands here, and is found again when its page is closed. "}
        Beside seats, this browser keeps your name, the colours that you chose, how long the table stands still, and which
        introductions you have seen. Nothing of it is sent to anybody.
      </p>
      <p class="in-a-row">
        <button type="button" class="small" onClick=${forgetEverything}>Forget all of it</button>
        <span role="status" class="quiet">${said}</span>
      </p>
    </section>
  `;
}

function Kept({ seat: { game, url, title, name }, forget }) {
  const [stands, setStands] = useState("");
  useEffect(() => {
    get("/api/games", endpoint(url).secret).then(
      ({ games }) => setStands(games.length ? stateOf(games[0]) : "is no longer there"),
      (error) => setStands(error.message),
    );
  }, [game]);
  return html`
    <li>
      <div><b>${title}</b>, as ${name}<div class="quiet">${stands}</div></div>
      <div class="in-a-row">
        <a class="button main" href=${url}>Sit down<span class="off"> at ${title} as ${name}</span></a>
        <button type="button" onClick=${forget}>Forget<span class="off"> the seat of ${name} at ${title}</span></button>
      </div>
    </li>
  `;
}

const stateOf = ({ finished, refused }) => refused ?? (finished ? "is over" : "goes on");
