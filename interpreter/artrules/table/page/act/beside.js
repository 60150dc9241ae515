// Where a box stands that belongs to a thing: beside it, wholly inside the window, over as little as can be of what
// must stay in sight.
const GAP = 6;
const EDGE = 8;

/**
 * The corner for a box of `size` {width, height} beside the rectangle `thing`, in a window of `room` {width, height}:
 * {left, top}. It is below, above, to the right or to the left of the thing: the first that covers least of `others`,
 * rectangles that must stay in sight, and of the thing itself.
 */
export function placeBeside(size, thing, room, others = []) {
  const { width, height } = size;
  const corners = [
    [thing.left, thing.bottom + GAP],
    [thing.left, thing.top - height - GAP],
    [thing.right + GAP, thing.top],
    [thing.left - width - GAP, thing.top],
  ].map(([left, top]) => ({ left: within(left, width, room.width), top: within(top, height, room.height) }));
  const cost = (corner) => {
    const box = { ...corner, right: corner.left + width, bottom: corner.top + height };
    return 4 * shared(box, thing) + others.reduce((sum, other) => sum + shared(box, other), 0);
  };
  const costs = corners.map(cost);
  return corners[costs.indexOf(Math.min(...costs))];
}

const within = (start, length, room) => Math.max(EDGE, Math.min(start, room - length - EDGE));

/** The area that two rectangles share. */
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Puts a box beside an element; `others` are elements that it had better not cover. */
export function putBeside(box, element, others = []) {
  if (!box || !element) return;
  const rect = (each) => each.getBoundingClientRect();
  const corner = placeBeside(rect(box), rect(element), { width: innerWidth, height: innerHeight }, others.map(rect));
  box.style.left = `${corner.left}px`;
  box.style.top = `${corner.top}px`;
}

/** The element that shows a thing with a key, inside `root`: the first that can be seen; null where none does. */
export function elementOf(root, key) {
  const all = [...root.querySelectorAll("[data-key]")].filter((each) => each.dataset.key === key);
  return all.find((each) => each.checkVisibility?.() ?? true) ?? null;
}
