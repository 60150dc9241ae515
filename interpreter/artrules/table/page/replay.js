// A game that is over, seen again: any moment of it, by a slider, step by step, by itself, and by its notes.

import { ConnectionBanner, Waiting } from "./header.js";
import { Component, html } from "./html.js";
import { Log } from "./log.js";
import { REGIONS } from "./metrics.js";
import { nameOf, namer } from "./names.js";
import { PinList } from "./pins.js";
import { home } from "./place.js";
import { connectReplay } from "./replay_source.js";
import { Result } from "./result.js";
import { emptyStore, received } from "./store.js";
import { Table } from "./table.js";
import { Meaning } from "./terms.js";

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
