// A seat's page: the connection, the store that its messages make, and the table with the panels beside it.
import { AskOthers, ConnectionBanner, Header, Help, UndoRequest, Waiting, mayAskOthers, mayUndo } from "./header.js";
import { Curtain, HandOver, behindCurtain } from "./curtain.js";
import { Pure, html } from "./html.js";
import { wantsStillness } from "./motion/flight.js";
import { REGIONS } from "./metrics.js";
import { nameOf, namer, naming } from "./names.js";
import { Log, announcement } from "./log.js";
import { SHOW_RESULT, question } from "./side.js";
import { Panels } from "./panels.js";
import { pacer, pauseLength, stopsBeforeTurns } from "./pace.js";
import { connect } from "./source.js";
import { emptyStore, received, stoodUp } from "./store.js";
import { Table } from "./table.js";
import { Meaning } from "./terms.js";
import { showTheme, themeAfter, wantedTheme } from "./preferences.js";

/** What is loaded late, by the property of the page that does it: what it gives, and what is said where that fails. */
const LATE = {
  edit: { part: "Edit", failure: "What goes with editing the rules couldn't be loaded: load this page again." },
  result: { part: "Result", failure: "The last page couldn't be loaded: “Show the result” tries it again." },
};

/** The page of the link `address`, whose fragment is the secret. `edit` loads what a host sees while the rules are edited,
 *  `result` the last page. Both take a query for the address of the module, which is empty the first time. */
export class TablePage extends Pure {
  state = { store: emptyStore(), news: "", told: [], help: false, panels: false, undoes: false, mine: false, ahead: 0, length: 0, theme: wantedTheme(), Edit: null, Result: null, past: null };

  componentDidMount() {
    this.pace = pacer((message, newest, length) => this.receive(message, newest, length), {
      still: () => wantsStillness() || document.hidden,
      pauseLength,
      stops: stopsBeforeTurns(),
    });
    this.source = connect(
      this.props.address,
      (message) => {
        this.pace.push(message);
        this.lookAhead();
      },
      (connection) => this.setState(({ store }) => ({ store: { ...store, connection } })),
    );
    document.addEventListener(SHOW_RESULT, this.loadResult);
  }

  componentDidUpdate() {
    const { description, state } = this.state.store;
    if (description) document.title = `${state?.offers?.length || this.state.mine ? "Your turn · " : ""}${description.title}`;
  }

  componentWillUnmount() {
    this.pace.stop();
    this.source.close();
    document.removeEventListener(SHOW_RESULT, this.loadResult);
  }

  loading = {}; // what was asked for, by its name
  failures = 0;

  /** Loads something late, once. Where that fails the page says so, and it can be asked for again: by another address, for
   *  a browser remembers that loading a module has failed (HTML, “fetch a single module script”). */
  async load(name) {
    const { part, failure } = LATE[name];
    if (this.loading[name] || !this.props[name]) return;
    this.loading[name] = true;
    const say = (refused) => this.setState(({ store }) => ({ store: { ...store, refused } }));
    if (this.state.store.refused === failure) say(null);
    try {
      const loaded = await this.props[name](this.failures ? `?${this.failures}` : "");
      this.setState({ [part]: loaded[part] });
    } catch {
      this.failures += 1;
      this.loading[name] = false;
      say(failure);
    }
  }

  loadResult = () => this.load("result");

  /** A message that has come. Where a newer state waits already, this one's options are no longer offered. */
  receive(message, newest, length) {
    if (message.type === "welcome" && message.edit) this.load("edit");
    if (message.result) this.load("result");
    if (message.type === "state") this.setState({ length, ahead: this.pace.pausesAhead() });
    const heard = message.type === "state" && !newest ? { ...message, offers: [] } : message;
    this.setState(({ store, told }) => {
      const next = received(store, heard);
      if (!newest || message.type !== "state" || !next.description || !next.state) return { store: next };
      const news = announcement(told, next.log, question(next, { playerName: (player) => nameOf(next.welcome, player) }));
      return { store: next, mine: false, told: next.log, news: naming(next.welcome)(news) };
    });
  }

  /** What is shown may lag behind: it never hides whose turn it is, nor how much there is still to see. */
  lookAhead = () => this.setState({ mine: Boolean(this.pace.ahead()?.offers?.length), ahead: this.pace.pausesAhead() });

  goOn = () => {
    this.pace.goOn();
    this.lookAhead();
  };

  skip = () => {
    this.pace.skip();
    this.lookAhead();
  };

  send = (message) => {
    if (message.type === "choose" || message.type === "undo") {
      const undoes = message.type === "undo" && !message.ask;
      this.setState(({ store }) => ({ undoes, store: store.refused ? { ...store, refused: null } : store }));
    }
    if (message.type === "sit") this.setState(({ store }) => ({ store: stoodUp(store), news: "", told: [] }));
    this.source.send(message);
  };

  ui() {
    return {
      theme: this.state.theme,
      help: this.state.help,
      panels: this.state.panels,
      togglePanels: () => this.setState(({ panels }) => ({ panels: !panels })),
      toggleHelp: () => this.setState(({ help }) => ({ help: !help })),
      readRules: () => {
        const open = () => document.getElementById("open-rules")?.click();
        this.setState({ help: false, panels: true }, open);
      },
      changeTheme: () => {
        const theme = themeAfter(this.state.theme);
        showTheme(theme);
        this.setState({ theme });
      },
    };
  }

  named = namer();
  show = (past) => this.setState({ past });

  render({ address }, { store: told, news, help, mine, ahead, length, undoes, Edit, Result, past }) {
    const { send } = this;
    const store = this.named(told);
    const ui = this.ui();
    const keys = { undo: () => mayUndo(store) && send({ type: "undo" }), help: ui.toggleHelp, escape: () => help && ui.toggleHelp() };
    const without = store.state?.stop ? "deals" : "short";
    const pause = { mine, ahead, length, leftOut: store.leftOut, without, goOn: this.goOn, skip: this.skip };
    const ready = store.welcome && store.description && store.state;
    return html`
      <${ConnectionBanner} state=${store}>${undoes && mayAskOthers(store) && html`<${AskOthers} send=${send} />`}<//>
      <div id="news" class="off" role="status" aria-live="polite">${news}</div>
      ${behindCurtain(store)
        ? html`<${Curtain} state=${store} send=${send} />`
        : ready
          ? html`
              <${Header} store=${past ?? store} send=${send} ui=${ui} />
              <${HandOver} state=${store} send=${send} />
              <${UndoRequest} store=${store} send=${send} />
              ${Edit && html`<${Edit} ...${{ store, address }} show=${this.show} />`}
              <${Table} key=${past ? "past" : store.welcome.seat} state=${past ?? store} send=${past ? Boolean : send} above=${Edit ? REGIONS.replay : 0} keys=${keys} pause=${pause} panels=${{ open: ui.panels, toggle: ui.togglePanels }}>
                ${past ? html`<${Log} state=${past} />` : html`<${Panels} state=${store} send=${send} />`}
              <//>
              ${Result && html`<${Result} state=${store} address=${address} />`}
            `
          : html`<${Waiting} state=${store} text="The table is being laid …" />`}
      ${help && html`<${Help} ...${store.description ?? {}} ui=${ui} />`}
      <${Meaning} terms=${store.description?.terms} />
    `;
  }
}
