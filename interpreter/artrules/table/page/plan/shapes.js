// The shapes that a box can take, from wide to high, at each level of tightness, and how they are packed into a room. A
// shape is {w, h} with either a `part`, what is drawn there, or `children`, a list of [shape, x, y].

import { CARDS, PARTS, SEEN, SEEN_OF_SLIPS } from "../metrics.js";

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

/** All places on a skyline for one rectangle: the highest first, then those of the smallest shape; where a room scrolls, those
 *  that reach least far down. */
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
  const down = ({ shape, y }) => (room.h === Infinity ? y + shape.h : y);
  return places.sort((one, other) => down(one) - down(other) || area(one) - area(other) || one.x - other.x);
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

/** From all room there is to counts of cards; each level has those before it. */
export const LEVELS = { grown: -1, natural: 0, overlap: 1, short: 2, lines: 3, smaller: 4, smallest: 5, counts: 6 };
export const TIGHTEST = LEVELS.counts;

const SMALLER = { large: "medium", medium: "slip", slip: "slip" };
const EMPTY = { w: 0, h: 0, children: [] };
const { title: TITLE, head: HEAD, value: VALUE, caption: CAPTION, chip: CHIP, padding: PADDING, gap: GAP, between: BETWEEN, touched: TOUCHED, step: STEP } = PARTS;
const AROUND_VALUE = 8; // between a title and what it says
const BETWEEN_VALUES = 14;

/** The shapes of a box at a level. `spread`, from 0 to 1, is how far cards that lie over one another stand apart. */
export function shapesOf(box, level, { mode = "desk", touch = false, spread = 0 } = {}) {
  const rules = { level, touch, spread, chip: mode === "desk" ? CHIP : TOUCHED, short: level >= LEVELS.short };
  let shapes = [EMPTY];
  for (const block of box.blocks) {
    const options = blockShapes(block, rules, box);
    shapes = prune(shapes.flatMap((shape) => options.flatMap((option) => [below(shape, option, BETWEEN), beside(shape, option, GAP)])));
  }
  return box.bare ? shapes : prune(shapes.map((shape) => framed(box, shape, rules)));
}

/** The parts of a shape that stands at a place: a flat list of {…part, x, y, w, h}. */
export function partsOf(shape, x = 0, y = 0) {
  if (shape.part) return [{ ...shape.part, x, y, w: shape.w, h: shape.h }];
  return shape.children.flatMap(([child, dx, dy]) => partsOf(child, x + dx, y + dy));
}

/** How much of its cards a shape hides: what it is worth to give it more room. */
export const hiddenBy = (shape) =>
  shape.part ? (shape.part.hides ?? 0) : shape.children.reduce((sum, [child]) => sum + hiddenBy(child), 0);

const leaf = (part, w, h) => ({ part, w, h });

function beside(one, other, gap) {
  if (!one.w || !other.w) return one.w ? one : other;
  return { w: one.w + gap + other.w, h: Math.max(one.h, other.h), children: [[one, 0, 0], [other, one.w + gap, 0]] };
}

function below(one, other, gap) {
  if (!one.w || !other.w) return one.w ? one : other;
  return { w: Math.max(one.w, other.w), h: one.h + gap + other.h, children: [[one, 0, 0], [other, 0, one.h + gap]] };
}

const titleAt = (titles, { short }) => (short ? titles.short : titles.full);

/** A box with its title and what is around it. */
function framed(box, shape, rules) {
  const title = titleAt(box.titles, rules);
  const fold = box.folds ? FOLD : 0;
  const w = Math.max(shape.w, title.w + fold) + 2 * PADDING;
  const head = leaf({ sort: "title", text: title.text }, w - 2 * PADDING, TITLE);
  return { w, h: shape.h + TITLE + 2 * PADDING, children: [[head, PADDING, PADDING], [shape, PADDING, PADDING + TITLE]] };
}

const FOLD = 46; // "more", beside a title

function blockShapes(block, rules, box) {
  if (block.sort === "table") return tableShapes(block, rules);
  if (block.sort === "lines") return lineShapes(block, rules);
  const zones = block.items.filter(({ sort }) => sort === "zone");
  const values = block.items.filter(({ sort }) => sort === "value");
  const alone = block.items.length === 1 && box.blocks.length === 1 && !box.bare;
  let shapes = [EMPTY];
  for (const zone of zones) {
    const options = zoneShapes(zone, rules, { titled: !alone });
    shapes = prune(shapes.flatMap((shape) => options.flatMap((option) => [beside(shape, option, GAP), below(shape, option, BETWEEN)])));
  }
  if (!values.length) return shapes;
  const lists = valueShapes(values, rules);
  return prune(lists.flatMap((list) => shapes.flatMap((shape) => [below(list, shape, BETWEEN), beside(shape, list, GAP)])));
}

/** Values below each other, in a line, or in lines of the width of some of them. */
function valueShapes(values, rules) {
  const leaves = values.map((value) => valueLeaf(value, rules));
  const widest = Math.max(...leaves.map(({ w }) => w));
  const all = leaves.reduce((sum, { w }) => sum + w + BETWEEN_VALUES, -BETWEEN_VALUES);
  const widths = rules.level >= LEVELS.lines ? [260, all] : [widest, 260, 400, all];
  return prune(widths.filter((width) => width >= widest).map((width) => wrapped(leaves, width)));
}

/** Shapes in lines, each at most as wide. */
function wrapped(shapes, width) {
  const children = [];
  let [x, y, high, wide] = [0, 0, 0, 0];
  for (const shape of shapes) {
    if (x > 0 && x + shape.w > width) [x, y, high] = [0, y + high, 0];
    children.push([shape, x, y]);
    wide = Math.max(wide, x + shape.w);
    high = Math.max(high, shape.h);
    x += shape.w + BETWEEN_VALUES;
  }
  return { w: wide, h: y + high, children };
}

/** A value with its title; as a track with its steps, but where values stand in a line. */
function valueLeaf(value, rules, titled = true) {
  const title = titled ? titleAt(value.titles, rules) : { text: null, w: 0 };
  const stepped = value.steps > 0 && titled && rules.level < LEVELS.lines;
  const form = !titled ? "cell" : rules.level >= LEVELS.lines ? "line" : rules.short ? "short" : "full";
  const w = title.w + (titled ? AROUND_VALUE : 0) + value.said;
  const part = { sort: "value", id: value.id, name: value.name, player: value.player, form, title: title.text, points: value.points ?? false };
  const line = value.lit ? HEAD : VALUE; // what is pointed at is as high as a head
  return stepped ? leaf(part, Math.max(w, value.stepTitles + value.steps * STEP[0]), line + STEP[1]) : leaf(part, w, line);
}

/** Lines below each other, in one column or more; where they may be as high as `most`, in columns that high: those that stay
 *  have columns of their own. */
function lineShapes({ items, most }, rules) {
  const leaves = items.map((item) => (item.sort === "name" ? leaf(item, item.w, HEAD) : item.sort === "zone" ? chip(item, rules, true) : valueLeaf(item, rules)));
  const columnOf = (list) => list.reduce((shape, each) => below(shape, each, 0), EMPTY);
  const columns = (lists) => lists.map(columnOf).reduce((shape, each) => beside(shape, each, BETWEEN_VALUES), EMPTY);
  if (most) {
    const lists = [];
    leaves.forEach((each, at) => {
      const goesOn = at > 0 && items[at].stays === items[at - 1].stays && columnOf([...lists.at(-1), each]).h <= most;
      if (goesOn) lists.at(-1).push(each);
      else lists.push([each]);
    });
    return [columns(lists)];
  }
  return prune([1, 2, 3].filter((count) => count <= leaves.length).map((count) => {
    const size = Math.ceil(leaves.length / count);
    return columns(Array.from({ length: count }, (_, at) => leaves.slice(at * size, (at + 1) * size)));
  }));
}

// Zones ----------------------------------------------------------------------------------------------------------

/** How far the second card of a zone lies from the first at a level: {natural, least}. */
function stepsOf(zone, size, rules, down) {
  const [w, h] = CARDS[size];
  const seen = down ? SEEN.down : rules.touch ? SEEN.touched : SEEN.across;
  const tiny = size === "slip" && rules.level >= LEVELS.smaller && !zone.lit.length;
  const natural = (down ? h : w) + BETWEEN;
  return { natural, least: rules.level < LEVELS.overlap ? natural : tiny ? SEEN_OF_SLIPS : seen };
}

/** The size of a zone's cards at a level. */
function sizeAt(zone, rules) {
  const size = zone.size ?? (rules.level === LEVELS.grown ? "large" : "medium");
  if (rules.level >= LEVELS.smallest) return SMALLER[SMALLER[size]];
  return rules.level >= LEVELS.smaller ? SMALLER[size] : size;
}

const UNFOLD = 52; // "see all", beside a caption

/** The shapes of a zone: in one to four rows, or down; as a count. */
function zoneShapes(zone, rules, { titled = true, cell = false, down: drawnDown = false, rows = 4 } = {}) {
  const down = drawnDown || zone.upright;
  const title = titled ? titleAt(zone.titles, rules) : null;
  if (zone.folded || (rules.level >= LEVELS.counts && !zone.lit.length)) return [chip(zone, rules, !cell)];
  const size = sizeAt(zone, rules);
  const [w, h] = CARDS[size];
  if (zone.around && !cell) return [aroundShape(zone, size, title, rules)];
  const caption = title ? CAPTION : 0;
  const least = title ? title.w + zone.counter + (zone.unfolds ? UNFOLD : 0) : 0;
  const n = Math.max(1, zone.room ?? zone.slots);
  const { natural, least: close } = stepsOf(zone, size, rules, down);
  const step = Math.round(close + (natural - close) * rules.spread);
  const shapes = [];
  for (let row = 1; row <= (down ? 1 : Math.min(zone.rows ?? rows, n)); row += 1) {
    const each = Math.ceil(n / row);
    if (Math.ceil(n / each) < row) continue; // as many fit into fewer rows
    const long = (each - 1) * step;
    const part = {
      sort: "zone", id: zone.id, name: zone.name, player: zone.player, title: title?.text ?? null, hides: (natural - step) * (n - row),
      fit: { as: "cards", size, step: each > 1 ? step : natural, line: h + BETWEEN, down, rows: row, each, title: !title ? "none" : rules.short ? "short" : "full", text: each === 1 || step >= w },
    };
    shapes.push(down ? leaf(part, Math.max(w, least), caption + h + long) : leaf(part, Math.max(w + long, least), caption + row * (h + BETWEEN) - BETWEEN));
  }
  return shapes;
}

/** Cards that lie before those who played them: in three columns, as people sit around the table. */
function aroundShape(zone, size, title, { short }) {
  const [w, h] = CARDS[size];
  const spots = zone.around.map(([column, half]) => [column * (w + BETWEEN), (half * (h + BETWEEN)) / 2]);
  const fit = { as: "cards", size, step: w + BETWEEN, line: h + BETWEEN, down: false, rows: 2, each: 3, spots, title: !title ? "none" : short ? "short" : "full", text: true };
  const part = { sort: "zone", id: zone.id, name: zone.name, player: zone.player, title: title?.text ?? null, fit };
  return leaf(part, 3 * (w + BETWEEN) - BETWEEN, (title ? CAPTION : 0) + 2 * (h + BETWEEN) - BETWEEN);
}

/** A zone as its title and a number, which open it. */
function chip(zone, { short, chip: high }, titled) {
  const title = short ? zone.titles.short : zone.titles.full;
  const fit = { as: "count", size: "slip", step: 0, down: false, rows: 1, each: 0, title: !titled ? "none" : short ? "short" : "full", text: false };
  return leaf({ sort: "zone", id: zone.id, name: zone.name, player: zone.player, title: title.text, fit }, (titled ? title.w : 0) + zone.counter + 28, high);
}

// Things with owners -----------------------------------------------------------------------------------------------

/** A table: a column for each owner, a row for each thing, whose title stands once at the left. */
function tableShapes(block, rules) {
  const titled = block.rows.length > 1;
  const layouts = [{ down: false }, rules.level >= LEVELS.smaller ? { packed: true } : { down: true }];
  const variants = rules.level >= LEVELS.lines ? layouts.flatMap((each) => [each, { ...each, headed: true }]) : layouts;
  const half = Math.ceil(block.columns.length / 2);
  const shapes = variants.flatMap((variant) => {
    const shapeOf = (columns) => columnsShape(block, columns, rules, { ...variant, titled });
    const whole = shapeOf(block.columns);
    if (block.columns.length < 4) return [whole];
    return [whole, below(shapeOf(block.columns.slice(0, half)), shapeOf(block.columns.slice(half)), BETWEEN)];
  });
  const onlyValues = block.columns.every(({ items }) => items.every((item) => item === null || item.sort === "value"));
  if (onlyValues) shapes.push(linesOfOwners(block, rules, titled));
  return prune(shapes);
}

const headWidth = (column, rules) => Math.max(HEAD + 4, column.symbol + titleAt(column.head, rules).w + 4);
const headLeaf = (column, rules, w) =>
  leaf({ sort: "head", owner: column.owner, by: column.by, key: column.key, text: titleAt(column.head, rules).text }, w, HEAD);

/** One row of columns. Values may stand beside the head of their column (`headed`), zones of a column side by side (`packed`). */
function columnsShape(block, columns, rules, { down = false, packed = false, headed = false, titled }) {
  const cells = columns.map(({ items }) => items.map((item) => (item === null ? EMPTY : cellShape(item, rules, down))));
  const heads = columns.map((column) => headLeaf(column, rules, headWidth(column, rules)));
  const isZone = (thing) => columns.some(({ items }) => items[thing]?.sort === "zone");
  const things = block.rows.map((_, thing) => thing);
  const inHead = headed ? things.filter((thing) => !isZone(thing)) : [];
  const others = things.filter((thing) => !inHead.includes(thing));
  const zones = others.filter(isZone);
  const rows = [inHead, ...(packed ? [...others.filter((thing) => !isZone(thing)).map((thing) => [thing]), zones] : others.map((thing) => [thing]))];
  const lines = rows.map((row, number) => columns.map((_, at) =>
    row.reduce((shape, thing) => beside(shape, number ? cells[at][thing] : { ...cells[at][thing], h: HEAD }, number ? 2 : GAP), number ? EMPTY : heads[at])));
  const shown = lines.map((line) => line.some(({ h }) => h > 0));
  const margin = titled ? marginFor(block, rows, lines, rules) : 0;
  const columnWidths = columns.map((_, at) => Math.max(...lines.map((line) => line[at].w)));
  const starts = columnWidths.map((_, at) => columnWidths.slice(0, at).reduce((sum, w) => sum + w + GAP, margin));
  const children = [];
  let y = 0;
  lines.forEach((line, number) => {
    if (!shown[number]) return;
    const h = Math.max(...line.map((shape) => shape.h));
    const text = rows[number].map((thing) => titleAt(block.rows[thing].titles, rules).text).join(" · ");
    if (titled && text) children.push([leaf({ sort: "row", text }, margin - GAP, h), 0, y]);
    line.forEach((shape, at) => shape.w && children.push([number ? shape : { ...shape, h }, starts[at], y]));
    y += h + 2;
  });
  return { w: starts.at(-1) + columnWidths.at(-1), h: y - 2, children };
}

function cellShape(item, rules, down) {
  if (item.sort === "value") return valueLeaf(item, rules, false);
  return zoneShapes(item, rules, { titled: false, cell: true, down, rows: 1 })[0];
}

/** How wide the titles of rows are, in as many lines as fit beside each row. */
function marginFor(block, rows, lines, rules) {
  const widths = rows.map((row, number) => {
    if (!row.length) return 0;
    const titles = row.map((thing) => titleAt(block.rows[thing].titles, rules));
    const text = titles.map((title) => title.text).join(" · ");
    const w = titles.reduce((sum, title) => sum + title.w + 12, -12);
    return linesWidth(text, w, Math.max(1, Math.floor(Math.max(...lines[number].map(({ h }) => h)) / CAPTION)));
  });
  return Math.max(...widths) + GAP;
}

/** The width in which a text stands in so many lines, whose whole is `w` wide. */
function linesWidth(text, w, lines) {
  if (lines === 1) return w;
  const word = (Math.max(...text.split(" ").map(({ length }) => length)) / text.length) * w * 1.15;
  return Math.ceil(Math.max(word, (w / lines) * 1.3));
}

/** Values only: a line for each owner, a column for each thing. */
function linesOfOwners(block, rules, titled) {
  const names = Math.max(...block.columns.map((column) => headWidth(column, rules)));
  const top = titled ? VALUE : 0;
  const children = [];
  let x = names + GAP;
  block.rows.forEach((row, each) => {
    const title = titleAt(row.titles, rules);
    const cells = block.columns.map(({ items }) => (items[each] ? valueLeaf(items[each], rules, false) : EMPTY));
    const w = Math.max(titled ? title.w : 0, ...cells.map((cell) => cell.w));
    if (titled) children.push([leaf({ sort: "row", text: title.text, above: true }, w, VALUE), x, 0]);
    cells.forEach((cell, at) => cell.w && children.push([{ ...cell, w }, x, top + at * HEAD + (HEAD - VALUE) / 2]));
    x += w + GAP;
  });
  block.columns.forEach((column, at) => children.push([headLeaf(column, rules, names), 0, top + at * HEAD]));
  return { w: x - GAP, h: top + block.columns.length * HEAD, children };
}
