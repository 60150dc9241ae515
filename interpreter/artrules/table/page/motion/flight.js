// What is shown above the table of how it came about: cards on their way, marks on what is new, and at a pause its words
// beside where the last card went.
import { putBeside } from "../act/beside.js";
import { Component, html } from "../html.js";
import { movesBetween } from "../moves.js";
import { valueInWords } from "../values.js";
import { choicesOf, marksSince } from "./since.js";

/** Keeps what its person saw when they chose last, or looked away, and marks what has changed since. */
export class Flight extends Component {
  then = null;
  choices = 0;

  lookAway = () => {
    if (document.hidden && this.props.table.seat === null) this.then = this.props.store.state.view;
  };

  componentDidMount() {
    const { store, table } = this.props;
    this.then = table.seat === null ? null : store.state.view;
    this.choices = choicesOf(store.log, table.seat);
    document.addEventListener("visibilitychange", this.lookAway);
  }

  componentWillUnmount() {
    document.removeEventListener("visibilitychange", this.lookAway);
  }

  componentDidUpdate({ store: before }) {
    const { store, table } = this.props;
    if (before.state !== store.state) {
      const choices = choicesOf(store.log, table.seat);
      if (table.seat !== null && choices !== this.choices) this.then = before.state.view;
      this.choices = choices;
      this.marks = this.then && marksSince(this.then, store.state.view, table.seat);
      if (isPause(store.state)) this.place = lastPlace(before.state.view, store.state.view) ?? this.place;
      else this.place = null;
    }
    if (this.words) putBeside(this.words, this.place && zoneAt(this.here.closest(".table"), this.place));
    if (this.marks) showMarks(this.here.closest(".table"), this.marks, table);
  }

  render({ store: { state } }) {
    return html`<div id="flight" aria-hidden="true" ref=${(here) => (this.here = here)}>
      ${isPause(state) && html`<p class="pause-words" key=${state.version} ref=${(words) => (this.words = words)}>${state.pause}</p>`}
    </div>`;
  }
}

const isPause = ({ pause }) => (pause ?? null) !== null;

/** Where the last card went between two views; null where none did. */
function lastPlace(earlier, later) {
  const went = ({ from, to }) => from && to && (from.zone !== to.zone || from.player !== to.player);
  return movesBetween(earlier, later).findLast(went)?.to ?? null;
}

/** The element of a zone, or of its owner where the zone isn't drawn. */
function zoneAt(root, { zone, player }) {
  const zones = [...root.querySelectorAll("[data-zone]")];
  return zones.find(({ dataset }) => dataset.zone === zone && dataset.owner === String(player)) ?? root.querySelector(`[data-player="${player}"]`);
}

/** Marks the cards that are new and the values that are others than they were, and says so to those who hear the table. */
function showMarks(root, { cards, values }, table) {
  for (const card of root.querySelectorAll(".card[data-place]")) {
    const from = cards.get(card.dataset.place);
    mark(card, from === undefined ? null : from === null ? "new" : `new, from ${table.playerName(from)}`);
  }
  for (const value of root.querySelectorAll("[data-value]")) {
    const id = value.dataset.value;
    mark(value, values.has(id) ? `was ${valueInWords(values.get(id), table)}` : null);
  }
}

function mark(element, words) {
  if (words === (element.dataset.new ?? null)) return;
  const isToldByTitle = element.title === (element.dataset.new ?? "");
  if (isToldByTitle) element.title = words ?? "";
  if (words === null) {
    delete element.dataset.new;
    element.removeAttribute("aria-description");
  } else {
    element.dataset.new = words;
    element.setAttribute("aria-description", words);
  }
}
