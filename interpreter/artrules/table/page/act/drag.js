// Things that are dragged: by mouse and by finger, to what their options are about and to where these say.
const FAR = { mouse: 6, touch: 10, pen: 6 }; // pixels from which it is no click

/**
 * Lets lit things inside `root` be dragged. `targets(key)` gives the options by the keys of the places to which the thing
 * may go; `drop(key, target, options)` is called where it is let go. Gives {end}.
 */
export function listenToDrags(root, { targets, drop }) {
  let drag = null; // {key, element, x, y, pointerId, ghost, places: [[element, key, options]], over}

  const down = (event) => {
    const element = event.target.closest?.("[data-lit][data-key]");
    if (!element || event.button !== 0 || !event.isPrimary || !element.closest(".left, #hand")) return;
    drag = { key: element.dataset.key, element, x: event.clientX, y: event.clientY, pointerId: event.pointerId, ghost: null };
  };

  const move = (event) => {
    if (!drag || event.pointerId !== drag.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && !begins(event.pointerType, dx, dy)) return;
    if (!drag.ghost && !begin()) return void (drag = null);
    if (!drag.element.isConnected) return finish();
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    const over = placeAround(document.elementFromPoint(event.clientX, event.clientY), drag.places);
    if (over !== drag.over) mark(over);
    event.preventDefault();
  };

  const begin = () => {
    drag.places = placesOf(root, targets(drag.key));
    if (!drag.places.length) return false;
    drag.element.setPointerCapture?.(drag.pointerId);
    for (const [element] of drag.places) element.dataset.drop = "";
    drag.ghost = ghostOf(drag.element);
    drag.element.dataset.dragged = "";
    return true;
  };

  const mark = (over) => {
    if (drag.over) drag.over[0].dataset.drop = "";
    if (over) over[0].dataset.drop = "over";
    drag.over = over;
  };

  const up = (event) => {
    if (!drag || event.pointerId !== drag.pointerId) return;
    const { ghost, key, over } = drag;
    finish();
    if (!ghost) return;
    passOverClick();
    if (over) drop(key, over[1], over[2]);
  };

  const finish = () => {
    if (drag?.ghost) {
      drag.ghost.remove();
      delete drag.element.dataset.dragged;
      for (const [element] of drag.places) delete element.dataset.drop;
    }
    drag = null;
  };

  const press = (event) => {
    if (event.key !== "Escape" || !drag?.ghost) return;
    finish();
    document.addEventListener("pointerup", passOverClick, { capture: true, once: true });
    event.stopPropagation();
  };

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: finish };
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener);
  document.addEventListener("keydown", press, true);
  return {
    end() {
      finish();
      for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener);
      document.removeEventListener("keydown", press, true);
    },
  };
}

/** Whether a pointer has gone far enough; a finger that goes sideways scrolls. */
export function begins(pointer, dx, dy) {
  return Math.hypot(dx, dy) >= (FAR[pointer] ?? FAR.mouse) && (pointer !== "touch" || Math.abs(dy) > Math.abs(dx));
}

/** The places where `targets`, options by keys, are shown: [element, key, options]. */
export const placesOf = (root, targets) => [...targets].flatMap(([key, options]) => elementsFor(root, key).map((element) => [element, key, options]));

/** The innermost of such places around an element; undefined where none is. */
export function placeAround(element, places) {
  const place = places.find(([each]) => each === element);
  return place || !element ? place : placeAround(element.parentElement, places);
}

/** All elements that stand for a place: a zone's frame is one, and so are a player's things. */
function elementsFor(root, key) {
  const [sort, ...words] = key.split(" ");
  const shows = ({ dataset }) => {
    if (dataset.key === key) return true;
    if (sort === "zone") return dataset.zone === words[0] && dataset.owner === words[1];
    return sort === "player" ? dataset.player === words[0] : sort === "card" && dataset.place === words.join(" ");
  };
  return [...root.querySelectorAll(".left [data-key], .left [data-zone], .left [data-player], .left [data-place]")].filter(shows);
}

/** A picture of a thing, which follows the pointer. */
function ghostOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const ghost = element.cloneNode(true);
  for (const name of ["data-place", "data-lit", "data-key", "id", "aria-label"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.tabIndex = -1;
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}

/** Lets the click go by with which a pointer leaves what it has dragged. */
function passOverClick() {
  const passOver = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", passOver, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", passOver, true));
}
