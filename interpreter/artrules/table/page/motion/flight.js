// What is shown of how a position came about: cards on their way, and marks on what is new.

import { Component, html } from "../html.js";
import { changedValues, marksSince, movesBetween, placeName } from "./moves.js";
import { valueInWords } from "../zone.js";

/** Keeps what its person saw when they chose last, or looked away, and marks what has changed since. */
export class Flight extends Component {
  then = null; // for whoever only watches

  lookAway = () => {
    if (document.hidden && this.props.table.seat === null) this.then = this.props.store.state.view;
  };

  componentDidMount() {
    document.addEventListener("visibilitychange", this.lookAway);
  }

  componentWillUnmount() {
    document.removeEventListener("visibilitychange", this.lookAway);
  }

  componentDidUpdate({ store: before }) {
    const { store, table } = this.props;
    if (before.state !== store.state) {
      const then = table.seat === null ? this.then : store.atLastChoice;
      this.marks = then && marksSince(then, store.state.view, table.seat);
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
    mark(card, from === undefined ? null : `new since your last choice${from === null ? "" : `, from ${table.playerName(from)}`}`);
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

// Motion between two states: each card goes from where it lay to where it lies, a changed number flashes. What is
// shown is right at once; motion only shows how it came about, above everything else, and nobody waits for it.

const LENGTH = 320;
const APART = 40; // milliseconds between two cards that leave
const MOST_APART = 400; // between the first and the last of them
const MOST_FLIGHTS = 16; // what is more is simply there
const EASING = "cubic-bezier(.2, .7, .2, 1)";

/** Whether this person wants nothing to move. */
export const wantsStillness = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/**
 * What moves between two views, and where it lies before the later one is drawn: {moves, changed, cards, zones, players,
 * pictures}, of cards, zones and players their rectangles, and of cards that move a picture. Null where nothing moves.
 */
export function photograph(root, earlier, later) {
  if (wantsStillness() || document.hidden || typeof root.animate !== "function") return null;
  const moves = movesBetween(earlier, later);
  const elements = new Map([...root.querySelectorAll(".card[data-place]")].map((card) => [card.dataset.place, card]));
  const leaving = moves.filter(isTravel).slice(0, MOST_FLIGHTS).map(({ from }) => placeName(from));
  return {
    moves,
    changed: changedValues(earlier, later),
    cards: new Map([...elements].map(([place, card]) => [place, card.getBoundingClientRect()])),
    ...placesOf(root),
    pictures: new Map(leaving.filter((place) => elements.has(place)).map((place) => [place, pictureOf(elements.get(place))])),
  };
}

/** Moves what has moved since the photograph was taken, now that the later view is drawn. */
export function play(root, photo) {
  if (!photo) return;
  const flights = photo.moves.filter(isTravel).slice(0, MOST_FLIGHTS);
  const apart = Math.min(APART, MOST_APART / Math.max(1, flights.length));
  const now = placesOf(root);
  flights.forEach((move, at) => fly(root, photo, now, move, at * apart));
  for (const { from, to } of photo.moves) {
    if (from && to && !isTravel({ from, to })) slide(cardAt(root, to), photo.cards.get(placeName(from)));
    else if (!from) appear(cardAt(root, to));
  }
  for (const value of root.querySelectorAll("[data-value]")) if (photo.changed.has(value.dataset.value)) flash(value);
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, land, { capture: true, once: true });
}

/** Ends all motion at once: everything lies where it is to lie. */
function land() {
  for (const motion of document.getAnimations()) if (motion.id === "flight") motion.finish();
}

const isTravel = ({ from, to }) => Boolean(from && to && (from.zone !== to.zone || from.player !== to.player));

/** Where zones and players are: their rectangles, {zones, players}. */
function placesOf(root) {
  const [zones, players] = [new Map(), new Map()];
  const add = (places, key, element) => {
    const rect = element.getBoundingClientRect();
    if (rect.width && !places.has(key)) places.set(key, rect);
  };
  for (const zone of root.querySelectorAll("[data-zone]")) add(zones, `${zone.dataset.zone} ${zone.dataset.owner}`, zone);
  for (const player of root.querySelectorAll("[data-player]")) add(players, Number(player.dataset.player), player);
  return { zones, players };
}

const rectIn = ({ zones, players }, { zone, player }) => zones.get(`${zone} ${player}`) ?? players.get(player) ?? null;

/** The element that shows the card at a place: its own, or the one that stands for equal cards, or for a whole pile. */
function cardAt(root, place) {
  const cards = [...root.querySelectorAll(".card[data-place]")];
  const own = cards.find((card) => card.dataset.place === placeName(place));
  if (own) return own;
  const before = `${place.zone} ${place.player} `;
  const indexOf = (card) => Number(card.dataset.place.slice(before.length));
  return cards.findLast((card) => card.dataset.place.startsWith(before) && indexOf(card) <= place.index) ?? null;
}

/** A picture of a card, which means nothing to anybody who points, tabs or listens. */
function pictureOf(card) {
  const picture = card.cloneNode(true);
  for (const name of ["data-place", "data-key", "data-lit", "data-new", "id", "aria-label", "title"]) picture.removeAttribute(name);
  picture.inert = true;
  return picture;
}

function backOfCard() {
  const back = document.createElement("span");
  back.className = "flying-back";
  return back;
}

/** A card flies from where it lay to where it lies: as itself, or as a back where it isn't shown at either end. */
function fly(root, photo, now, { from, to, turned }, delay) {
  const target = cardAt(root, to);
  const origin = photo.cards.get(placeName(from)) ?? rectIn(photo, from);
  const end = target?.getBoundingClientRect() ?? rectIn(now, to);
  if (!origin || !end?.width || Math.hypot(origin.left - end.left, origin.top - end.top) < 2) return;
  const picture = target ? pictureOf(target) : (photo.pictures.get(placeName(from)) ?? backOfCard());
  const shown = target ? end : sizeOf(picture, origin, end);
  Object.assign(picture.style, { left: `${shown.left}px`, top: `${shown.top}px`, width: `${shown.width}px`, height: `${shown.height}px` });
  root.querySelector("#flight").append(picture);
  const scale = Math.max(0.2, Math.min(2, origin.width / shown.width));
  const start = `translate(${origin.left - shown.left}px, ${origin.top - shown.top}px) scale(${target ? scale : 1})${turned ? " rotateY(90deg)" : ""}`;
  const steps = [{ transform: start }, { transform: target ? "none" : "scale(.5)", opacity: target ? 1 : 0.2 }];
  const motion = picture.animate(steps, { id: "flight", duration: LENGTH, delay, easing: EASING, fill: "backwards" });
  motion.onfinish = motion.oncancel = () => picture.remove();
  if (target?.dataset.place === placeName(to)) {
    target.animate([{ opacity: 0 }, { opacity: 0 }], { id: "flight", duration: LENGTH + delay });
  }
}

/** The rectangle of a card that goes where no card is shown: in the middle of that place, as large as it was. */
function sizeOf(picture, origin, end) {
  const isBack = picture.className === "flying-back";
  const [width, height] = isBack ? [24, 34] : [origin.width, origin.height];
  return { left: end.left + (end.width - width) / 2, top: end.top + (end.height - height) / 2, width, height };
}

/** A card that stays in its zone moves up. */
function slide(card, before) {
  if (!card || !before) return;
  const now = card.getBoundingClientRect();
  const [x, y] = [before.left - now.left, before.top - now.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { id: "flight", duration: LENGTH, easing: EASING });
}

/** A card that came from nowhere comes into sight. */
function appear(card) {
  card?.animate([{ opacity: 0, transform: "scale(.9)" }, { opacity: 1, transform: "none" }], { id: "flight", duration: LENGTH });
}

/** Shows that a number is another one than before, or that a click wasn't taken. */
export function flash(element) {
  element.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 1200 });
}
