// Taking choices back: only while nobody has learned anything by them. What people can learn is what a page shows them:
// no option and no entry names a card to people who can't see it. So this compares what seats see, the random numbers
// drawn, and the cards that lie hidden.

import { listed } from "../names.js";
import { viewOf } from "./view.js";

/**
 * Takes back the last choice of a seat (from 1), and says so in the log. At an open table it is the last choice of any of
 * `people`, and everything that came after it; so it is where all others have agreed. Gives null, or why it can't be.
 */
export function takeBack(game, seat, { open = false, agreed = false, people = [seat] } = {}) {
  const last = lastChoice(game, open ? people : [seat]);
  if (last < 0) return "you have chosen nothing yet";
  const before = game.before(last);
  const [place, option] = game.choices[last];
  const chooser = before.decisions[place].player + 1;
  const apart = !open && !agreed && inSamePhase(before, game); // then what others have chosen stays
  const others = apart ? game.ids.slice(last + 1) : [];
  if (!open && !agreed) {
    const refusal = refusalOf(before, game, seat, others);
    if (refusal) return refusal;
  }
  const { entry_kinds } = game.about;
  const choice = game.log.entries.findLast(({ kind, player }) => entry_kinds[kind].sort === "choice" && player === chooser);
  const sentence = (label) => label && `takes back: ${label}${agreed ? ", as all have agreed" : ""}`;
  const texts = {
    text: sentence(choice.label || choice.text),
    own: sentence(before.label(place, option, 1 << (chooser - 1))),
    public: sentence(labelForOthers(before, place, option)),
    apart: {}, // a seat that saw more of it than others reads what all others do
  };
  const entry = { ...choice, ...texts, kind: "undone", asOthersRead: "undone", label: "" };
  game.backTo(last);
  for (const id of others) game.choose(...game.withId(id));
  game.note(entry);
  return null;
}

/** The number of the last choice of one of some seats (from 1); -1 for none. */
export function lastChoice(game, seats) {
  return game.past.findLastIndex(({ moment, choice: [place] }) => seats.includes(moment.decisions[place].player + 1));
}

// Why what a seat chose can't be taken back; null where it can. `later` are the ids of what others chose at the same time,
// which must be possible without it.
function refusalOf(before, now, seat, later) {
  const apart = inSamePhase(before, now);
  const other = apart ? null : revealedChoice(before, now, seat);
  if (other !== null) return `you have read what player ${other} chose after it`;
  const reason = learned(before, now, seat, apart);
  if (reason) return reason;
  const trial = before.copy();
  for (const id of later)
    try {
      trial.choose(...trial.withId(id));
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem;
      return `what player ${id.split(":")[0]} has chosen since follows from it`;
    }
  return null;
}

// What somebody has learned between two positions of a game; null for nothing. In a phase that all play at once others see
// nothing of it before the phase ends, so what they did doesn't matter there.
function learned(before, now, seat, apart) {
  if (String(drawn(before, apart ? seat : null)) !== String(drawn(now, apart ? seat : null))) return "chance has been used since";
  const seats = apart ? [seat] : Array.from({ length: now.machine.players }, (_, i) => i + 1);
  for (const each of seats) {
    const seen = visibleCards(before, each);
    const cards = new Set([...visibleCards(now, each)].filter((card) => !seen.has(card)));
    if (cards.size) return `${each === seat ? "you have" : `player ${each} has`} seen ${cardsInWords(labelsFor(now, cards, seat))}`;
  }
  return movedHiddenCards(before, now, seat, apart) ? "cards that you can't see have been moved since" : null;
}

const MOST_NAMED = 3; // cards that a refusal names

function cardsInWords(labels) {
  if (!labels.length) return "a card that lay hidden before";
  return `${listed(labels.length > MOST_NAMED ? [...labels.slice(0, MOST_NAMED), "others"] : labels)}, which lay hidden before`;
}

// What those of some cards are called, in alphabetical order, of which a seat knows where they lie.
function labelsFor(game, cards, seat) {
  const { zones, players } = viewOf(game, seat - 1);
  const isZone = (name) => name.split("[")[0] in game.machine.about.zone_forms;
  const contents = [zones, ...Object.values(players)].flatMap((things) => Object.entries(things).flatMap(([name, value]) => (isZone(name) ? value : [])));
  return [...new Set(contents.filter((card) => cards.has(card?.id)).map(({ card }) => card))].sort();
}

// Another player of whose choice the seat has read between two positions; null for none.
function revealedChoice(before, now, seat) {
  const counts = new Map();
  const keyOf = (entry) => JSON.stringify(entry);
  for (const entry of before.log.readBy(seat)) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  for (const entry of now.log.readBy(seat)) {
    const count = counts.get(keyOf(entry)) ?? 0;
    if (count) counts.set(keyOf(entry), count - 1);
    else if (now.about.entry_kinds[entry.kind].sort === "choice" && entry.player !== seat) return entry.player;
  }
  return null;
}

// -- comparing positions

// Whether both belong to the same phase that all play at once, or to the same question that several are asked at once.
function inSamePhase(before, now) {
  if (!before.isSimultaneous || !now.isSimultaneous || before.log.openFrom !== now.log.openFrom) return false;
  return phaseStart(before) === phaseStart(now);
}

// What lay on the table when the phase began, as text.
function phaseStart(game) {
  const machine = game.load();
  const { regions } = machine.about;
  const ofStart = Object.entries(regions).filter(([name, { kept }]) => kept === "POSITION" && name.startsWith("then_"));
  return ofStart.map(([name, { used, room }]) => machine.memory[name].subarray(0, used ? machine.get(used) : room).join()).join(";");
}

// How many numbers were drawn from each stream of chance: those of one player, or all.
function drawn(game, player) {
  const { memory, players } = game.load();
  const counters = [...memory.drawn];
  return player === null ? counters : counters.filter((_, i) => i % (players + 1) === player);
}

class Scene {
  constructor(game) {
    const machine = game.load();
    machine.ask("write_sights");
    this.sights = machine.memory.sights.slice();
    this.zones = machine.about.zones.map((_, zone) => machine.cardsIn(zone));
  }

  seenIn(zone, seat) {
    return this.zones[zone].filter((card) => (this.sights[card] >> (seat - 1)) & 1);
  }
}

// The cards that a seat sees; those of others as they lay when the phase began, if all play it at once.
function visibleCards(game, seat) {
  const then = new Scene(game.atPhaseStart);
  const now = game.isSimultaneous ? new Scene(game) : then;
  const { player_of_zone: owner } = game.machine.memory;
  return new Set(now.zones.flatMap((_, zone) => ([0, seat].includes(owner[zone]) ? now : then).seenIn(zone, seat)));
}

// Whether a card that a seat couldn't see has left its zone or its place among such cards.
function movedHiddenCards(before, now, seat, onlyOwn) {
  const { player_of_zone: owner } = before.machine.memory;
  const [here, there] = [new Scene(before), new Scene(now)];
  const zones = [...here.zones.keys()].filter((zone) => !onlyOwn || owner[zone] === seat);
  const seen = new Set(zones.flatMap((zone) => here.seenIn(zone, seat)));
  const hidden = new Set(zones.flatMap((zone) => here.zones[zone]).filter((card) => !seen.has(card)));
  const among = (scene, zone) => scene.zones[zone].filter((card) => hidden.has(card)).join();
  return zones.some((zone) => among(here, zone) !== among(there, zone));
}

// What everybody may read of an option that is taken back: it names only cards that all could see before it was chosen, in
// a phase that all play at once before that began. Empty for an option that declines.
function labelForOthers(game, place, option) {
  const { machine } = game;
  if (game.decisions[place].branch(option).declines) return "";
  let tokens = game.labelTokens(place, option);
  if (game.isSimultaneous) {
    const { sights } = new Scene(game.atPhaseStart);
    tokens = machine.words.resighted(tokens, (card) => sights[card]);
  }
  return machine.words.read(tokens, machine.outsiders)[0];
}
