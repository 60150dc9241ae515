// The form with which somebody sets up a game.
import { html, useState } from "../html.js";
import { post } from "./http.js";
import { asRequest, firstWishes, people, problemOf, withPlayers, withSeat, withSetting } from "./wishes.js";

export function NewGame({ rulesets, secret, onMade }) {
  const [wishes, setWishes] = useState(() => firstWishes(rulesets[0]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const ruleset = rulesets.find(({ name }) => name === wishes.ruleset);
  const { bots } = ruleset;
  const begin = async (event) => {
    event.preventDefault();
    const found = problemOf(wishes);
    setProblem(found);
    if (found) return;
    setBusy(true);
    try {
      onMade(await post("/api/games", secret, asRequest(wishes)), wishes);
    } catch (error) {
      setProblem(error.message);
    }
    setBusy(false);
  };
  const choose = (name) => setWishes(firstWishes(rulesets.find((each) => each.name === name)));
  return html`
    <form class="new-game" onSubmit=${begin} aria-labelledby="new-game-title">
      <h2 id="new-game-title">A new game</h2>
      ${ruleset.about && html`<p class="about">${ruleset.about}</p>`}
      ${rulesets.length > 1 &&
      html`
        <${Choice}
          label="Game"
          value=${ruleset.name}
          values=${rulesets.map(({ name, title }) => ({ value: name, title }))}
          onChoose=${choose}
        />
      `}
      <${Choice}
        label="Players"
        value=${wishes.players}
        values=${ruleset.players.map((number) => ({ value: number, title: `${number}` }))}
        onChoose=${(number) => setWishes(withPlayers(wishes, Number(number), bots))}
      />
      <fieldset>
        <legend>Seats</legend>
        ${wishes.seats.map((seat, index) => html`<${SeatWish} ...${{ seat, index, bots, wishes, setWishes }} />`)}
      </fieldset>
      ${people(wishes) > 1 && html`<${LinksWish} ...${{ wishes, setWishes }} />`}
      ${ruleset.settings.map((setting) => html`<${Setting} ...${{ setting, wishes, setWishes }} />`)}
      <${More} ...${{ wishes, setWishes }} />
      <p role="alert" class="problem">${problem}</p>
      <button type="submit" class="main" disabled=${busy}>${busy ? "Setting up…" : "Begin"}</button>
    </form>
  `;
}

function Choice({ label, value, values, onChoose }) {
  return html`
    <label class="choice">
      <span>${label}</span>
      <select value=${value} onChange=${(event) => onChoose(event.target.value)}>
        ${values.map((each) => html`<option value=${each.value} selected=${each.value === value}>${each.title}</option>`)}
      </select>
    </label>
  `;
}

function SeatWish({ seat, index, bots, wishes, setWishes }) {
  const change = (values) => setWishes(withSeat(wishes, index, values));
  const seats = `Player ${index + 1}`;
  return html`
    <div class="seat-wish">
      <label>
        <span>${seats}</span>
        <select value=${seat.bot ?? ""} onChange=${(event) => change({ bot: event.target.value || null })}>
          <option value="" selected=${seat.bot === null}>a person</option>
          ${bots.map(({ name }) => html`<option value=${name} selected=${seat.bot === name}>bot: ${name}</option>`)}
        </select>
      </label>
      ${seat.bot === null &&
      html`
        <input
          aria-label=${`Name of player ${index + 1}`}
          placeholder="Name, if you like"
          maxlength="40"
          autocomplete="off"
          value=${seat.name}
          onInput=${(event) => change({ name: event.target.value })}
        />
      `}
    </div>
  `;
}

function LinksWish({ wishes, setWishes }) {
  const option = (value, title, text) => html`
    <label class="radio">
      <input
        type="radio"
        name="links"
        value=${value}
        checked=${wishes.links === value}
        onChange=${() => setWishes({ ...wishes, links: value })}
      />
      <span><b>${title}</b> ${text}</span>
    </label>
  `;
  return html`
    <fieldset>
      <legend>Devices</legend>
      ${option("each", "One link for each person.", "Everybody plays at their own device.")}
      ${option("together", "One device for all.", "You hand it round; a curtain falls in between.")}
    </fieldset>
  `;
}

function Setting({ setting, wishes, setWishes }) {
  const choose = (value) => setWishes(withSetting(wishes, setting.name, value === setting.starts ? null : value));
  const value = wishes.settings[setting.name] ?? setting.starts;
  if (setting.kind === "number") return html`<${NumberSetting} ...${{ setting, value, choose }} />`;
  const values = setting.values.map((each) => ({
    value: each.value,
    title: each.value === setting.starts ? `${each.title} (as usual)` : each.title,
  }));
  return html`<${Choice} label=${setting.title} value=${value} values=${values} onChoose=${choose} />`;
}

function NumberSetting({ setting, value, choose }) {
  return html`
    <label class="choice">
      <span>${setting.title} (${setting.low} to ${setting.high})</span>
      <input
        type="number"
        required
        min=${setting.low}
        max=${setting.high}
        value=${value}
        onInput=${(event) => choose(event.target.value === "" ? setting.starts : Number(event.target.value))}
      />
    </label>
  `;
}

function More({ wishes, setWishes }) {
  return html`
    <details class="more">
      <summary>More</summary>
      <label class="choice">
        <span>Seed: the same seed deals the same game</span>
        <input
          inputmode="numeric"
          autocomplete="off"
          placeholder="any"
          value=${wishes.seed}
          onInput=${(event) => setWishes({ ...wishes, seed: event.target.value })}
        />
      </label>
      <label class="radio">
        <input
          type="checkbox"
          checked=${wishes.open}
          onChange=${(event) => setWishes({ ...wishes, open: event.target.checked })}
        />
        <span><b>Open table.</b> Nothing is hidden, and everybody may take back anything.</span>
      </label>
    </details>
  `;
}
