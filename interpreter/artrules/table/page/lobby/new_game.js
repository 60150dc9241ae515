// Setting a table: which game, how many play, who sits where, what is in play.
import { html, useState } from "../html.js";
import { botTitle } from "../names.js";
import { hasServer } from "../place.js";
import { post } from "./http.js";
import { ownName } from "./kept.js";

/** The page on which a table of a ruleset is set; `back` leads to the other games, where there are any. */
export function NewGame({ ruleset, secret, onMade, back }) {
  const [wishes, setWishes] = useState(() => firstWishes(ruleset, ownName.wanted()));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const { bots } = ruleset;
  const begin = async (event) => {
    event.preventDefault();
    const said = problemOf(wishes);
    setProblem(said);
    if (said) return;
    setBusy(true);
    try {
      const game = await post("/api/games", secret, asRequest(wishes));
      ownName.keep(wishes.seats[0].name.trim());
      onMade(game, wishes);
    } catch (error) {
      setProblem(error.message);
    }
    setBusy(false);
  };
  return html`
    <form class="new-game" onSubmit=${begin} aria-labelledby="new-game-title" style=${{ "--cloth": ruleset.cloth }}>
      <header>
        ${back && html`<button type="button" onClick=${back}>‹ All games</button>`}
        <h1 id="new-game-title">${ruleset.title}</h1>
        <p class="quiet">${ruleset.for_players}</p>
        ${ruleset.about && html`<p class="about">${ruleset.about}</p>`}
      </header>
      <${TableSeen} wishes=${wishes} />
      <div class="setting-up">
        ${ruleset.players.length > 1 &&
        html`<${OneOf}
          legend="How many play?"
          name="players"
          value=${wishes.players}
          values=${ruleset.players.map((number) => ({ value: number, title: `${number}` }))}
          onChoose=${(number) => setWishes(withPlayers(wishes, number, bots))}
        />`}
        <fieldset>
          <legend>Who sits where?</legend>
          <ol class="seat-wishes">
            ${wishes.seats.map((seat, index) => html`<${SeatWish} key=${index} ...${{ seat, index, bots, wishes, setWishes }} />`)}
          </ol>
        </fieldset>
        ${people(wishes) > 1 && !hasServer && html`<p class="hint">You share this device: a curtain falls in between.</p>`}
        ${people(wishes) > 1 &&
        hasServer &&
        html`<${OneOf}
          legend="On which devices?"
          name="links"
          value=${wishes.links}
          values=${[
            { value: "each", title: "Each person's own: you get an invitation to send" },
            { value: "together", title: "This one, handed round: a curtain falls in between" },
          ]}
          onChoose=${(links) => setWishes({ ...wishes, links })}
        />`}
        ${ruleset.settings.length > 0 &&
        html`<fieldset>
          <legend>What is in play?</legend>
          <div class="choices">
            ${ruleset.settings.map((setting) => html`<${Setting} key=${setting.name} ...${{ setting, wishes, setWishes }} />`)}
          </div>
        </fieldset>`}
        <${More} ...${{ wishes, setWishes }} />
      </div>
      <footer>
        <p role="alert" class="problem">${problem}</p>
        <button type="submit" class="main" disabled=${busy}>${busy ? "The table is being laid …" : "Lay the table"}</button>
      </footer>
    </form>
  `;
}

// The table from above, with those who will sit at it. The list beside it says the same.
function TableSeen({ wishes }) {
  const angle = (index) => Math.PI / 2 + (2 * Math.PI * index) / wishes.players;
  const place = (index) => ({ left: `${50 + 42 * Math.cos(angle(index))}%`, top: `${50 + 36 * Math.sin(angle(index))}%` });
  const sort = ({ bot, name }, index) => `sits ${bot ? "bot" : name.trim() ? "" : "nobody"} ${Math.sin(angle(index)) < -0.5 ? "above" : ""}`;
  const sign = ({ bot, name }) => (bot ? "⚙" : ([...name.trim()][0] ?? "?").toUpperCase());
  const called = ({ bot, name }, index) => (bot || name.trim() ? nameAt(wishes, index) : !index ? "you" : wishes.links === "together" ? "somebody" : "invited");
  return html`
    <div class="table-seen" aria-hidden="true">
      <i class="cloth"></i>
      ${wishes.seats.map(
        (seat, index) => html`
          <span key=${index} class=${sort(seat, index)} style=${place(index)}><i>${sign(seat)}</i>${called(seat, index)}</span>
        `,
      )}
    </div>
  `;
}

function OneOf({ legend, name, value, values, onChoose }) {
  return html`
    <fieldset>
      <legend>${legend}</legend>
      <div class="one-of">
        ${values.map((each) => html`
          <label key=${each.value}>
            <input type="radio" name=${name} value=${each.value} checked=${each.value === value} onChange=${() => onChoose(each.value)} />
            <span>${each.title}</span>
          </label>
        `)}
      </div>
    </fieldset>
  `;
}

function SeatWish({ seat, index, bots, wishes, setWishes }) {
  const change = (values) => setWishes(withSeat(wishes, index, values));
  const person = index === 0 ? "Me" : wishes.links === "together" ? "Somebody here" : "Somebody I invite";
  return html`
    <li>
      <select aria-label=${`Seat ${index + 1}`} onChange=${(event) => change({ bot: event.target.value || null })}>
        <option value="" selected=${seat.bot === null}>${person}</option>
        ${bots.map((bot) => html`<option value=${bot.name} selected=${seat.bot === bot.name}>Bot, ${botTitle(bot)}</option>`)}
      </select>
      ${seat.bot === null &&
      html`
        <input
          aria-label=${`Name of player ${index + 1}`}
          placeholder=${index ? "their name, if you like" : "your name"}
          maxlength="40"
          autocomplete=${index ? "off" : "nickname"}
          value=${seat.name}
          onInput=${(event) => change({ name: event.target.value })}
        />
      `}
    </li>
  `;
}

function Setting({ setting, wishes, setWishes }) {
  const choose = (value) => setWishes(withSetting(wishes, setting.name, value === setting.starts ? null : value));
  const value = wishes.settings[setting.name] ?? setting.starts;
  if (setting.kind === "number") return html`<${NumberSetting} ...${{ setting, value, choose }} />`;
  const usual = (each) => (each.value === setting.starts ? `${each.title} (as usual)` : each.title);
  return html`
    <label class="choice">
      <span>${setting.title}</span>
      <select onChange=${(event) => choose(event.target.value)}>
        ${setting.values.map((each) => html`<option value=${each.value} selected=${each.value === value}>${usual(each)}</option>`)}
      </select>
    </label>
  `;
}

function NumberSetting({ setting, value, choose }) {
  return html`
    <label class="choice">
      <span>${setting.title} (${setting.low} to ${setting.high}, usually ${setting.starts})</span>
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
  const check = (key, title, text) => html`
    <label class="check">
      <input type="checkbox" checked=${wishes[key]} onChange=${(event) => setWishes({ ...wishes, [key]: event.target.checked })} />
      <span><b>${title}</b> ${text}</span>
    </label>
  `;
  return html`
    <details>
      <summary>More</summary>
      ${check("advice", "Advice.", "People may ask what a bot would do.")}
      ${check("open", "Open table.", "Nothing is hidden, and everybody may take back anything.")}
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
    </details>
  `;
}

/** The games of a server, as boxes on a shelf. */
export function Shelf({ rulesets, choose }) {
  return html`
    <ul class="shelf">
      ${rulesets.map((ruleset) => html`<${Box} key=${ruleset.name} ruleset=${ruleset} choose=${choose} />`)}
    </ul>
  `;
}

function Box({ ruleset: { name, title, summary, for_players, cloth, ready, refused }, choose }) {
  return html`
    <li>
      <button type="button" class="box" data-ruleset=${name} disabled=${Boolean(refused)} style=${{ "--cloth": cloth }} onClick=${() => choose(name)}>
        <span class="lid" aria-hidden="true"><i></i><i></i><i></i></span>
        <b>${title}</b>
        <span class="quiet">${refused ? "can't be played" : ready === false ? "is being read …" : for_players}</span>
        <span class="about">${refused ?? summary}</span>
      </button>
    </li>
  `;
}

// What somebody wishes for a new game, as the page holds it and as the server gets it.

/** Names of bots, in the order of their seats: short, and no person's. */
const NAMES_OF_BOTS = ["Bolt", "Cog", "Dot", "Gear", "Pixel", "Rivet", "Spark", "Widget"];

/** The wishes that the page begins with, for a ruleset of the server's: the host called `name` against bots. */
export function firstWishes(ruleset, name = "") {
  const seats = [{ name, bot: null }];
  const more = { seed: "", links: hasServer ? "each" : "together", open: false, advice: true };
  const wishes = { ruleset: ruleset.name, players: 0, settings: {}, seats, ...more };
  return withPlayers(wishes, usualPlayers(ruleset.players), ruleset.bots);
}

// Two if a game is for two, else the fewest.
const usualPlayers = (counts) => (counts.includes(2) ? 2 : counts[0]);

/** The wishes for another number of players. The first seat is the host's; bots have those that come anew. */
export function withPlayers(wishes, players, bots) {
  const fresh = { name: "", bot: bots.length ? bots[0].name : null };
  const seats = Array.from({ length: players }, (_, index) => wishes.seats[index] ?? fresh);
  return { ...wishes, players, seats };
}

/** The wishes with another seat at a place. */
export function withSeat(wishes, index, change) {
  return { ...wishes, seats: wishes.seats.map((seat, place) => (place === index ? { ...seat, ...change } : seat)) };
}

/** The wishes with another value of a setting; null takes the one that the rules have. */
export function withSetting(wishes, name, value) {
  const { [name]: _, ...others } = wishes.settings;
  return { ...wishes, settings: value === null ? others : { ...others, [name]: value } };
}

/** What keeps a game from being set up so, as a sentence; empty if nothing does. */
export function problemOf(wishes) {
  if (wishes.seed.trim() && !/^\d{1,18}$/.test(wishes.seed.trim())) return "A seed is a whole number.";
  if (people(wishes) === 0 && !wishes.open) return "Somebody must play: give at least one seat to a person.";
  return "";
}

/** How many people have a seat. */
export const people = (wishes) => wishes.seats.filter((seat) => seat.bot === null).length;

/** What a seat is called before anybody else says so: a bot has a name of its own, a person a number. */
export function nameAt(wishes, index) {
  const { name, bot } = wishes.seats[index];
  if (bot === null) return name.trim() || `Player ${index + 1}`;
  const taken = wishes.seats.map((seat) => seat.bot === null && seat.name.trim().toLowerCase());
  const names = NAMES_OF_BOTS.filter((each) => !taken.includes(each.toLowerCase()));
  const place = wishes.seats.slice(0, index).filter((seat) => seat.bot !== null).length;
  return names[place] ?? `Bot ${index + 1}`;
}

/** The wishes as the server takes them. Whom the host invites chooses a seat by the invitation. */
export function asRequest(wishes) {
  const { ruleset, players, settings, seed, links, open, advice } = wishes;
  const seats = wishes.seats.map((seat, index) => seatRequest(seat, nameAt(wishes, index)));
  const request = { ruleset, players, settings, links, open, advice, seats };
  request.invite = links === "each" && people(wishes) > 1;
  request.watch = players > 1;
  return seed.trim() ? { ...request, seed: Number(seed.trim()) } : request;
}

function seatRequest({ name, bot }, called) {
  if (bot !== null) return { name: called, bot };
  return name.trim() ? { name: name.trim() } : {};
}
