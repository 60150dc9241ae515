// A game that is over, seen again: any moment of it, by a slider, step by step, by itself, and by its notes.

import { ConnectionBanner, Waiting } from "./header.js";
import { Component, html } from "./html.js";
import { get } from "./lobby/http.js";
import { Log } from "./log.js";
import { REGIONS } from "./metrics.js";
import { nameOf, namer } from "./names.js";
import { toldAlone } from "./log.js";
import { PinList } from "./pins.js";
import { home } from "./place.js";
import { Result } from "./result.js";
import { emptyStore, received } from "./store.js";
import { Table } from "./table.js";
import { Meaning } from "./terms.js";

// Where the messages of a replay come from: the states of a game that is over, read from the server one block after the
// other, in order, because each says only what it adds to the log.
//
// It has the form of `source.js`, and tells the same messages: `welcome`, `description`, `pins`, `state`; and `replay`,
// `{at, last, rounds: [{round, at}]}`: after how many of all choices the state shown is, and where the rounds begin
// that have been read. `send({type: "go", to})` shows another state; `send({type: "step", by})` with 1 or -1 the next one or
// the one before, where a pause of the game counts as a state of its own.

const BLOCK = 20; // states that are read at once; other tables wait meanwhile

export function connectReplay(address, onMessage, onConnection, read = get) {
  const { game, secret } = replayOf(address);
  const states = []; // each with its whole log, and with its pauses
  let last = null; // the number of all choices, when it is known
  let wanted = 0;
  let pause = null; // which pause on the way to that state
  let closed = false;
  let reading = false;

  async function readOn() {
    if (reading) return;
    reading = true;
    try {
      while (!closed && (last === null || states.length <= last)) {
        const path = `/api/games/${encodeURIComponent(game)}/replay?from=${states.length}&count=${BLOCK}`;
        take(await read(path, secret));
      }
    } catch (error) {
      if (!closed) onConnection({ state: "ended", text: error.message, again: readOn });
    }
    reading = false;
  }

  function take(data) {
    if (closed) return;
    const first = states.length;
    if (last === null) begin(data);
    for (const state of data.states) {
      let had = states.at(-1)?.log ?? [];
      const whole = (each) => {
        const news = each.log
          .filter(({ sort }) => sort !== "heading" && sort !== "ending")
          .map((line) => (line.player === state.chosen_by ? line.text : toldAlone(line)));
        had = [...had.slice(0, each.from), ...each.log];
        return { ...each, from: 0, log: had, news };
      };
      const passed = (state.pauses ?? []).map((each) => whole({ ...each, chosen_by: state.chosen_by }));
      states.push({ ...whole(state), pauses: passed });
    }
    onConnection({ state: "open", text: "", again: readOn });
    if (wanted >= first && wanted < states.length) show();
    else tellWhere();
  }

  function begin(data) {
    last = data.last;
    onMessage({ type: "welcome", table: data.table, seats: data.seats, ...NOBODY });
    onMessage({ ...data.description, type: "description" });
    onMessage({ type: "pins", pins: data.pins });
  }

  function tellWhere() {
    const isBeginning = wanted === 0 && stops(0)[0] === pause;
    const isEnd = wanted === last && pause === null;
    onMessage({ type: "replay", at: wanted, last, isBeginning, isEnd, rounds: roundsOf(states) });
  }

  function show() {
    tellWhere();
    if (wanted >= states.length) return;
    const { pauses, ...state } = states[wanted];
    onMessage({ ...(pause === null ? state : pauses[pause]), type: "state", version: pause === null ? wanted : `${wanted}.${pause}` });
  }

  function send(message) {
    if (last === null) return;
    if (message.type === "step") step(message.by);
    else if (message.type === "go") [wanted, pause] = [Math.max(0, Math.min(message.to, last)), null];
    else return;
    show();
    readOn();
  }

  // What is seen of a choice: its pauses and then, as null, the state that it has led to.
  const stops = (at) => [...(states[at]?.pauses ?? []).keys(), null];

  function step(by) {
    const here = stops(wanted);
    const place = here.indexOf(pause) + by;
    if (place in here) pause = here[place];
    else if (wanted + by >= 0 && wanted + by <= last) {
      wanted += by;
      pause = stops(wanted).at(by > 0 ? 0 : -1);
    }
  }

  onConnection({ state: "opening", text: "", again: readOn });
  readOn();
  return { send, close: () => (closed = true) };
}

const NOBODY = { mine: [], seat: null, host: false, open: true };

/** After how many choices each round begins: `[{round, at}]`. */
function roundsOf(states) {
  const begins = (state, at) => at === 0 || states[at - 1].view.round !== state.view.round;
  return states.map((state, at) => ({ round: state.view.round, at })).filter((_, at) => begins(states[at], at));
}

/** The game and the secret in the link of a replay. */
export function replayOf(address) {
  const words = new URLSearchParams(new URL(address).hash.slice(1));
  return { game: words.get("game") ?? "", secret: words.get("secret") ?? "" };
}

const PAUSE = 1200; // milliseconds between two states while it plays by itself

/** The page of the replay at `address`. */
export class Replay extends Component {
  state = { store: emptyStore(), replay: null, playing: false };

  componentDidMount() {
    this.source = connectReplay(
      this.props.address,
      (message) => this.receive(message),
      (connection) => this.setState(({ store }) => ({ store: { ...store, connection } })),
    );
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.source.close();
  }

  receive(message) {
    if (message.type === "replay") this.setState({ replay: message });
    else this.setState(({ store }) => ({ store: received(store, message) }));
    if (message.type === "state" && this.state.playing) this.schedule();
  }

  go = (to) => this.source.send({ type: "go", to });
  step = (by) => this.source.send({ type: "step", by });

  play = () => {
    const { replay, playing } = this.state;
    clearTimeout(this.timer);
    this.setState({ playing: !playing });
    if (playing) return;
    if (replay.isEnd) this.go(0);
    else this.step(1);
  };

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.state.replay.isEnd) this.setState({ playing: false });
      else this.step(1);
    }, PAUSE);
  }

  named = namer();

  render({ address: _ }, { store: told, replay, playing }) {
    const store = this.named(told);
    const ready = store.description && store.state && replay;
    return html`
      <${ConnectionBanner} state=${store} />
      ${ready
        ? html`
            <header id="top">
              <h1>${store.description.title}</h1>
              <p id="course">Replay</p>
              <nav aria-label="Replay"><button type="button" id="back" onClick=${leave}>Back</button></nav>
            </header>
            <${Steps} ...${{ replay, playing, store, go: this.go, step: this.step, play: this.play }} />
            <${Result} state=${store} seen=${true} />
            <${Table} key="replay" state=${store} send=${() => {}} keys=${{}} above=${REGIONS.replay}>
              <${Log} state=${store} />
              <section id="pins" class="panel pins" aria-labelledby="pins-title">
                <h2 id="pins-title">Notes</h2>
                <${PinList} pins=${store.pins} log=${store.log} welcome=${store.welcome} go=${(pin) => this.go(pin.after)} />
              </section>
            <//>
            <${Meaning} terms=${store.description.terms} />
          `
        : html`<${Waiting} state=${store} text="The game is being set up again …" />`}
    `;
  }
}

/** To where the replay was opened from; a link that was opened by itself leads to the start page. */
const leave = () => (history.length > 1 ? history.back() : location.assign(home));

function Steps({ replay: { at, last, isBeginning, isEnd, rounds }, playing, store, go, step, play }) {
  const round = rounds.findLast((each) => each.at <= at);
  const next = rounds.find((each) => each.at > at);
  const before = rounds.findLast((each) => each.at < at);
  const notes = store.pins.filter((pin) => pin.after === at);
  const button = (label, title, act, off) => html`
    <button type="button" aria-label=${title} title=${title} disabled=${off} onClick=${act}>${label}</button>
  `;
  const said = at ? store.state.news.join(" · ") : "The game begins";
  return html`
    <nav id="replay" aria-label="Moments of the game">
      <div class="in-a-row">
        ${button(html`« <span class="words">Round</span>`, "Round before", () => go(before?.at ?? 0), isBeginning)}
        ${button(html`‹ <span class="words">Step</span>`, "One step back", () => step(-1), isBeginning)}
        <button type="button" class="main" aria-pressed=${String(playing)} onClick=${play}>${playing ? "Stop" : "Play"}</button>
        ${button(html`<span class="words">Step</span> ›`, "One step on", () => step(1), isEnd)}
        ${button(html`<span class="words">Round</span> »`, "Next round", () => go(next?.at ?? last), isEnd)}
      </div>
      <input
        type="range"
        min="0"
        max=${last}
        value=${at}
        aria-label="Moment"
        aria-valuetext=${`${at} of ${last} choices made, round ${round?.round ?? 0}`}
        onInput=${(event) => go(Number(event.target.value))}
      />
      <p class="quiet">${at} of ${last}</p>
      <p class="replay-news" role="status">
        ${store.state.chosen_by && html`<b>${nameOf(store.welcome, store.state.chosen_by)}</b> `}${said}
      </p>
      ${notes.map((note) => html`<blockquote class="note">${note.text}</blockquote>`)}
    </nav>
  `;
}
