// Behind an invitation: the seats that are free, a name, and one sits down.
import { html, useCallback, useEffect, useState } from "../html.js";
import { get, post } from "./http.js";
import { keepSeat, keptSeats, ownName, sharedDevice } from "./kept.js";

/** The page of an invitation; `address` names the game and has the secret. */
export function JoinPage({ address }) {
  const words = new URLSearchParams(new URL(address).hash.slice(1));
  const [id, secret] = [words.get("game"), words.get("secret")];
  const [table, setTable] = useState(null);
  const [seat, setSeat] = useState(null);
  const [name, setName] = useState(() => ownName.wanted());
  const mayKeep = sharedDevice.wanted() === "no" && !keptSeats().some(({ game }) => game === id);
  const [keep, setKeep] = useState(mayKeep);
  const [problem, setProblem] = useState("");
  const look = useCallback(async () => {
    try {
      const answer = await get(`/api/games/${id}/seats`, secret);
      setTable(answer);
      const free = answer.seats.filter((each) => each.free);
      setSeat((before) => (free.some((each) => each.seat === before) ? before : (free[0]?.seat ?? null)));
    } catch (error) {
      setProblem(error.message);
    }
  }, [id, secret]);
  useEffect(() => void look(), [look]);
  const join = async (event) => {
    event.preventDefault();
    setProblem("");
    try {
      const { url } = await post(`/api/games/${id}/join`, secret, { seat, name: name.trim() });
      ownName.keep(keep ? name.trim() : "");
      sharedDevice.keep(keep ? "no" : "yes");
      if (keep) keepSeat({ game: id, url, title: table.table.title, name: name.trim(), at: Date.now() });
      location.assign(url);
    } catch (error) {
      setProblem(error.message);
      look(); // somebody may have been quicker
    }
  };
  const free = table?.seats.filter((each) => each.free) ?? [];
  return html`
    <main class="start join">
      <h1>${table ? table.table.title : "An invitation"}</h1>
      <div role="alert">${problem && html`<p class="problem">${problem}</p>`}</div>
      ${!table && !problem && html`<p class="quiet" role="status">One moment…</p>`}
      ${table && !free.length && html`<p>All seats are taken. Whoever invited you can free one.</p>`}
      ${table && free.length > 0 &&
      html`
        <form onSubmit=${join}>
          <p class="lead">You are invited. Choose a seat and say your name.</p>
          <fieldset>
            <legend>Seats</legend>
            <div class="one-of seats-to-choose">
              ${table.seats.map((each) => html`<${SeatToChoose} key=${each.seat} ...${{ each, seat, setSeat }} />`)}
            </div>
          </fieldset>
          <label class="choice">
            <span>Your name</span>
            <input
              id="join-name"
              required
              maxlength="40"
              autocomplete="nickname"
              value=${name}
              onInput=${(event) => setName(event.target.value)}
            />
          </label>
          <label class="check">
            <input type="checkbox" checked=${keep} onChange=${(event) => setKeep(event.target.checked)} />
            <span><b>Keep my seat on this device.</b> You find it again when this page is closed; so does anybody else who uses this device.</span>
          </label>
          <button type="submit" class="main" disabled=${!name.trim() || !seat}>Sit down</button>
        </form>
      `}
    </main>
  `;
}

function SeatToChoose({ each: { seat: number, name, who, free }, seat, setSeat }) {
  return html`
    <label data-free=${free}>
      <input type="radio" name="seat" value=${number} disabled=${!free} checked=${number === seat} onChange=${() => setSeat(number)} />
      <span><b>${name}</b><small>${free ? "free" : who === "bot" ? "a bot" : "taken"}</small></span>
    </label>
  `;
}
