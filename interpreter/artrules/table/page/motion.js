// Motion between two states: each card goes from where it lay to where it lies, a changed number flashes. What is
// shown is right at once; motion only shows how it came about.
import { changedValues, movesBetween } from "./moves.js";

const LENGTH = 320;
const EASING = "cubic-bezier(.2, .7, .2, 1)";

/** Whether this person wants nothing to move. */
export const wantsStillness = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** Where everything lies now: to be asked for before the next state is drawn. */
export function photograph(root) {
  const slots = new Map();
  for (const zone of root.querySelectorAll("[data-zone]")) {
    for (const card of zone.querySelectorAll(".card[data-place]")) {
      const rect = card.getBoundingClientRect();
      if (rect.width) slots.set(card.dataset.place, { rect, element: card });
    }
  }
  return slots;
}

/** Moves what moved since a photograph was taken. `earlier` and `later` are the views of the two states. */
export function play(root, photo, earlier, later) {
  if (wantsStillness() || typeof root.animate !== "function") return;
  const done = new Set();
  const moves = movesBetween(earlier, later);
  for (const { from, to, turned } of [...moves.filter(isTravel), ...moves.filter((move) => !isTravel(move))]) {
    const target = to && elementAt(root, to);
    const origin = from && (photo.get(nameOf(from))?.rect ?? (isTravel({ from, to }) ? rectOfZone(root, photo, from) : null));
    if (target && !done.has(target)) {
      done.add(target);
      if (origin) slide(target, origin, turned);
      else if (!from) target.animate([{ opacity: 0, transform: "scale(.9)" }, { opacity: 1, transform: "none" }], { duration: LENGTH });
    } else if (!target && to && photo.get(nameOf(from ?? to))) {
      depart(photo.get(nameOf(from)), rectOfOwner(root, to));
    }
  }
  const changed = changedValues(earlier, later);
  for (const value of root.querySelectorAll("[data-value]")) if (changed.has(value.dataset.value)) flash(value);
}

const isTravel = ({ from, to }) => Boolean(from && to && (from.zone !== to.zone || from.player !== to.player));
const nameOf = ({ zone, player, index }) => `${zone} ${player} ${index}`;

/** The element that shows a place: its own card, or the only card of a folded pile. */
function elementAt(root, place) {
  const own = root.querySelector(`.card[data-place="${CSS.escape(nameOf(place)).replaceAll("\\ ", " ")}"]`) ?? null;
  if (own) return own;
  const zone = zoneOf(root, place);
  return zone?.classList.contains("as-pile") ? zone.querySelector(".card") : null;
}

function zoneOf(root, { zone, player }) {
  return [...root.querySelectorAll("[data-zone]")].find(
    (each) => each.dataset.zone === zone && each.dataset.owner === String(player),
  );
}

function rectOfZone(root, photo, place) {
  const top = photo.get(nameOf({ ...place, index: 0 }));
  return top?.rect ?? zoneOf(root, place)?.getBoundingClientRect() ?? rectOfOwner(root, place);
}

function rectOfOwner(root, place) {
  const owner = zoneOf(root, place) ?? root.querySelector(`[data-player="${place.player}"]`);
  return owner?.getBoundingClientRect() ?? null;
}

function slide(element, from, turned) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  const scale = to.width ? Math.min(from.width / to.width, 1.5) : 1;
  if (Math.abs(x) + Math.abs(y) < 2 && !turned) return;
  const start = `translate(${x}px, ${y}px) scale(${scale})${turned ? " rotateY(90deg)" : ""}`;
  element.animate(
    [{ transform: start, transformOrigin: "0 0", zIndex: 20 }, { transform: "none", transformOrigin: "0 0", zIndex: 20 }],
    { duration: LENGTH, easing: EASING },
  );
}

/** A card that is no longer shown goes to where it lies now, as a picture of itself, and is gone. */
function depart(slot, to) {
  if (!slot || !to) return;
  const ghost = slot.element.cloneNode(true);
  for (const name of ["data-place", "data-lit", "id", "aria-label"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.tabIndex = -1;
  ghost.classList.add("ghost");
  const { left, top, width, height } = slot.rect;
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  const [x, y] = [to.left + 16 - left, to.top + 16 - top];
  const motion = ghost.animate(
    [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0.1 }],
    { duration: LENGTH, easing: EASING },
  );
  motion.onfinish = motion.oncancel = () => ghost.remove();
}

/** Shows that a number is another one than before. */
function flash(element) {
  element.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 1200 });
}
