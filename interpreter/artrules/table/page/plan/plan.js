// Where everything stands: each box of the table gets as much room as there is, and no more; what can't be seen well
// enough to be chosen stands in the spotlight. Pure: the same demand in the same frame gives the same plan.
import { CARDS, NARROW, PARTS, REGIONS, SEEN, tightened } from "../metrics.js";
import { LEVELS, TIGHTEST, hiddenBy, packAll, partsOf, shapesOf } from "./shapes.js";

const SPREADS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/**
 * The plan of a demand (demand.js) in a frame (metrics.js): {fits, boxes, spotlight, spotlit, hand, plates, own}. `before` is the plan
 * before it: in the same moment of the game boxes stay as tight as they were, and keep the room that they had.
 */
export function planOf(demand, frame, before = null) {
  const tight = before?.roomy === frame && before.frame !== frame; // once it is tight it stays so
  const plan = tight ? null : planIn(demand, frame, before);
  const isFine = plan?.fits && Object.values(plan.boxes).every(({ region, level }) => region !== "board" || level < LEVELS.smaller);
  if (isFine || frame.mode !== "desk") return { ...plan, roomy: frame };
  const smaller = tight ? before.frame : tightened(frame);
  return { ...planIn(demand, smaller, before), roomy: frame };
}

function planIn(demand, frame, before) {
  const same = before?.moment === demand.moment && before.frame === frame ? before : null;
  const board = arranged(demand, "board", frame, same);
  const mine = arranged(demand, "mine", frame, same);
  const boxes = Object.fromEntries([...board.boxes, ...mine.boxes]);
  const zones = Object.fromEntries(Object.values(boxes).flatMap(({ parts }) => parts).filter(({ sort }) => sort === "zone").map(({ id, fit }) => [id, fit]));
  const hand = handOf(demand.hand, frame);
  const plateIn = (plate) => (frame.mode === "narrow" ? narrowPlateOf(plate, frame, demand.plates.length) : plateOf(plate, frame, demand.plates.length));
  const plates = Object.fromEntries(demand.plates.map((plate) => [plate.player, { ...plateIn(plate), ...plateAt(plate.player, demand.places, frame) }]));
  const shown = { ...zones, ...Object.fromEntries(Object.values(plates).flatMap(({ front }) => (front ? [[front.id, front.fit]] : []))) };
  const all = [...itemsOf(demand.boxes), ...(frame.mode === "desk" ? demand.plates.flatMap(({ front, others }) => [front, ...others]) : [])];
  const isHidden = (zone) => zone?.sort === "zone" && !isPlain(zone, shown[zone.id], frame);
  const hidden = all.filter(isHidden);
  const spotlit = demand.opened ?? (demand.closed || !hidden.length ? [] : withCovered(hidden, all, boxes, frame));
  return {
    moment: demand.moment, frame, fits: board.fits && mine.fits, boxes, zones, hand, plates,
    own: demand.own ? narrowPlateOf(demand.own, frame, 0) : null,
    spotlight: hidden.map(({ id }) => id),
    spotlit: spotlit.length ? spotlitIn(spotlit, frame) : null,
    room: { ...board.room, ...mine.room },
  };
}

const itemsOf = (boxes) =>
  boxes.flatMap(({ blocks }) => blocks).flatMap((block) => block.items ?? block.columns.flatMap(({ items }) => items)).filter(Boolean);

/** Whether everything of a zone that can be chosen is to be seen where it lies, and can be hit. */
function isPlain(zone, fit, { touch }) {
  if (!zone.lit.length && !zone.covered) return true;
  if (!fit || zone.covered) return false;
  if (fit.as === "count") return zone.stacked; // a click on it means its top card
  const seen = fit.down ? SEEN.down : touch ? SEEN.touched : SEEN.across;
  const first = fit.from ?? 0;
  return zone.lit.every((slot) => slot >= first && (fit.step >= seen || slot === zone.slots - 1));
}

// A region of boxes ------------------------------------------------------------------------------------------------

/** All boxes of a region with their places and parts: {fits, boxes: [[id, box]], room}. */
function arranged(demand, region, frame, before) {
  const room = roomOf(frame.regions[region], region);
  const wanted = demand.boxes.filter((box) => box.region === region);
  const roomy = before ? wanted.map((box) => withRoom(box, before.room)) : wanted;
  const levels = roomy.map((box) => Math.max(LEVELS.natural, before?.boxes[box.id]?.level ?? LEVELS.natural));
  const fitted = fit(roomy, room, frame, levels) ?? fit(wanted, room, frame, wanted.map(() => LEVELS.natural));
  const fits = fitted !== null;
  const { boxes, places, level } = fitted ?? stacked(wanted, room, frame);
  const spread = spreadOut(boxes, places, level, room, frame);
  const shift = centred(spread, room, region);
  return {
    fits,
    boxes: boxes.map((box, at) => {
      const { shape, x, y } = spread[at];
      return [box.id, { id: box.id, region, area: box.area ?? null, player: box.player, bare: box.bare ?? false, fold: box.fold ?? null, folds: box.folds ?? false, unfolded: box.unfolded ?? false, level: level[at], x: x + shift.x, y: y + shift.y, w: shape.w, h: shape.h, parts: partsOf(shape) }];
    }),
    room: Object.fromEntries(itemsOf(boxes).filter(({ sort }) => sort === "zone" || sort === "value").map(({ sort, id, slots, room: roomier = 0, said }) => [id, sort === "zone" ? Math.max(slots, roomier) : said])),
  };
}

/** The room for boxes in a region: there is a little around them. */
function roomOf({ w, h }, region) {
  const edge = region === "mine" ? [16, 2] : [GAP, 4];
  return { x: edge[0], y: edge[1], w: w - 2 * edge[0], h: h - 2 * edge[1] };
}

const GAP = PARTS.gap;

/** A box whose zones keep the room for as many cards as they had, and its values that for words as long. */
function withRoom(box, room) {
  const most = (size, { id }) => Math.max(size, room[id] ?? 0);
  const keep = (item) => (item?.sort === "zone" ? { ...item, room: most(item.slots, item) } : item?.sort === "value" ? { ...item, said: most(item.said, item) } : item);
  const blocks = box.blocks.map((block) =>
    block.items ? { ...block, items: block.items.map(keep) } : { ...block, columns: block.columns.map((column) => ({ ...column, items: column.items.map(keep) })) });
  return { ...box, blocks };
}

/** Boxes as loose as they can be: {boxes, places, level}; null where they don't fit. */
function fit(boxes, room, frame, levels) {
  const shapes = boxes.map(() => new Map());
  const shapesAt = (at, level) => {
    if (!shapes[at].has(level)) shapes[at].set(level, shapesOf(boxes[at], level, frame));
    return shapes[at].get(level);
  };
  const pack = (level) => packAll(boxes.map((_, at) => shapesAt(at, level[at])), room, GAP);
  const level = [...levels];
  let places = pack(level);
  while (!places) {
    const at = nextToTighten(boxes, level);
    if (at < 0) return null;
    level[at] += 1;
    places = pack(level);
  }
  boxes.forEach((_, at) => {
    while (level[at] > Math.max(LEVELS.natural, levels[at])) {
      const looser = level.with(at, level[at] - 1);
      const others = pack(looser);
      if (!others) break;
      level[at] -= 1;
      places = others;
    }
  });
  if (frame.mode === "narrow" || level.some((each) => each !== LEVELS.natural)) return { boxes, places, level };
  const grown = pack(level.map(() => LEVELS.grown)); // where all is well all cards are larger
  return grown ? { boxes, places: grown, level: level.map(() => LEVELS.grown) } : { boxes, places, level };
}

/** Of the loosest boxes the last; those in which something can be chosen after all others. */
function nextToTighten(boxes, level) {
  const loosest = Math.min(...level);
  if (loosest >= TIGHTEST) return -1;
  const candidates = boxes.map((_, at) => at).filter((at) => level[at] === loosest);
  const isLit = (at) => itemsOf([boxes[at]]).some((item) => item.sort === "zone" && item.lit.length);
  return candidates.findLast((at) => !isLit(at)) ?? candidates.at(-1);
}

/** What doesn't fit, below each other: the region scrolls. */
function stacked(boxes, room, frame) {
  let y = 0;
  const places = boxes.map((box) => {
    const shapes = shapesOf(box, TIGHTEST, frame);
    const shape = shapes.findLast(({ w }) => w <= room.w) ?? shapes.at(-1);
    const place = { shape, x: 0, y };
    y += shape.h + GAP;
    return place;
  });
  return { boxes, places, level: boxes.map(() => TIGHTEST) };
}

/** Boxes whose cards lie over one another stand as wide as the room at their right is free. */
function spreadOut(boxes, places, level, room, frame) {
  const spread = [...places];
  places.forEach((place, at) => {
    if (!hiddenBy(place.shape)) return;
    const free = freeRight(spread, at, room);
    const shape = SPREADS.flatMap((each) => shapesOf(boxes[at], level[at], { ...frame, spread: each }))
      .filter(({ w, h }) => w <= free && h <= place.shape.h)
      .sort((one, other) => hiddenBy(one) - hiddenBy(other))[0];
    if (shape && hiddenBy(shape) < hiddenBy(place.shape)) spread[at] = { ...place, shape };
  });
  return spread;
}

/** How wide a box could be without coming near another. */
function freeRight(places, at, room) {
  const { shape, x, y } = places[at];
  const beside = places.filter((other, each) => each !== at && other.x >= x + shape.w && other.y < y + shape.h + GAP && y < other.y + other.shape.h + GAP);
  return Math.min(room.w, ...beside.map((other) => other.x - GAP)) - x;
}

/** What moves all boxes into the middle of their room; what is one's own stands where it stood. */
function centred(places, room, region) {
  const right = Math.max(0, ...places.map(({ shape, x }) => x + shape.w));
  const bottom = Math.max(0, ...places.map(({ shape, y }) => y + shape.h));
  const middle = (free) => (Number.isFinite(free) ? Math.max(0, Math.floor(free / 2)) : 0);
  return region === "mine" ? room : { x: room.x + middle(room.w - right), y: room.y + middle(room.h - bottom) };
}

// The spotlight ------------------------------------------------------------------------------------------------------

const WINDOW = { edge: 16, head: 36 };

/** What is hidden, and all else that can be chosen and would lie under the window that shows it. */
function withCovered(hidden, all, boxes, frame) {
  const { x, y, w, h } = spotlitIn(hidden, frame);
  const { board, mine } = frame.regions;
  const isUnder = (id) => Object.values(boxes).some((box) => {
    const region = box.region === "mine" ? mine : board;
    const [left, top] = [region.x + box.x, region.y + box.y];
    return box.parts.some((part) => part.id === id && left + part.x < x + w && x < left + part.x + part.w && top + part.y < y + h && y < top + part.y + part.h);
  });
  const covered = all.filter((item) => item?.sort === "zone" && item.lit.length && !hidden.includes(item) && isUnder(item.id));
  return covered.length ? withCovered([...hidden, ...covered], all, boxes, frame) : hidden;
}

/** A window over the table with zones and values, each card as large as there is room for: {x, y, w, h, parts, fits}. */
function spotlitIn(items, frame) {
  const { board, mine, hand } = frame.regions;
  const isDesk = frame.mode === "desk";
  const top = frame.around ? 0 : board.y;
  const space = isDesk
    ? { w: board.w - 2 * WINDOW.edge, h: mine.y + mine.h - top - 2 * WINDOW.edge }
    : { w: board.w, h: Math.max(200, hand.y - NARROW.question - NARROW.seats) };
  const room = { w: space.w - 2 * WINDOW.edge, h: space.h - WINDOW.head - WINDOW.edge };
  const zones = items.filter(({ sort }) => sort === "zone").map((zone) => ({ ...zone, folded: false, rows: 8, slots: zone.opened, lit: zone.lit.length ? zone.lit : zone.covered ? [0] : [] }));
  const values = items.filter(({ sort }) => sort === "value");
  const boxes = [...zones.map((zone) => ({ id: zone.id, bare: true, blocks: [{ sort: "loose", items: [zone] }] })), ...(values.length ? [{ id: "values", bare: true, blocks: [{ sort: "loose", items: values }] }] : [])];
  const fitted = fit(boxes, room, frame, boxes.map(() => LEVELS.natural)) ?? stacked(boxes, room, frame);
  const places = spreadOut(boxes, fitted.places, fitted.level, room, frame);
  const w = Math.max(...places.map(({ shape, x }) => x + shape.w));
  const h = Math.max(...places.map(({ shape, y }) => y + shape.h));
  const parts = places.flatMap(({ shape, x, y }) => partsOf(shape, x + WINDOW.edge, y + WINDOW.head));
  for (const part of parts) if (part.sort === "zone") part.fit = { ...part.fit, unfolded: true };
  const size = { w: Math.max(w, 240) + 2 * WINDOW.edge, h: Math.min(h, room.h) + WINDOW.head + WINDOW.edge };
  return { ...size, x: Math.max(0, Math.floor((board.w - size.w) / 2)), y: top + WINDOW.edge, parts, fits: h <= room.h };
}

// The hand -----------------------------------------------------------------------------------------------------------

const HAND = { edge: 16, between: 16, around: 10 };

/** How the zones of a hand lie: beside each other, each as wide as its cards need; fits by id. */
function handOf(zones, frame) {
  const room = frame.regions.hand.w - 2 * HAND.edge - HAND.between * (zones.length - 1);
  const cards = zones.reduce((sum, { slots }) => sum + Math.max(1, slots), 0);
  const seen = frame.touch ? SEEN.touched : SEEN.across;
  const sizes = frame.mode === "desk" ? [["large", 1], ["medium", 1], ["medium", 2], ["slip", 3]] : [["narrow", 1]];
  const height = frame.regions.hand.h - HAND.around;
  const sized = ({ slots }, [size, rows]) => {
    const [w, h] = size === "narrow" ? NARROW.card : CARDS[size];
    const each = Math.ceil(Math.max(1, slots) / rows);
    const width = (room * Math.max(1, slots)) / cards;
    const step = each > 1 ? Math.min(w + PARTS.between, Math.floor((width - w) / (each - 1))) : w + PARTS.between;
    const line = rows > 1 ? Math.min(h + PARTS.between, Math.floor((height - PARTS.caption - h) / (rows - 1))) : h;
    return { as: "cards", size: size === "narrow" ? "medium" : size, step, down: false, rows, each, line, title: "short", text: step >= w };
  };
  return Object.fromEntries(zones.map((zone) => {
    const fits = sizes.filter(([size]) => size === "narrow" || CARDS[size][1] + PARTS.caption <= height).map((size) => sized(zone, size));
    const last = fits.at(-1);
    return [zone.id, fits.find(({ step, line }) => step >= seen && line >= SEEN.down) ?? { ...last, step: Math.max(last.step, frame.mode === "desk" ? 1 : SEEN.touched) }];
  }));
}

// Plates -------------------------------------------------------------------------------------------------------------

const PLATE = { padding: 8, turn: 48, dot: 20, more: 28, lines: 2 };

const pointsWidth = ({ points }, title) => points.reduce((sum, { titles, said }) => sum + said + 8 + (title === "none" ? 0 : titles[title].w + 4), 0);
const placeIn = ({ sort, id, name, player }) => ({ sort, id, name, player });

/** What of a plate's things stands in it: {name, points, scores, front, line, opens}. */
function plateOf(plate, frame, count) {
  const width = frame.around ? REGIONS.plate[0] : Math.floor(frame.regions.seats.w / count);
  const room = width - 2 * PLATE.padding;
  const forms = ["short", "none"].flatMap((points) => plate.names.map((name) => ({ name, points })));
  const head = forms.find(({ name, points }) => name.w + pointsWidth(plate, points) + PLATE.turn <= room) ?? forms.at(-1);
  const front = plate.front && !frame.around ? { id: plate.front.id, name: plate.front.name, fit: frontFit(plate.front, room) } : null;
  const others = [...(front ? [] : [plate.front]), ...plate.others].filter(Boolean);
  const line = inLines(others, front ? 1 : PLATE.lines, room - PLATE.more);
  return { w: width, name: head.name.text, points: head.points, scores: plate.points.map(({ id, name }) => ({ id, name })), front, line, opens: others.length > 0 || front !== null };
}

/** The same where it is narrow, at the right of one's own plate one below the other: points that have no room beside a whole
 *  name stand below it, always with their titles; of the cards in front there are signs. */
function narrowPlateOf(plate, { regions: { seats } }, others) {
  const [rows, columns] = [Math.min(2, others), Math.ceil(others / 2)]; // `h` is in hundredths
  const w = plate.own ? NARROW.plate : Math.max(NARROW.other, Math.floor((seats.w - NARROW.plate) / columns));
  const room = w - 2 * PLATE.padding;
  const fits = (name, more) => name.w + more + PLATE.dot <= room;
  const points = pointsWidth(plate, "short");
  const whole = plate.names.filter(({ text }) => plate.names[0].text.startsWith(text)); // the others are letters of it
  const name = whole.find((each) => fits(each, points)) ?? [...whole, ...plate.names].find((each) => fits(each, 0)) ?? plate.names.at(-1);
  const beside = fits(name, points);
  const things = [...(beside ? [] : plate.points), plate.front && { ...plate.front, signs: true }, ...plate.others].filter(Boolean);
  const line = inLines(things, rows === 2 ? 1 : PLATE.lines, plate.own ? room : room - PLATE.more);
  const scores = beside ? plate.points.map(placeIn) : [];
  return { w, h: 100 / (rows || 1), name: name.text, points: "short", scores, front: null, line, opens: true };
}

/** The first of some things that stand in so many lines of a width, with their short titles. */
function inLines(things, lines, width) {
  const line = [];
  const free = Array.from({ length: lines }, () => width);
  things.forEach((item, at) => {
    const title = item.titles.short.w + 6;
    const signs = item.signs ? Math.min(item.count, Math.floor((width - title) / SIGN)) : 0;
    const w = title + (signs * SIGN || (item.sort === "zone" ? item.counter : item.said)) + 10;
    const row = free.findIndex((each) => w <= each);
    if (line.length !== at || row < 0) return;
    line.push({ ...placeIn(item), signs });
    free.fill(0, 0, row); // what comes after it stands in the same line or below
    free[row] -= w;
  });
  return line;
}

const SIGN = 26; // a card as its index and its symbol

/** Where the plate of a player stands at the edge of the table; nothing where plates stand in a row. */
function plateAt(player, places, { regions: { seats } }) {
  if (!places) return {};
  const [w, h] = REGIONS.plate;
  const [column, row] = places[player];
  if (row === 1) return { x: column ? seats.w - w - EDGE : EDGE, y: Math.floor((seats.h - h) / 2), h };
  const above = Object.values(places).filter(([, each]) => each === 0).map(([each]) => each).sort();
  const at = above.indexOf(column);
  return { x: Math.floor((seats.w * (at + 1)) / (above.length + 1) - w / 2), y: EDGE, h };
}

const EDGE = 4; // between a plate and the edge of the table

/** A row of slips; where it is too short, the last ones. */
function frontFit(zone, room) {
  const [w] = CARDS.slip;
  const n = Math.max(1, zone.slots);
  const step = n > 1 ? Math.min(w + 2, Math.floor((room - w) / (n - 1))) : w + 2;
  const shown = step < LEAST ? Math.floor((room - w - PLATE.more) / LEAST) + 1 : n;
  return { as: "cards", size: "slip", step: Math.max(step, LEAST), down: false, rows: 1, each: shown, from: n - shown, title: "none", text: false };
}

const LEAST = 8; // of a slip in a plate
