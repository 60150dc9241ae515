// Where the things of a table stand in a view: zones, variables and figures, by their names and owners.

import { cardKey, keyOf, valueKey, zoneKey } from "./choices.js";

/** A view's key "prices[red]" as its name and its owner, null where there is none; "red][2" are two owners. */
export function splitKey(key) {
  const open = key.indexOf("[");
  return open < 0 ? { name: key, owner: null } : { name: key.slice(0, open), owner: key.slice(open + 1, -1) };
}

/** What the table itself, or one player, has: one object of keys and values. */
export function thingsOf(view, player) {
  return player ? (view.players[player] ?? {}) : { ...view.zones, ...view.variables };
}

/** How a thing is described: {sort: "zone" | "variable" | "figure", …}, or null for a name that isn't described. */
export function describedAs(description, name) {
  if (description.zones[name]) return { sort: "zone", ...description.zones[name] };
  if (description.variables?.[name]) return { sort: "variable", ...description.variables[name] };
  if (description.figures?.[name]) return { sort: "figure", ...description.figures[name] };
  return null;
}

const SHORT = 12; // letters of what content may give as `short`
const BEFORE = 16;

/** What content calls a thing where room is short, or else what can be made of its title: never a word cut in two. */
export const shortOf = ({ title, short }) => short ?? shortened(title);

/** What stands before a colon or a comma, if that is short; else the first words. */
export function shortened(title) {
  if (title.length <= SHORT) return title;
  const [before] = title.split(/[:,]/);
  if (before.length <= BEFORE) return before;
  const words = title.split(" ");
  while (words.length > 1 && words.join(" ").length > SHORT + 2) words.pop();
  return words.join(" ").replace(/[:,.]$/, "");
}

/** The title of what owns a thing's copies: of members of enums, or numbers. */
export function titleOfOwner(description, by, owner) {
  return partsOf(owner).map((part) => memberOf(description, by, part)?.title ?? part.replaceAll("_", " ")).join(" ");
}

/** How a member looks: its title, colour and symbol; null for numbers. Of two owners the first counts. */
export function memberOf(description, by, owner) {
  return description.members?.[by]?.[partsOf(owner)[0]] ?? null;
}

/** The key by which options name an owner; null where they can't name it by one thing. */
export function keyOfOwner(by, owner) {
  if (partsOf(owner).length > 1) return null;
  return by ? `member ${by} ${owner}` : `number ${owner}`;
}

const partsOf = (owner) => String(owner).split("][");

/**
 * The things of an area as blocks: things without owners stand alone, side by side things with the same owners stand
 * in columns. A block is {columns: null, keys} or {columns: [{owner, keys}]}.
 */
export function blocksOf(area, scope, isShown) {
  const blocks = [];
  for (const name of area.things) {
    const keys = Object.keys(scope).filter((key) => splitKey(key).name === name);
    const owned = keys.length > 0 && splitKey(keys[0]).owner !== null;
    const last = blocks.at(-1);
    if (!owned) {
      const shown = keys.filter((key) => isShown(key, scope[key]));
      if (last && !last.columns) last.keys.push(...shown);
      else blocks.push({ columns: null, keys: shown });
      continue;
    }
    const owners = keys.map((key) => splitKey(key).owner);
    const block = last?.columns && fits(last.columns, owners) ? last : { columns: [] };
    if (block !== last) blocks.push(block);
    for (const key of keys) {
      const { owner } = splitKey(key);
      const column = block.columns.find((each) => each.owner === owner);
      if (column) column.keys.push(key);
      else block.columns.push({ owner, keys: [key] });
    }
  }
  return blocks.map((block) => onlyShown(block, scope, isShown)).filter(hasAnything);
}

const fits = (columns, owners) => owners.some((owner) => columns.some((column) => column.owner === owner));

function onlyShown(block, scope, isShown) {
  if (!block.columns) return block;
  const columns = block.columns.map(({ owner, keys }) => ({ owner, keys: keys.filter((key) => isShown(key, scope[key])) }));
  return { columns: columns.filter((column) => column.keys.length > 0) };
}

const hasAnything = (block) => (block.columns ?? block.keys).length > 0;

/** Whether a player has the turn, where they play one after another. */
export const hasTurn = ({ view }, { phases = {} }, player) =>
  phases[view.phase]?.who === "in_turn" && !view.finished && view.turn === player;

/**
 * Whether a thing is shown now: what is never shown isn't, `filled` needs a card, `changed` another value, `turn` that its
 * player is `onTurn`.
 */
export function isShownNow(described, value, onTurn = true) {
  if (!described || described.shown === "never" || value === undefined) return false;
  if (described.shown === "turn" && !onTurn) return false;
  if (described.sort === "figure" && value === null) return false;
  if (described.shown === "filled") return described.sort === "zone" ? value.length > 0 : value !== null;
  if (described.shown === "changed") return JSON.stringify(value) !== JSON.stringify(described.starts ?? null);
  return true;
}

/** Whether a thing of the table is a mark beside the name of the player who holds it. */
export const isHeld = (described, value) => described?.of === "table" && described.as === "flag" && value?.player !== undefined;

/** The keys of the table's marks that a player holds. */
export const marksHeldBy = ({ view, description }, player) =>
  Object.keys(view.variables).filter((key) => {
    const [described, value] = [describedAs(description, splitKey(key).name), view.variables[key]];
    return isHeld(described, value) && value.player === player && isShownNow(described, value);
  });

const FIRST = ["score", "money"];

/** The keys of a player's values that the scores show: scores first, then money. */
export function scoreKeys(view, description) {
  const things = Object.values(view.players)[0] ?? {};
  const wanted = Object.keys(things).filter((key) => {
    const described = describedAs(description, splitKey(key).name);
    return described && described.sort !== "zone" && described.shown !== "never" && FIRST.includes(described.as);
  });
  const rank = (key) => FIRST.indexOf(describedAs(description, splitKey(key).name).as);
  return wanted.sort((one, other) => rank(one) - rank(other));
}

/** The player whose turn it is, where somebody else must choose meanwhile; null where no one has a turn. */
export function turnBeside(state, description) {
  const { turn } = state.view;
  return hasTurn(state, description, turn) && (state.waiting ?? []).some((player) => player !== turn) ? turn : null;
}

// What stands on the table, by the names that options have for it: so it is known which options can be picked there.

/**
 * The keys of all that the table draws for whoever sits there: cards (those of folded zones, too, as these open for an
 * option), zones, players, and of values and the names of columns those of the table and one's own.
 */
export function drawnKeys({ description, state, welcome }) {
  const players = Object.keys(state.view.players).map(Number);
  const keys = new Set(players.map((player) => keyOf({ player })));
  for (const player of [0, ...players]) {
    const near = player === 0 || player === welcome?.seat;
    const onTurn = player === 0 || hasTurn(state, description, player);
    for (const [name, value] of Object.entries(thingsOf(state.view, player))) {
      const described = describedAs(description, splitKey(name).name);
      if (!isShownNow(described, value, onTurn)) continue;
      if (described.sort === "zone") {
        keys.add(zoneKey(name, player));
        value.forEach((_, index) => keys.add(cardKey(name, player, index)));
      } else if (near && described.shown !== "folded") keys.add(valueKey(name, player));
      if (near && splitKey(name).owner !== null) keys.add(keyOfOwner(byOf(description, name), splitKey(name).owner));
    }
  }
  return keys;
}

const byOf = (description, name) => describedAs(description, splitKey(name).name).by ?? null;
