// Who sits at the table: names, who is here, and bots that take empty seats.
import { post } from "./lobby/http.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { nameOf } from "./names.js";
import { endpoint } from "./source.js";

export function Seats({ state, send, address = location.href }) {
  const { welcome } = state;
  const [problem, setProblem] = useState("");
  if (!welcome) return null;
  const change = async (body) => {
    setProblem("");
    try {
      await post(`/api/games/${welcome.table.id}/seats`, endpoint(address).secret, body);
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`
    <section id="seats" class="panel seats" aria-labelledby="seats-title">
      <h2 id="seats-title">Who plays</h2>
      <ul>
        ${welcome.seats.map((seat) => html`<${Seat} key=${seat.seat} ...${{ seat, welcome, send, change }} />`)}
      </ul>
      <p role="alert">${problem}</p>
    </section>
  `;
}

function Seat({ seat, welcome, send, change }) {
  const mine = welcome.mine.includes(seat.seat);
  const sitting = welcome.seat === seat.seat;
  return html`
    <li data-seat=${seat.seat}>
      <div class="in-a-row">
        <b>${nameOf(welcome, seat.seat)}${sitting && " (you)"}</b>
        <span class="quiet">${whoIn(seat)}</span>
      </div>
      ${mine && seat.who !== "bot" && html`<${Rename} ...${{ seat, send }} />`}
      ${mine && !sitting && !welcome.open && seat.who !== "bot" && html`<${HandOver} send=${send} />`}
      ${(welcome.host || mine) && html`<${BotSwitch} ...${{ seat, welcome, change }} />`}
    </li>
  `;
}

function whoIn({ who, bot, here }) {
  if (who === "bot") return `bot: ${bot}`;
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
  const [bot, setBot] = useState(bots[0]);
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
        ${bots.map((name) => html`<option value=${name} selected=${name === bot}>${name}</option>`)}
      </select>
      <button type="button" class="small" onClick=${() => change({ seat: seat.seat, bot })}>A bot takes this seat</button>
    </div>
  `;
}
