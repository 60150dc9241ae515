// What the table has to show, and how much room that takes: boxes of zones and values, as plain data.

import { cardKey, valueKey } from "../choices.js";
import { playedBy } from "../motion/moves.js";
import { handOf, handOwner, seatOrder } from "../shared.js";
import { blocksOf, describedAs, isHeld, keyOfOwner, marksHeldBy, memberOf, scoreKeys, shortOf, splitKey, thingsOf, titleOfOwner } from "../things.js";
import { isHidden, litKey, slotsOf, stepsNear, valueInWords } from "../zone.js";

// How wide texts are, in u, as this browser draws them.

const widths = new Map();
let pen = null;
let font = null;

/** Gives `widthOf(text, weight, size)` for a table of this unit. */
export function measureFor(unit) {
  pen ??= document.createElement("canvas").getContext("2d");
  font ??= getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif";
  return (text, weight = 400, size = 13) => {
    const key = `${unit} ${weight} ${size} ${text}`;
    if (!widths.has(key)) {
      pen.font = `${weight} ${Math.max(13, size * unit)}px ${font}`;
      widths.set(key, Math.ceil((pen.measureText(text).width * RESERVE) / unit));
    }
    return widths.get(key);
  };
}

const RESERVE = 1.02; // a line may be a little wider than a canvas says

/** Forgets all, as another font has come; `then` is called each time. Gives what ends it. */
export function onOtherFonts(then) {
  const forget = () => {
    widths.clear();
    font = null;
    then();
  };
  document.fonts.addEventListener("loadingdone", forget);
  return () => document.fonts.removeEventListener("loadingdone", forget);
}

/**
 * What a table has to show: {moment, boxes, hand, plates, own}. `table` is what its parts share (shared.js); `widthOf(text,
 * weight, size)` measures texts in u. While `moment` is the same, nothing that stands on the table should move.
 */
export function demandOf(store, table, widthOf) {
  const { description, state } = store;
  const { view } = state;
  const measured = { store, table, widthOf };
  const players = Object.keys(view.players).map(Number);
  const owner = handOwner(store);
  const hand = handOf(store).map((key) => zoneItem(measured, key, owner)).filter(({ slots, id }) => slots > 0 || table.anyLit.has(`zone ${id}`));
  const others = seatOrder(players, table.seat).filter((player) => player !== table.seat);
  const aside = new Set(sideAreas(description, table.frame));
  const areas = description.areas.filter((area) => area.of !== "player" && !aside.has(area));
  const open = table.frame.mode === "narrow";
  return {
    places: table.frame.around ? placesAround(others) : null,
    moment: [view.round, view.phase, ...table.unfolded].join(" "),
    boxes: [
      ...areas.flatMap((area) => areaBox(measured, area, area.place === "mine" && table.seat !== null ? "mine" : "board")),
      ...(table.seat === null ? [] : ownBoxes(measured, table.seat)),
      ...(open ? others.flatMap((player) => playerBox(measured, player)) : []),
    ],
    hand,
    plates: others.map((player) => plateOf(measured, player)),
    own: open && table.seat !== null ? plateOf(measured, table.seat, "You") : null,
    opened: openedItems(measured, table.opened),
    closed: table.opened === CLOSED,
  };
}

/** The areas that stand at the side of a desk: lines of values, and counts. */
export const sideAreas = (description, frame) =>
  frame.mode === "desk" ? description.areas.filter((area) => area.of !== "player" && area.place === "side") : [];

/** The titles of a thing with their widths. */
function titlesOf({ widthOf }, described, weight, size) {
  const short = shortOf(described);
  return {
    full: { text: described.title, w: widthOf(described.title, weight, size) },
    short: { text: short, w: widthOf(short, weight, size) },
  };
}

/** One box of the area, or none where nothing of it is shown now. */
function areaBox(measured, area, region) {
  const blocks = shownBlocks(measured, area, 0);
  if (!blocks.length) return [];
  const id = `${area.name} 0`;
  return [{ id, region, area: area.name, fold: foldKey(area, 0), player: 0, titles: titlesOf(measured, area, 650, 14), blocks: blocks.map((block) => blockOf(measured, area, block, 0)), ...foldOf(measured, area, 0) }];
}

/** Whether something of an area is folded away, and can be unfolded. */
function foldOf({ store, table }, area, player) {
  const scope = thingsOf(store.state.view, player);
  const isFolded = (key) => area.things.includes(splitKey(key).name) && describedBy(table, key)?.sort !== "zone" && describedBy(table, key)?.shown === "folded";
  return { folds: Object.keys(scope).some(isFolded), unfolded: table.unfolded.has(foldKey(area, player)) };
}

/** What the page calls an area whose folded values may be shown. */
const foldKey = (area, player) => `area ${area.name} ${player}`;

const describedBy = (table, key) => describedAs(table.description, splitKey(key).name);

function shownBlocks({ store, table }, area, player) {
  const scope = thingsOf(store.state.view, player);
  const open = table.unfolded.has(foldKey(area, player));
  return blocksOf(area, scope, (key, value) => {
    const described = describedBy(table, key);
    if (described?.sort !== "zone" && described?.shown === "folded" && !open) return false;
    return table.isShown(key, value, player, described);
  });
}

function blockOf(measured, area, block, player) {
  const item = (key) => itemOf(measured, key, player);
  if (!block.columns) return { sort: "loose", items: block.keys.map(item) };
  const { table } = measured;
  const names = [...new Set(block.columns.flatMap(({ keys }) => keys.map((key) => splitKey(key).name)))];
  return {
    sort: "table",
    rows: names.map((name) => ({ name, titles: titlesOf(measured, describedAs(table.description, name), 400, 13) })),
    columns: block.columns.map(({ owner, keys }) => {
      const by = describedBy(table, keys[0])?.by ?? area.by;
      const title = titleOfOwner(table.description, by, owner);
      const member = memberOf(table.description, by, owner);
      const symbol = member?.symbol ? SYMBOL : 0;
      const head = titlesOf(measured, { title, short: member?.short }, 600, 13);
      return { owner, by, key: keyOfOwner(by, owner), symbol, head, items: names.map((name) => keys.find((key) => splitKey(key).name === name)).map((key) => (key === undefined ? null : item(key))) };
    }),
  };
}

const SYMBOL = 20; // a symbol and what separates it from a word

const itemOf = (measured, key, player) =>
  (describedBy(measured.table, key).sort === "zone" ? zoneItem : valueItem)(measured, key, player);

const COUNTER = 8; // before a number

/** A zone: how many slots it has, which of them can be chosen, and whether some of these lie under others. */
function zoneItem(measured, key, player) {
  const { store, table, widthOf } = measured;
  const described = describedBy(table, key);
  const cards = thingsOf(store.state.view, player)[key];
  const isOffered = (index) => table.anyLit.has(cardKey(key, player, index));
  const hidden = isHidden(cards, isOffered);
  const slots = slotsOf(cards, hidden ? "pile" : described.as, false, isOffered);
  const lit = slots.flatMap((slot, at) => (litKey(slot, key, player, cards, described.order, table.anyLit) === null ? [] : [at]));
  const stacked = hidden || described.as === "pile";
  return {
    sort: "zone",
    id: `${key} ${player}`,
    name: key,
    player,
    stacked,
    count: cards.length,
    slots: slots.length,
    opened: hidden ? 1 : slotsOf(cards, described.as, true, isOffered).length,
    lit,
    covered: stacked && cards.some((_, index) => index > 0 && isOffered(index)),
    folded: described.shown === "folded",
    upright: described.as === "column",
    size: described.size ?? null,
    front: described.front ?? false,
    around: aroundOf(measured, described, cards, slots, player),
    titles: titlesOf(measured, described, 400, 13),
    unfolds: described.as === "pile" && !hidden && cards.length > 1,
    counter: widthOf(String(cards.length).padStart(2).replace(/./g, "0"), 650, 13) + COUNTER, // ten cards are no wider than nine
  };
}

/** A value, with the width of what it says. Numbers of as many digits are as wide, so that nothing moves when one changes. */
function valueItem(measured, key, player) {
  const { store, table, widthOf } = measured;
  const described = describedBy(table, key);
  const value = thingsOf(store.state.view, player)[key];
  const isFlag = value === true || isHeld(described, value);
  const said = valueInWords(value, table).replace(/\d/g, "0");
  return {
    sort: "value",
    id: `${player}/${key}`,
    name: key,
    player,
    titles: titlesOf(measured, described, 400, 13),
    said: isFlag ? FLAG + widthOf(described.title, 600) - widthOf(described.title) : widthOf(said, 700, 14) + (described.as === "track" && !described.steps?.length ? METER : 0),
    steps: stepsNear(described.steps ?? [], value).length,
    stepTitles: described.gives ? Math.max(widthOf(shortOf(described)), widthOf(described.gives, 700)) + AROUND_TITLE : 0,
    lit: table.anyLit.has(valueKey(key, player)),
  };
}

const AROUND_TITLE = 6; // between the titles of steps and the steps
const FLAG = 8; // what is around the title of a flag
const METER = 88; // how far a number is on its way

/** What lies before whoever looks: their values together, and each zone, are a box of their own. On a desk what is always as
 *  wide comes first, so that it never moves: values, with counts of zones, in columns as high as the region, and piles; rows
 *  have what is left. */
function ownBoxes(measured, player) {
  const items = playerItems(measured, player);
  const isDesk = measured.table.frame.mode === "desk";
  const isCount = (item) => isDesk && item.sort === "zone" && item.folded;
  const zones = items.filter((item) => item.sort === "zone" && !isCount(item));
  const values = items.filter(({ sort }) => sort === "value");
  const comes = (item) => Number(item.player === 0 || describedBy(measured.table, item.name)?.shown !== "always"); // and goes
  const name = { sort: "name", id: `name ${player}`, player, w: measured.widthOf(measured.table.playerName(player), 650, 14) + measured.widthOf("choosing", 600) + NAME };
  const first = [name, ...pointsOf(measured, player), ...items.filter(isCount)].map((item) => ({ ...item, stays: true }));
  const block = isDesk ? { sort: "lines", items: [...first, ...values.sort((one, other) => comes(one) - comes(other))], most: measured.table.frame.regions.mine.h - 4 } : { sort: "lines", items: [...first, ...values] };
  return [
    { id: `own ${player}`, region: "mine", bare: true, player, blocks: [block] },
    ...(isDesk ? zones.sort((one, other) => Number(other.stacked) - Number(one.stacked)) : zones).map((item) => ({ id: `own ${item.id}`, region: "mine", bare: true, player, blocks: [{ sort: "loose", items: [item] }] })),
  ];
}

const NAME = 48; // around a name and what is said of its player: a dot, and edges

/** All that lies before somebody else, in one box. */
function playerBox(measured, player) {
  const items = playerItems(measured, player).map((item) => (item.sort === "zone" ? { ...item, size: "slip", folded: item.folded || (item.stacked && !item.lit.length) } : item));
  if (!items.length) return [];
  const title = measured.table.playerName(player);
  return [{ id: `player ${player}`, region: "board", player, titles: titlesOf(measured, { title }, 650, 14), blocks: [{ sort: "loose", items }] }];
}

/** The marks that a player holds, and all that they have before them, but their hand where it is in sight, and their points. */
function playerItems(measured, player) {
  const { store, table } = measured;
  const areas = table.description.areas.filter((area) => area.of === "player");
  const keys = areas.flatMap((area) => shownBlocks(measured, area, player)).flatMap((block) => block.columns?.flatMap((column) => column.keys) ?? block.keys);
  const marks = marksHeldBy({ view: store.state.view, description: table.description }, player);
  return [...marks.map((key) => valueItem(measured, key, 0)), ...keys.map((key) => itemOf(measured, key, player))];
}

const pointsOf = (measured, player) =>
  scoreKeys(measured.store.state.view, measured.table.description).map((key) => ({ ...pointItem(measured, key, player), points: true }));

/** Points and money are always there: what has no value here is hidden from whoever looks. */
function pointItem(measured, key, player) {
  const value = thingsOf(measured.store.state.view, player)[key];
  if (value !== null && value !== undefined) return valueItem(measured, key, player);
  const described = describedBy(measured.table, key);
  return { sort: "value", id: `${player}/${key}`, name: key, player, titles: titlesOf(measured, described, 400, 13), said: measured.widthOf("hidden"), steps: 0 };
}

/**
 * The places of a zone's cards before those who played them, where seats stand around the table: a list of [column, half], the
 * latter from the top in halves of a card; null for all other zones, and where somebody has laid two. Each player's place is
 * the same whoever has played. A row that is empty keeps its room.
 */
function aroundOf({ store, table }, described, cards, slots, player) {
  if (!table.frame.around || player !== 0 || described.as !== "row" || described.order !== "row" || slots.length !== cards.length) return null;
  const players = cards.map(playedBy);
  if (players.includes(null) || new Set(players).size < players.length) return null;
  const seats = seatOrder(Object.keys(store.state.view.players).map(Number), table.seat);
  const places = { ...placesAround(seats.filter((each) => each !== table.seat)), [table.seat]: [1, 2] };
  return players.map((each) => {
    const [column, row] = places[each];
    const beside = seats.filter((other) => places[other][0] === column).sort((one, other) => places[one][1] - places[other][1]);
    return [column, beside.length === 1 ? row : 2 * beside.indexOf(each) + 2 - beside.length];
  });
}

/** Where others sit around a table, by player: [column, row], each 0, 1 or 2 from the left and from the top. */
function placesAround(others) {
  const above = others.length > 2 ? others.slice(1, -1) : others.length === 1 ? others : [];
  const columns = [[], [1], [0, 2], [0, 1, 2]][above.length] ?? above.map(() => 1);
  const places = above.map((player, at) => [player, [columns[at], 0]]);
  if (others.length > 1) places.push([others[0], [0, 1]], [others.at(-1), [2, 1]]);
  return Object.fromEntries(places);
}

/** What somebody has opened by hand: all of a player, or a zone; null where nothing is, or all is closed. */
function openedItems(measured, opened) {
  if (opened === null || opened === CLOSED) return null;
  const { view } = measured.store.state;
  if (typeof opened === "number") return view.players[opened] ? [...pointsOf(measured, opened), ...playerItems(measured, opened)] : null;
  const at = opened.lastIndexOf(" ");
  const [key, player] = [opened.slice(0, at), Number(opened.slice(at + 1))];
  return thingsOf(view, player)?.[key] ? [zoneItem(measured, key, player)] : null;
}

/** What is open where somebody has closed what opened by itself. */
export const CLOSED = "";

/** What a plate tells of a player: points, the zone in front, other zones and values as counts. A name is never a single
 * letter of a longer one. */
function plateOf(measured, player, name = null) {
  const { table, widthOf } = measured;
  const items = playerItems(measured, player);
  const zones = items.filter(({ sort }) => sort === "zone");
  const front = zones.find((zone) => zone.front) ?? zones.find((zone) => !zone.folded && !zone.stacked) ?? null;
  return {
    player,
    own: name !== null,
    names: (name ? [name] : table.namesOf(player).filter((text, at) => !at || text.length > 1)).map((text) => ({ text, w: widthOf(text, 650, 14) })),
    points: pointsOf(measured, player),
    front,
    others: items.filter((item) => item !== front),
  };
}
