// Who sits at the table: names, who is here, bots that take empty seats; for the host new links, the invitation, and
// seats that are freed; and whether this browser keeps one's own seat.
import { post } from "./lobby/http.js";
import { forgetSeat, keepSeat, keptSeats, ownName } from "./lobby/kept.js";
import { Sharing } from "./lobby/sharing.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { botCalled, botTitle, nameOf } from "./names.js";
import { hasServer } from "./place.js";
import { endpoint } from "./source.js";

export function Seats({ state, send, address = location.href }) {
  const { welcome } = state;
  const [problem, setProblem] = useState("");
  const [link, setLink] = useState(null);
  if (!welcome) return null;
  const ask = async (what, body) => {
    setProblem("");
    setLink(null);
    try {
      return await post(`/api/games/${welcome.table.id}/${what}`, endpoint(address).secret, body);
    } catch (error) {
      setProblem(error.message);
      return null;
    }
  };
  const change = (body) => ask("seats", body);
  const newLink = async (body, who) => {
    const made = await ask("links", body);
    if (made) setLink({ ...(made.invitation ?? made.watch ?? made.links[0]), who });
  };
  return html`
    <section id="who-plays" class="panel seats" aria-labelledby="seats-title">
      <h2 id="seats-title">Who plays</h2>
      <ul>
        ${welcome.seats.map((seat) => html`<${Seat} key=${seat.seat} ...${{ seat, welcome, send, change, newLink }} />`)}
      </ul>
      ${welcome.watchers > 0 && html`<p id="watchers">${welcome.watchers === 1 ? "1 person watches" : `${welcome.watchers} people watch`}.</p>`}
      ${welcome.host && hasServer && html`<${HostLinks} ...${{ welcome, newLink }} />`}
      ${link && html`<div class="new-link" role="status"><h3>The link ${link.who}</h3><${Sharing} ...${link} /></div>`}
      <p role="alert">${problem}</p>
      ${hasServer && welcome.seat && welcome.mine.length === 1 && html`<${KeepMine} ...${{ welcome, address }} />`}
    </section>
  `;
}

// What a host gives out for the whole table: each makes the link before it void.
function HostLinks({ welcome, newLink }) {
  const free = welcome.seats.some((seat) => seat.free);
  return html`
    <div class="in-a-row">
      ${free && html`<button type="button" class="small" onClick=${() => newLink({ invitation: true }, "to join")}>New invitation</button>`}
      ${welcome.seats.length > 1 && html`<button type="button" class="small" onClick=${() => newLink({ watch: true }, "to watch")}>Link to watch</button>`}
    </div>
  `;
}

function KeepMine({ welcome, address }) {
  const isKept = () => keptSeats().some(({ url }) => url === address);
  const [keeps, setKeeps] = useState(isKept);
  const name = nameOf(welcome, welcome.seat);
  const change = (event) => {
    if (event.target.checked) {
      keepSeat({ game: welcome.table.id, url: address, title: welcome.table.title, name, at: Date.now() });
      ownName.keep(name);
    } else forgetSeat(address);
    setKeeps(isKept());
  };
  return html`
    <label class="check">
      <input type="checkbox" checked=${keeps} onChange=${change} />
      <span>Keep my seat on this device, for when this page is closed. Whoever uses the device can open it then.</span>
    </label>
  `;
}

function Seat({ seat, welcome, send, change, newLink }) {
  const mine = welcome.mine.includes(seat.seat);
  const sitting = welcome.seat === seat.seat;
  return html`
    <li data-seat=${seat.seat}>
      <div class="in-a-row">
        <b>${nameOf(welcome, seat.seat)}${sitting && " (you)"}</b>
        <span class="quiet">${whoIn(seat, welcome)}</span>
      </div>
      ${mine && seat.who !== "bot" && html`<${Rename} ...${{ seat, send }} />`}
      ${mine && !sitting && !welcome.open && seat.who !== "bot" && html`<${HandOver} send=${send} />`}
      ${(welcome.host || mine) && html`<${BotSwitch} ...${{ seat, welcome, change }} />`}
      ${welcome.host &&
      hasServer &&
      !mine &&
      seat.who !== "bot" &&
      html`
        <div class="in-a-row">
          <button type="button" class="small" onClick=${() => newLink({ seats: [seat.seat] }, `of ${nameOf(welcome, seat.seat)}`)}>
            New link<span class="off"> of ${nameOf(welcome, seat.seat)}</span>
          </button>
          ${seat.who === "person" &&
          html`<button type="button" class="small" onClick=${() => change({ seat: seat.seat, free: true })}>
            Free this seat<span class="off"> of ${nameOf(welcome, seat.seat)}</span>
          </button>`}
        </div>
      `}
    </li>
  `;
}

function whoIn({ who, bot, here }, { bots }) {
  if (who === "bot") return `bot: ${botCalled(bots, bot)}`;
  if (who === "empty") return "nobody yet";
  return here ? "here" : "away";
}

function Rename({ seat, send }) {
  const [name, setName] = useState(null);
  const opener = useRef(null);
  const close = () => {
    setName(null);
    setTimeout(() => opener.current?.focus()); // once the button is there again
  };
  const rename = (event) => {
    event.preventDefault();
    send({ type: "name", seat: seat.seat, name: name.trim() });
    close();
  };
  if (name === null) {
    return html`
      <button type="button" class="small" ref=${opener} onClick=${() => setName(seat.name ?? "")}>Change the name</button>
    `;
  }
  return html`
    <form class="in-a-row" onSubmit=${rename} onKeyDown=${(event) => event.key === "Escape" && close()}>
      <${NameField} ...${{ seat, name, setName }} />
      <button type="submit" disabled=${!name.trim()}>Save</button>
      <button type="button" onClick=${close}>Cancel</button>
    </form>
  `;
}

function NameField({ seat, name, setName }) {
  const field = useRef(null);
  useEffect(() => field.current.select(), []);
  return html`
    <input
      ref=${field}
      aria-label=${`Name of player ${seat.seat}`}
      maxlength="40"
      autocomplete="nickname"
      value=${name}
      onInput=${(event) => setName(event.target.value)}
    />
  `;
}

function HandOver({ send }) {
  return html`
    <button type="button" class="small" onClick=${() => send({ type: "sit", seat: null })}>Hand the device over</button>
  `;
}

function BotSwitch({ seat, welcome, change }) {
  const bots = welcome.bots ?? [];
  const [bot, setBot] = useState(bots[0]?.name);
  if (seat.who === "bot") {
    return html`
      <button type="button" class="small" onClick=${() => change({ seat: seat.seat, bot: null })}>
        A person takes this seat
      </button>
    `;
  }
  if (seat.here || !bots.length) return null; // nobody is sent away
  return html`
    <div class="in-a-row">
      <select aria-label=${`Bot for ${nameOf(welcome, seat.seat)}`} onChange=${(event) => setBot(event.target.value)}>
        ${bots.map((each) => html`<option value=${each.name} selected=${each.name === bot}>${botTitle(each)}</option>`)}
      </select>
      <button type="button" class="small" onClick=${() => change({ seat: seat.seat, bot })}>A bot takes this seat</button>
    </div>
  `;
}
