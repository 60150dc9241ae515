// The keyboard alone is enough: arrows go from card to card, digits and words find options, Escape takes back.

/** Where an arrow leads from a rectangle: the index of the nearest one in that direction, or -1. */
export function nearest(from, others, key) {
  const [x, y] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2];
  const along = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = -1;
  let least = Infinity;
  others.forEach((rect, index) => {
    const [dx, dy] = [(rect.left + rect.right) / 2 - x, (rect.top + rect.bottom) / 2 - y];
    const ahead = dx * along[0] + dy * along[1];
    const aside = Math.abs(dx * along[1]) + Math.abs(dy * along[0]);
    if (ahead <= 1 || aside > ahead * 3) return;
    const distance = ahead + aside * 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}

const writes = (element) => element?.matches?.("input, textarea, select, [contenteditable]") ?? false;

/** Listens to the keys of a document. `actions` are {undo, help, escape, filter, submit}. Gives what ends it. */
export function listenToKeys(actions, page = document) {
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (key === "Escape") return void actions.escape();
    if (target.id === "filter" && key === "Enter") return void (event.preventDefault(), actions.submit());
    if (target.id === "filter" && key === "ArrowDown") return void (event.preventDefault(), page.querySelector(OPTIONS)?.focus());
    if (key === "F6") return void (event.preventDefault(), moveToRegion(target, event.shiftKey ? -1 : 1, page));
    if (writes(target)) return;
    if (key.startsWith("Arrow")) return void moveFocus(event, page);
    if (key === "u") actions.undo();
    else if (key === "?") actions.help();
    else if (key === "/" || /^\d$/.test(key)) {
      event.preventDefault();
      actions.filter(key === "/" ? "" : key);
    }
  };
  page.addEventListener("keydown", onKey);
  return () => page.removeEventListener("keydown", onKey);
}

const OPTIONS = "#options button";
const THINGS = ".left button:not(.link), .left [data-lit], .chips button"; // arrows go from one to the other
const REGIONS = "#top, #seats.region, #board, #mine, #hand, #side, #dock, #panels";
const FOCUSABLE = "button:not([disabled], [tabindex='-1']), a[href], input, select, [tabindex='0']";

function moveFocus(event, page) {
  const here = event.target;
  const list = here.closest?.("#options") && !here.matches(".chip") ? [...page.querySelectorAll(OPTIONS)] : null;
  if (list) {
    const step = event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1;
    event.preventDefault();
    list[list.indexOf(here) + step]?.focus();
    return;
  }
  if (!here.matches?.(THINGS)) return;
  const others = [...page.querySelectorAll(THINGS)].filter((each) => each !== here && each.checkVisibility());
  const at = nearest(here.getBoundingClientRect(), others.map((each) => each.getBoundingClientRect()), event.key);
  if (at < 0) return;
  event.preventDefault();
  others[at].focus();
  others[at].scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Goes to the next region of the page that has something to focus, to what can be chosen there first. */
function moveToRegion(here, step, page) {
  const regions = [...page.querySelectorAll(REGIONS)].filter((each) => firstOf(each));
  const at = regions.findLastIndex((each) => each.contains(here));
  const next = at < 0 ? (step > 0 ? 0 : regions.length - 1) : (at + step + regions.length) % regions.length;
  firstOf(regions[next])?.focus();
}

const firstOf = (region) =>
  [...region.querySelectorAll("[data-lit]"), ...region.querySelectorAll(FOCUSABLE)].find((each) => each.checkVisibility());
