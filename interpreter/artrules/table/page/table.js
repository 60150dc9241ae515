// A game as players lay it out, with all that one does at it. `Table` keeps what its person has picked, typed and
// opened; everything else comes from the store.
import { Board, Hand, Mine, Plates, Spotlight } from "./board.js";
import { Touch, UNTOUCHED, choosable, deedsOf, noteNew, stillAgreed } from "./act/touch.js";
import { offeredIn, optionsOf, soughtBy } from "./choices.js";
import { Dock, PanelSheet } from "./dock.js";
import { Pure, html } from "./html.js";
import { listenToKeys } from "./keyboard.js";
import { Tour } from "./learn/tour.js";
import { frameOf } from "./metrics.js";
import { Flight, photograph, play } from "./motion/flight.js";
import { Side, optionsShown } from "./side.js";
import { CLOSED, demandOf, measureFor, onOtherFonts } from "./plan/demand.js";
import { planOf } from "./plan/plan.js";
import { layCloth, toggled } from "./preferences.js";
import { handOf, sharedBy } from "./shared.js";

/**
 * The table of a store that has a description and a state. `send` sends a message; `children` are the panels beside
 * the table, such as the log; `above` is the height of what stands between header and table. `keys` are what the page does
 * on the keys of the whole page: {undo, help, escape}. `pause` is what pace.js needs for states at pauses; `panels` is
 * {open, toggle} where a narrow screen shows them on demand.
 */
export class Table extends Pure {
  state = { ...UNTOUCHED, agreed: [], unfolded: new Set(), opened: null, offered: null, hadOptions: false, window: windowNow() };

  // What somebody has picked or typed holds as long as the same is offered, whatever others do meanwhile; what they have
  // opened to look at while they had nothing to choose stays open when they have.
  static getDerivedStateFromProps({ state: store }, own) {
    const options = optionsOf(store.state);
    const offered = `${store.welcome?.seat} ${offeredIn(store.state)}`;
    if (offered === own.offered) return null;
    const opened = own.hadOptions || own.opened === CLOSED ? null : own.opened;
    return { ...UNTOUCHED, opened, agreed: stillAgreed(own.agreed, options), offered, hadOptions: options.length > 0 };
  }

  ui() {
    return {
      ...this.state,
      ...deedsOf(this),
      pause: this.props.pause,
      advise: (id) => this.props.send({ type: "advise", id }),
      spotlight: (opened) => this.setState({ opened }),
      showLit: () => showLit(this.root, this.props.state.state),
      unfold: (id) => this.setState(({ unfolded }) => ({ unfolded: toggled(unfolded, id) })),
    };
  }

  /** Marks the things that an option is about, while somebody points at the option. */
  show(keys) {
    if (!this.root) return; // what loses the focus because the table goes
    for (const each of this.root.querySelectorAll("[data-pointed]")) delete each.dataset.pointed;
    const wanted = new Set(keys);
    for (const each of this.root.querySelectorAll("[data-key]")) if (wanted.has(each.dataset.key)) each.dataset.pointed = "";
  }

  /** Marks the options that are about what somebody points at on the table. */
  showOptions(event) {
    const key = event.target.closest?.("[data-key]")?.dataset.key;
    for (const each of this.root.querySelectorAll("#options [data-token]")) {
      if (key && JSON.parse(each.dataset.about).includes(key)) each.dataset.pointed = "";
      else delete each.dataset.pointed;
    }
  }

  componentDidMount() {
    layCloth(this.props.state.description.theme);
    addEventListener("resize", this.measure);
    this.stopFonts = onOtherFonts(() => {
      this.plan = null; // what was tight in another font needn't stay so
      this.measure();
    });
    this.stop = listenToKeys({
      undo: () => this.props.keys?.undo?.(),
      help: () => this.props.keys?.help?.(),
      escape: () => {
        const ui = this.ui();
        if (ui.inspected) ui.closeDetail();
        else if (ui.selected.length || ui.typed || ui.asking) ui.clear();
        else if (this.plan.spotlit) ui.spotlight(CLOSED);
        else this.props.keys?.escape?.();
      },
      filter: (typed) => {
        this.setState({ typed, finding: true }, () => this.root.querySelector("#filter")?.focus());
      },
      submit: () => {
        const [first] = optionsShown(this.props.state.state, this.state.selected, this.state.typed);
        if (first && this.state.typed) this.ui().choose(first);
      },
    });
  }

  componentWillUnmount() {
    layCloth(null);
    this.stop?.();
    this.stopFonts?.();
    removeEventListener("resize", this.measure);
  }

  measure = () => this.setState({ window: windowNow() });

  /** Where everything stands: the same plan as long as nothing of what it is made from is another. */
  planned(store, table) {
    const { unfolded, opened, window } = this.state;
    const from = [store.state, store.description, table.frame, unfolded, opened, window];
    if (!from.every((each, at) => each === this.plannedFrom?.[at])) {
      this.plannedFrom = from;
      this.plan = planOf(demandOf(store, table, measureFor(table.frame.unit)), table.frame, this.plan);
    }
    return this.plan;
  }

  /** Where the parts of the table stand: the same object while the window is the same. */
  frame() {
    const { state: store, above = 0 } = this.props;
    const [mine, hand] = [(store.welcome?.seat ?? null) !== null, handOf(store).length > 0];
    const others = Object.keys(store.state.view.players).length > Number(mine);
    const wanted = { ...this.state.window, mine, hand, others, around: store.description.seats === "around", above };
    const is = JSON.stringify(wanted);
    if (is !== this.framed) {
      this.framed = is;
      this.lastFrame = frameOf(wanted);
      document.documentElement.style.setProperty("--u", `${this.lastFrame.unit}px`);
    }
    return this.lastFrame;
  }

  getSnapshotBeforeUpdate(before) {
    const here = document.activeElement;
    if (this.byKeys && this.root?.contains(here)) this.focused = here.closest("#options") ? "#options button" : ".left [data-lit]";
    const { state } = this.props.state;
    if (!sameSeat(before.state, this.props.state) || before.state.state === state || !this.root) return null;
    return { photo: photograph(this.root, before.state.state.view, state.view), could: choosable(this.root) };
  }

  componentDidUpdate(before, _own, earlier) {
    const { state } = this.props.state;
    if (before.state.description !== this.props.state.description) layCloth(this.props.state.description.theme);
    if (before.state.state !== state && state.offers?.length) {
      showLit(this.root, state);
      this.root.querySelector("#seats").scrollLeft = 0; // what is one's own stands first
      this.focusAgain();
    }
    if (earlier) noteNew(this.root, earlier.could);
    play(this.root, earlier?.photo);
  }

  /** Who plays by keys goes on where they were: what had the focus may be gone with the last state. */
  focusAgain() {
    if (this.byKeys && this.focused && document.activeElement === document.body) {
      this.root.querySelector(this.focused)?.focus();
    }
  }

  render({ state: store, children, panels }) {
    const ui = this.ui();
    const table = sharedBy(store, ui, this.frame());
    table.plan = this.planned(store, table);
    const { frame } = table.plan;
    const mark = (event) => this.showOptions(event);
    const byKeys = (value) => () => void (this.byKeys = value);
    const isDesk = frame.mode === "desk";
    const parts = { store, table, ui };
    table.frame = frame;
    const hand = frame.regions.hand.h > 0 && html`<${Hand} ...${parts} />`;
    return html`<main
      class="table"
      data-mode=${frame.mode}
      data-around=${frame.around ? "" : undefined}
      ref=${(root) => (this.root = root)}
      style=${regionsAsStyle(frame)}
      onKeyDown=${byKeys(true)}
      onPointerDown=${byKeys(false)}
    >
      <div class="left" onMouseOver=${mark} onFocusIn=${mark}>
        <${Plates} ...${parts} />
        <div class="scroller">
          <${Board} ...${parts} />
          ${table.seat !== null && html`<${Mine} ...${parts} />`}
          ${!isDesk && !panels && html`<${PanelSheet}>${children}<//>`}
        </div>
        ${isDesk && hand}
        ${table.plan.spotlit && html`<${Spotlight} ...${parts} />`}
      </div>
      ${isDesk ? html`<${Side} ...${parts}>${children}<//>` : html`<${Dock} ...${parts}>${hand}<//>`}
      ${!isDesk && panels && html`<${PanelSheet} panels=${panels}>${children}<//>`}
      <${Touch} ...${parts} />
      <${Tour} ...${parts} />
      <${Flight} ...${parts} />
    </main>`;
  }
}

function windowNow() {
  const touch = matchMedia("(pointer: coarse)").matches;
  return { width: innerWidth, height: innerHeight, touch };
}

/** The places of all regions as custom properties: --seats-x, --seats-y, … */
function regionsAsStyle({ regions }) {
  const pairs = Object.entries(regions).flatMap(([name, place]) =>
    Object.entries(place).filter(([, length]) => Number.isFinite(length)).map(([side, length]) => [`--${name}-${side}`, length]));
  return Object.fromEntries(pairs);
}

/** Brings what can be chosen into sight, where nothing of it is; what a button does, can be chosen there. */
function showLit(root, state) {
  const sought = soughtBy(optionsOf(state));
  if ([...root.querySelectorAll("#hand [data-lit]")].some(({ dataset: { key } }) => sought.has(key))) return;
  const scroller = root.querySelector(".scroller");
  const around = root.querySelector(root.dataset.mode === "narrow" ? ".scroller" : "#board").getBoundingClientRect();
  const lit = [...scroller.querySelectorAll("[data-lit]")].filter(({ dataset: { key } }) => sought.has(key));
  const inSight = (each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= around.top && bottom <= around.bottom;
  };
  if (lit.length && !lit.some(inSight)) lit[0].scrollIntoView({ block: "center", inline: "nearest" });
}

const sameSeat = (one, other) => one.welcome?.seat === other.welcome?.seat && one.welcome?.table?.id === other.welcome?.table?.id;
