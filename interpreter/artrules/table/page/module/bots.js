// Bots, which know what their seat knows and nothing else: they think in the machine of a game and leave the game as it
// was. With the same seed and the same number of iterations or samples they choose what artrules chooses. Thinking takes
// a while, so a page lets them think in a worker.

import { Fault } from "./machine.js";

/** What a bot does at a decision, given the indices of this, gives the index of an option. By name, weakest first. */
export const BOTS = {
  uniform: uniformly,
  rules: (game, place, seed) => hinted(game, place, nextSeed(game, place, seed, "bot rules")).option,
  greedy: (game, place, seed) => greedy(game, place, nextSeed(game, place, seed, "bot greedy")).option,
  search: (game, place, seed, budget) => search(game, place, nextSeed(game, place, seed, "bot search"), budget).option,
};

/**
 * The index of the option that a bot chooses at a decision. Each choice has a seed of its own, which follows from the
 * game's, the seat, and how often the seat has chosen. `budget` is what `search` takes.
 */
export function botOption(game, bot, place, budget) {
  const { player, rows } = game.decisions[place];
  if (rows.length === 1) return 0;
  const chosen = game.past.filter(({ moment, choice }) => moment.decisions[choice[0]].player === player).length;
  const seed = game.machine.streamKey(game.seed, player + 1, `bot's choice ${chosen + 1}`) >> 11n;
  return BOTS[bot](game, place, seed, budget);
}

const nextSeed = (game, place, seed, purpose) => game.machine.streamKey(seed, game.decisions[place].player + 1, `${purpose} 1`) >> 11n;

// Any option, all equally likely (docs/inside/machine.md, Randomness).
function uniformly(game, place, seed) {
  const { player, rows } = game.decisions[place];
  const key = game.machine.streamKey(seed, player + 1, "bot uniform");
  const bound = BigInt(rows.length);
  for (let counter = 1n; ; counter++) {
    const value = mixed(key + counter * 0x9e3779b97f4a7c15n);
    if (value < (1n << 64n) - ((1n << 64n) % bound)) return Number(value % bound);
  }
}

function mixed(bits) {
  const short = (number) => BigInt.asUintN(64, number);
  let x = short(bits);
  x = short((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = short((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}

// -- thinking: each gives the index of an option, and by option how often it was tried and what it brought on average,
// from 0 to 1; by hints, how much it is liked

/** Compares options with a tree below each, by so many `iterations`, or for so many `seconds`. */
export function search(game, place, seed, { iterations = null, seconds = null, horizon = game.about.thinking?.horizon } = {}) {
  return compare(game, place, seed, { tries: seconds === null ? (iterations ?? 400) : null, seconds, horizon, deep: 1 });
}

/** Tries each option in so many samples, the same for all, with playouts of at least `horizon` choices. */
export function greedy(game, place, seed, { samples, horizon = game.about.thinking?.horizon } = {}) {
  const { fewest_samples: fewest, most_samples: most, tries } = game.about.thinking ?? {};
  const options = game.decisions[place].rows.length;
  const count = samples ?? Math.max(fewest, Math.min(most, Math.floor(tries / options)));
  return compare(game, place, seed, { tries: count * options, horizon, deep: 0 });
}

function compare(game, place, seed, { tries, seconds, horizon, deep }) {
  return think(game, place, seed, true, (machine) => {
    const end = performance.now() + 1000 * (seconds ?? 0);
    const rounds = machine.call("begin_comparing");
    const tryOptions = (count) => {
      const last = Math.min(machine.get("sample_number") + count, machine.n.MOST_ITERATIONS);
      for (let made; (made = machine.get("sample_number")) < last; )
        try {
          machine.call("try_options", last - made, horizon, deep);
        } catch (problem) {
          if (!(problem instanceof Fault)) throw problem; // a sample that breaks off counts as made
        }
      return last < machine.n.MOST_ITERATIONS;
    };
    for (let further = rounds - 1; further >= 0; further--) {
      const now = performance.now();
      if (tries !== null) tryOptions(1 + Math.floor((tries - 1) / (rounds * machine.get("options_left"))));
      else for (const until = now + (end - now) / (further + 1); tryOptions(1) && performance.now() < until; );
      machine.call("drop_options", further);
    }
    return machine.call("best_left");
  });
}

/** Takes what content's hints like best, judged in so many samples. */
export function hinted(game, place, seed, { samples = 2 } = {}) {
  return think(game, place, seed, false, (machine, player) => {
    machine.memory.think_key[0] = BigInt.asIntN(64, machine.streamKey(seed, player, "think"));
    return machine.call("choose_by_hints", samples);
  });
}

function think(game, place, seed, plays, how) {
  const { machine } = game;
  const { player, rows } = game.decisions[place];
  if (rows.length === 1) return { option: 0, visits: [0], values: [plays ? 0.5 : 0] };
  game.takeUp(game.moment, 0);
  machine.set("logging", 0);
  machine.call("keep_root");
  machine.exports.seed_thinking(BigInt(seed), player);
  const { thinking } = machine.about;
  if (thinking) {
    machine.memory.usual.set(thinking.usual);
    machine.memory.weights.set(thinking.weights.map(BigInt));
  }
  machine.call("begin_thinking", player);
  const option = Math.max(0, how(machine, player));
  const { option_node, node_visits, node_reward } = machine.memory;
  const nodes = [...option_node.subarray(0, rows.length)];
  const [one, untried] = plays ? [machine.n.FULL_REWARD, 0.5] : [1, 0];
  const value = (node) => (node_visits[node] ? node_reward[node] / node_visits[node] / one : untried);
  return { option, visits: nodes.map((node) => node_visits[node]), values: nodes.map(value) };
}
