// What the host of a table sees while the rules are edited: what is wrong with them, at which lines; what the last edit has
// changed, and the choice at which the game stands still; and the moments of the game, from each of which it can go on
// another way. Only a server that watches the rules (`artrules serve --edit`) lets a page load this.
import { Component, html } from "../html.js";
import { get, post } from "../lobby/http.js";
import { connectReplay } from "../replay_source.js";
import { endpoint } from "../source.js";
import { emptyStore, received } from "../store.js";
import { Problems, ScenarioForm, Standstill } from "./news.js";
import { PositionForm } from "./position.js";

const PAUSE = 2000; // milliseconds before a server that didn't answer is asked again

/** The bar above the table, and what hangs from it. `show(store)` shows another moment in place of the table's, `show(null)`
 *  the table as it is. */
export class Edit extends Component {
  state = { news: null, silent: false, open: true, moment: null, refused: "", written: "", making: false, draft: null, waiting: 0 };

  componentDidMount() {
    this.secret = endpoint(this.props.address).secret;
    wear("/page/edit/edit.css");
    this.listen();
  }

  /** Another game goes on at the table, or somebody else sits down: the moments of the one before go, too. */
  componentWillUnmount() {
    this.closed = true;
    this.leave();
  }

  drafts = 0; // how many positions were shown
  drafting = null; // which position is changed now: what comes of another one is late
  answered = Promise.resolve(); // once the last change is

  /** Hears what is new for as long as the page is there. */
  async listen() {
    while (!this.closed) {
      try {
        const news = await get(`/api/edit?after=${this.state.news?.number ?? 0}`, this.secret);
        const isNew = news.number !== this.state.news?.number;
        this.setState(({ open }) => ({ news, silent: false, open: open || isNew }));
      } catch {
        this.setState({ silent: true });
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  /** Does what the server is asked for, and says what it refuses. */
  ask = async (what, data = {}) => {
    try {
      const answer = await post(`/api/edit/${what}`, this.secret, data);
      this.setState({ refused: "" });
      return answer;
    } catch (error) {
      this.setState({ refused: error.message });
      return null;
    }
  };

  // The moments of the game.

  /** Shows the moment after so many choices. */
  go = (to) => {
    if (!this.timeline) this.look();
    this.wanted = to;
    this.timeline.send({ type: "go", to });
  };

  look = () => {
    const words = new URLSearchParams({ game: this.props.store.welcome.table.id, secret: this.secret });
    let past = { ...emptyStore(), connection: this.props.store.connection };
    this.wanted = Infinity;
    const source = connectReplay(
      new URL(`/replay#${words}`, location).href,
      (message) => {
        if (source !== this.timeline) return;
        if (message.type === "replay") this.told(message);
        this.past = past = received(past, message);
        if (message.type === "state" && !this.state.draft) this.props.show(past);
      },
      (line) => line.state === "ended" && this.setState({ refused: line.text }),
    );
    this.timeline = source;
  };

  told(moment) {
    this.setState({ moment });
    if (this.wanted === Infinity) this.go(Math.max(0, moment.last - 1)); // the moment before the last choice
  }

  leave = () => {
    this.drafting = null;
    this.timeline?.close();
    this.timeline = null;
    this.setState({ moment: null, written: "", making: false, draft: null });
    this.props.show(null);
  };

  write = async (wish) => {
    const answer = await this.ask("scenario", wish);
    this.setState({ written: answer?.file ?? "", open: true });
  };

  branch = () => this.ask("branch", { after: this.state.draft ? null : this.state.moment.at });

  // A position that is changed: that of a moment, one change after another, each once the one before is answered.

  change = (changes) => {
    if (changes.after !== undefined) this.drafting = {};
    const { drafting } = this;
    this.setState(({ waiting }) => ({ waiting: waiting + 1 }));
    this.answered = this.answered.then(async () => {
      const isLate = () => !drafting || this.drafting !== drafting;
      const draft = isLate() ? null : await this.ask("position", changes);
      this.setState(({ waiting }) => ({ waiting: waiting - 1 }));
      if (draft && !isLate()) this.showDraft(draft);
    });
  };

  showDraft(draft) {
    this.setState({ draft, written: "" });
    const seat = draft.offered[0]?.[0] ?? 1; // whose hand lies before the table
    const shown = received({ ...this.past, welcome: { ...this.past.welcome, seat } }, { ...draft.state, version: `draft ${(this.drafts += 1)}` });
    this.props.show(shown);
  }

  leaveDraft = () => {
    this.drafting = null;
    this.setState({ draft: null, refused: "", written: "", making: false });
    this.props.show(this.past);
  };

  render({ store }, { news, silent, open, moment, refused, written, making, draft, waiting }) {
    const shownNews = news && news.game === store.welcome.table.id ? news : null;
    const make = () => this.setState({ making: !making, open: true });
    const { go, leave, branch } = this;
    return html`<section id="edit" aria-label="Editing the rules">
      <${Status} ...${{ news, silent, open }} toggle=${() => this.setState({ open: !open })} />
      ${moment
        ? draft
          ? html`<${Draft} ...${{ draft, branch, making, make }} back=${() => this.change({ back: true })} leave=${this.leaveDraft} />`
          : html`<${Moments} ...${{ ...moment, go, leave, branch, making, make }} change=${() => this.change({ after: moment.at })} />`
        : html`<button type="button" id="look-back" onClick=${this.look}>Look back</button>`}
      ${draft && html`<${PositionForm} ...${{ draft, refused }} waits=${waiting > 0} store=${this.past} change=${this.change} />`}
      ${open && ((moment && making) || (refused && !draft) || news?.problems.length > 0 || shownNews?.stop) && html`<div id="edit-news">
        ${refused && !draft && html`<p class="edit-refused" role="alert">${refused}</p>`}
        ${moment && making && html`<${ScenarioForm} key=${moment.at} at=${moment.at} last=${moment.last} draft=${draft} welcome=${store.welcome} written=${written} write=${this.write} />`}
        <${Standstill} news=${shownNews} goOn=${() => this.ask("go_on")} again=${() => this.ask("again")} />
        <${Problems} news=${news} />
      </div>`}
    </section>`;
  }
}

/** Whether the rules are in order, in a few words; the button shows and hides what there is to say. */
function Status({ news, silent, open, toggle }) {
  const [state, words] = silent ? ["silent", "The server doesn't answer"] : statusOf(news);
  return html`<button type="button" id="edit-status" data-state=${state} aria-expanded=${String(open)} aria-controls="edit-news" onClick=${toggle}>
    <span role="status">${words}</span>
  </button>`;
}

function statusOf(news) {
  if (!news) return ["waiting", "Rules are judged …"];
  const warnings = news.problems.length - news.errors;
  if (news.errors > 0) return ["errors", `${counted(news.errors, "error")}; ${news.is_playable ? "the game goes on with the rules as they are now" : "the game goes on with the rules as they were"}`];
  if (news.stop) return ["stopped", "The game stands still"];
  return ["sound", warnings > 0 ? `Rules are in order · ${counted(warnings, "warning")}` : "Rules are in order"];
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function Moments({ at, last, go, leave, branch, making, make, change }) {
  return html`<nav id="moments" aria-label="Moments of the game">
    <button type="button" aria-label="One choice back" disabled=${at === 0} onClick=${() => go(at - 1)}>‹</button>
    <input type="range" min="0" max=${last} value=${at} aria-label="Moment" aria-valuetext=${`${at} of ${last} choices made`} onInput=${(event) => go(Number(event.target.value))} />
    <button type="button" aria-label="One choice on" disabled=${at === last} onClick=${() => go(at + 1)}>›</button>
    <span class="quiet">${at} of ${last}</span>
    <button type="button" id="branch" class="main" onClick=${branch}>Another way from here</button>
    <button type="button" id="change" onClick=${change}>Change the position</button>
    <button type="button" id="make" aria-expanded=${String(making)} onClick=${make}>Make a scenario</button>
    <button type="button" id="leave-moments" onClick=${leave}>Back to the table</button>
  </nav>`;
}

/** What can be done with a position that is changed. */
function Draft({ draft, branch, making, make, back, leave }) {
  return html`<nav id="moments" aria-label="The changed position">
    <span class="quiet">The position after ${counted(draft.after, "choice")}${draft.is_changed && ", changed"}</span>
    <button type="button" id="branch" class="main" onClick=${branch}>Go on from this position</button>
    <button type="button" id="make" aria-expanded=${String(making)} onClick=${make}>Make a scenario</button>
    <button type="button" id="take-back" disabled=${!draft.is_changed} onClick=${back}>Take back</button>
    <button type="button" id="leave-draft" onClick=${leave}>Leave it</button>
  </nav>`;
}

/** Puts a style sheet on the page, once. */
function wear(href) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
