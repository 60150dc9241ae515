// What the page knows: one plain object, made anew from each message. Nothing here touches the page itself.

import { offeredIn } from "./choices.js";
import { behindCurtain } from "./curtain.js";
import { choicesOf, untilTurn, valuesChanged, withRefilled } from "./motion/moves.js";

/** Messages that tell what a seat may know: nothing of them is kept while nobody sits at a shared device. */
const OF_A_SEAT = new Set(["state", "why", "pins", "advice", "undo_asked"]);

/** The state of a page that hasn't heard anything yet. */
export function emptyStore() {
  return {
    connection: { state: "opening" },
    welcome: null,
    description: null,
    state: null,
    earlier: null,
    atLastChoice: null,
    meanwhile: null,
    read: null,
    changes: {},
    log: [],
    why: null,
    pins: [],
    refused: null,
    advice: null,
    undoAsked: null,
    leftOut: 0,
  };
}

/** The store after a message from the server. Messages of an unknown type change nothing. */
export function received(store, message) {
  if (behindCurtain(store) && OF_A_SEAT.has(message.type)) return store;
  switch (message.type) {
    case "welcome":
      return welcomed(store, message);
    case "description":
      return { ...store, description: message };
    case "state":
      return withState(store, message);
    case "seats":
      return store.welcome ? { ...store, welcome: { ...store.welcome, ...message } } : store;
    case "why":
      return { ...store, why: { ...store.why, ...message } };
    case "advice":
      return { ...store, advice: message };
    case "undo_asked":
      return { ...store, undoAsked: message.by === null ? null : message };
    case "refused":
      return refused(store, message);
    case "next":
      return { ...store, welcome: { ...store.welcome, next: true, nextBy: message.by } };
    case "pins":
      return { ...store, pins: message.pins };
    default:
      return store;
  }
}

/** Another seat means another view: nothing that the seat before saw may stay. */
function welcomed(store, message) {
  const same = store.welcome && store.welcome.seat === message.seat && store.welcome.table?.id === message.table?.id;
  const welcome = { waiting: store.welcome?.waiting, ...message };
  if (same) return { ...store, welcome, refused: null, undoAsked: null };
  return { ...emptyStore(), connection: store.connection, description: store.description, welcome };
}

/** The store once whoever sat here has stood up: nothing that they saw is left. */
export function stoodUp(store) {
  const { welcome, state, connection, description } = store;
  const waiting = (state?.waiting ?? []).filter((seat) => welcome.mine.includes(seat));
  return { ...emptyStore(), connection, description, welcome: { ...welcome, seat: null, waiting } };
}

/** What is refused to a question is its answer; all else is said above the table. */
function refused(store, { id, text }) {
  if (id === undefined) return { ...store, refused: text };
  if (behindCurtain(store)) return store;
  return { ...store, why: { id, text }, advice: { id, text, token: null, tried: [] } };
}

function withState(store, state) {
  const from = state.from ?? 0;
  const log = [...store.log.slice(0, from), ...(state.log ?? [])];
  const moved = !store.state || store.state.version !== state.version;
  const atLastChoice = viewAtLastChoice(store, state, log);
  return {
    ...store,
    state,
    log,
    earlier: moved ? store.state : store.earlier,
    atLastChoice,
    meanwhile: meanwhileWith(store, state, log, atLastChoice),
    read: readWith(store, state),
    changes: moved ? changesWith(store, state, log) : store.changes,
    refused: moved ? null : store.refused,
    why: moved ? null : store.why,
    advice: offeredIn(store.state) === offeredIn(state) ? store.advice : null,
    undoAsked: moved ? null : store.undoAsked,
    leftOut: moved && store.state ? pausesLeftOut(store.log, log, state) : 0,
  };
}

/** What somebody at a seat saw when they chose last, since the page is open. */
function viewAtLastChoice({ welcome, state: before, log: logBefore, atLastChoice }, state, log) {
  const seat = welcome?.seat ?? null;
  if (seat === null) return null;
  if (!before) return state.view;
  return withRefilled(choicesOf(logBefore, seat) === choicesOf(log, seat) ? atLastChoice : before.view, before.view, state.view);
}

/** What somebody had read where they went on last: {lines, view}, the number of lines of the log. What is taken back is told again. */
function readWith({ state: before, log, read }, { from = 0, view }) {
  if (before?.stands) return { lines: log.length, view: before.view };
  return read && from >= read.lines ? { ...read, view: withRefilled(read.view, before.view, view) } : null;
}

/** Between which views of somebody at a seat what is told before their turn happened: {then, now}. It stays during the turn. */
function meanwhileWith({ welcome, meanwhile }, { view: now }, log, then) {
  const inTurn = untilTurn(log, welcome?.seat).length < log.length;
  return then && (inTurn ? meanwhile ?? { then: now, now } : { then, now });
}

const MOST_KEPT = 3; // changes of a value that are remembered, and deeds of each
const DEEDS = new Set(["choice", "taken", "saying"]);

/**
 * The last changes of each value that this page has seen, by "player/key", the newest last: {line, round, before, after,
 * deeds}, where `deeds` are the lines of the log that came with it, from the number `line` on. What is taken back goes with
 * its lines.
 */
function changesWith({ state: earlier, log: logBefore, changes }, state, log) {
  if (!earlier) return changes;
  const line = state.from ?? 0;
  if (log.at(-1)?.kind === "undone" && line < log.length) {
    return Object.fromEntries(Object.entries(changes).map(([id, list]) => [id, list.filter((each) => each.line < line)]));
  }
  const news = newsSince(logBefore, log);
  const all = news.filter(({ sort }) => DEEDS.has(sort));
  const choices = all.filter(({ sort }) => sort === "choice");
  const deeds = (all.length > MOST_KEPT && choices.length ? choices : all.length ? all : news).slice(-MOST_KEPT);
  const fresh = valuesChanged(earlier.view, state.view).map(({ id, before, after }) => [id, [...(changes[id] ?? []), { line, round: deeds.at(-1)?.round ?? state.view.round, before, after, deeds }].slice(-MOST_KEPT)]);
  return { ...changes, ...Object.fromEntries(fresh) };
}

/** Whether a state is one at a pause of the game, not at a stop of the page's own. */
export const isGamePause = ({ pause, stop }) => (pause ?? null) !== null && !stop;

/** How many pauses of the game the log tells of that the page wasn't sent between two states. */
function pausesLeftOut(before, log, state) {
  const pausesIn = (entries) => entries.filter(({ sort }) => sort === "pause").length;
  return Math.max(0, pausesIn(log) - pausesIn(before) - (isGamePause(state) ? 1 : 0));
}

/** The log lines that a state brought which the state before it didn't have. */
export function newsSince(before, log) {
  const shared = Math.min(before.length, log.length);
  let same = 0;
  while (same < shared && (before[same] === log[same] || before[same].text === log[same].text)) same += 1;
  return log.slice(same);
}
