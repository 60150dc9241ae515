// What is shown above the table of how it came about: cards on their way, and marks on what is new.
import { Component, html } from "../html.js";
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
    }
    if (this.marks) showMarks(this.here.closest(".table"), this.marks, table);
  }

  render() {
    return html`<div id="flight" aria-hidden="true" ref=${(here) => (this.here = here)}></div>`;
  }
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
