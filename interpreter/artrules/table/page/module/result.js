// How a game came out, as data for a page: each part of a score with its lines, the sides, and the tie-break in words.

import { Fault } from "./machine.js";

/** The result of a game that is over (docs/inside/page.md, A state); null while it goes on. */
export function resultOf(game) {
  if (!game.finished) return null;
  const { machine, clock } = game;
  const { n } = machine;
  const winners = playersIn(game, "find_result");
  const points = [...machine.memory.points]; // by part, then player
  const firsts = [...machine.memory.side_of.subarray(0, machine.players)];
  const scores = Array.from({ length: machine.players }, (_, player) => scoreOf(game, points, player));
  const sides = sidesOf(game, points, firsts, scores);
  const together = sides && sides.every(({ players, parts }) => players.every((player) => sameParts(scores[player - 1].parts, parts)));
  const alone = scores.map((_, player) => [player + 1]);
  return {
    winners,
    tie_break: tieBreak(game, winners),
    scores: (together ? sides.map(({ players }) => players) : alone).map((players) => ({ players, ...scores[players[0] - 1] })),
    stalled: clock[n.STALLED] !== 0,
    rounds: clock[n.ROUND_NUMBER],
    sides: (sides ?? scores.map(({ total }, player) => ({ players: [player + 1], total }))).map(({ players, total }) => ({ players, total })),
  };
}

/** Whether the round in progress is the last one as things stand, as far as everybody may know. */
export function isLastRound(game) {
  const { about, n } = game.machine;
  const round = game.clock[n.ROUND_NUMBER];
  if (!round || game.finished) return false;
  if (round === n.LAST_ROUND) return true;
  if (!about.open_end) return false;
  try {
    return game.atPhaseStart.load().ask("game_should_end") !== 0;
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    return false; // it is meant for the end of a round, and may fail before
  }
}

// The players in the list that a function gives, from 1.
function playersIn(game, name, ...numbers) {
  const machine = game.load();
  return machine.list(machine.ask(name, ...numbers)).map((player) => player + 1);
}

// What decided between players who were level: the last key that left out any of them; null where none did.
function tieBreak(game, winners) {
  let decided = null;
  game.about.winning_keys.forEach(({ text }, i) => {
    const tied = i ? playersIn(game, "find_level", i).sort((a, b) => a - b) : winners;
    if (tied.length > winners.length) decided = { text, tied };
  });
  return decided;
}

// The points of parts by label, in the order in which these come first.
function pointsByLabel(parts, points, players, player) {
  const byLabel = new Map();
  for (const [number, { label }] of parts)
    byLabel.set(label, (byLabel.get(label) ?? 0) + points[number * players + player]);
  return byLabel;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sameParts = (parts, points) => parts.length === points.size && parts.every(({ label, points: each }) => points.get(label) === each);

function scoreOf(game, points, player) {
  const { score } = game.about;
  const { players } = game.machine;
  const byLabel = pointsByLabel([...score.entries()], points, players, player);
  const parts = [...byLabel].map(([label, each]) => ({ label, points: each, lines: [] }));
  for (const [number, part] of score.entries()) {
    const { lines } = parts.find(({ label }) => label === part.label);
    lines.push(...(part.lines ? linesOf(game, number, player) : [{ label: part.label, points: points[number * players + player] }]));
  }
  return { total: sum([...byLabel.values()]), parts };
}

function linesOf(game, number, player) {
  const machine = game.load();
  const tokens = machine.tokens("write_score_lines", number, player);
  const scoreLines = [];
  for (let place = 0; place < tokens.length; place += 3 + tokens[place + 2]) {
    const [text] = machine.words.read(tokens.slice(place + 3, place + 3 + tokens[place + 2]), null);
    scoreLines.push({ label: text, points: tokens[place + 1] });
  }
  return scoreLines;
}

// The sides in the order of their first seats: their players, the points by label that these have together, and all that
// they have scored; null where content names no sides.
function sidesOf(game, points, firsts, scores) {
  const { score } = game.about;
  const { n, players: count } = game.machine;
  if (!n.HAS_SIDES) return null;
  const parts = [...score.entries()].filter(([, { of_side }]) => of_side);
  const together = scores.map((_, player) => pointsByLabel(parts, points, count, player));
  return [...new Set(firsts)].map((first) => {
    const players = firsts.flatMap((each, player) => (each === first ? [player + 1] : []));
    const own = players.map((player) => scores[player - 1].total - sum([...together[player - 1].values()]));
    const shared = together[players[0] - 1];
    return { players, parts: shared, total: sum([...shared.values()]) + sum(own) };
  });
}
