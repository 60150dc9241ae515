// Putting rectangles of several possible shapes into a room, in order, as far up as they go.

const NODES = 600; // tries before it is given up
const BRANCHES = 4; // places that are tried for one rectangle

/**
 * A place for each of `choices` (lists of shapes {w, h}) in a room of w by h, at least `gap` apart: a list of
 * {shape, x, y}, or null where none was found. They are tried in their order first, then the largest first.
 */
export function packAll(choices, room, gap) {
  if (choices.some((shapes) => !shapes.some(({ w, h }) => w <= room.w && h <= room.h))) return null;
  const least = choices.map((shapes) => Math.min(...shapes.map(({ w, h }) => w * h)));
  if (least.reduce((sum, area) => sum + area, 0) > room.w * room.h) return null;
  const inOrder = choices.map((_, index) => index);
  const byArea = [...inOrder].sort((one, other) => least[other] - least[one]);
  for (const order of [inOrder, byArea]) {
    const places = pack(order.map((index) => choices[index]), room, gap);
    if (places) return inOrder.map((index) => places[order.indexOf(index)]);
  }
  return null;
}

function pack(choices, room, gap) {
  let nodes = 0;
  const placeFrom = (at, skyline) => {
    if (at === choices.length) return [];
    if (++nodes > NODES) return null;
    for (const place of candidates(choices[at], skyline, room).slice(0, BRANCHES)) {
      const { shape, x, y } = place;
      const others = placeFrom(at + 1, raised(skyline, x, x + shape.w + gap, y + shape.h + gap));
      if (others) return [place, ...others];
    }
    return null;
  };
  return placeFrom(0, [{ x: 0, y: 0 }]);
}

/** All places on a skyline for one rectangle: the highest first, then those of the smallest shape. */
function candidates(shapes, skyline, room) {
  const places = [];
  for (const shape of shapes) {
    for (let at = 0; at < skyline.length; at += 1) {
      const { x } = skyline[at];
      if (x + shape.w > room.w) break;
      let y = skyline[at].y;
      for (let next = at + 1; next < skyline.length && skyline[next].x < x + shape.w; next += 1) y = Math.max(y, skyline[next].y);
      if (y + shape.h <= room.h) places.push({ shape, x, y });
    }
  }
  const area = ({ shape }) => shape.w * shape.h;
  return places.sort((one, other) => one.y - other.y || area(one) - area(other) || one.x - other.x);
}

/** A skyline, a list of {x, y} from left to right, with its part from `left` to `right` raised to `y`. */
function raised(skyline, left, right, y) {
  const before = skyline.filter((step) => step.x < left);
  const after = skyline.filter((step) => step.x > right);
  const under = skyline.findLast((step) => step.x <= right);
  return [...before, { x: left, y }, { x: right, y: under.y }, ...after];
}

/** The shapes that no other is as small as in both directions: at most `most`, from narrow to wide. */
export function prune(shapes, most = 8) {
  const sorted = [...shapes].sort((one, other) => one.w - other.w || one.h - other.h);
  const best = [];
  for (const shape of sorted) if (!best.length || shape.h < best.at(-1).h) best.push(shape);
  if (best.length <= most) return best;
  return Array.from({ length: most }, (_, at) => best[Math.round((at * (best.length - 1)) / (most - 1))]);
}
