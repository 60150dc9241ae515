// What somebody wishes for a new game, as the form holds it and as the server gets it.

/** The wishes that a form begins with: the fewest players a table has, settings as the rules have them. */
export function firstWishes(ruleset) {
  const wishes = { ruleset: ruleset.name, players: 0, settings: {}, seed: "", seats: [], links: "each", open: false };
  return withPlayers(wishes, usualPlayers(ruleset.players), ruleset.bots);
}

// Two if a game is for two, else the fewest.
const usualPlayers = (counts) => (counts.includes(2) ? 2 : counts[0]);

/** The wishes for another number of players. The first seat is a person's; bots have those that come anew. */
export function withPlayers(wishes, players, bots) {
  const fresh = (index) => ({ name: "", bot: index > 0 && bots.length ? bots[0].name : null });
  const seats = Array.from({ length: players }, (_, index) => wishes.seats[index] ?? fresh(index));
  return { ...wishes, players, seats };
}

/** The wishes with another seat at a place. */
export function withSeat(wishes, index, change) {
  return { ...wishes, seats: wishes.seats.map((seat, place) => (place === index ? { ...seat, ...change } : seat)) };
}

/** The wishes with another value of a setting; null takes the one that the rules have. */
export function withSetting(wishes, name, value) {
  const { [name]: _, ...others } = wishes.settings;
  return { ...wishes, settings: value === null ? others : { ...others, [name]: value } };
}

/** What keeps a game from being set up so, as a sentence; empty if nothing does. */
export function problemOf(wishes) {
  if (wishes.seed.trim() && !/^\d{1,18}$/.test(wishes.seed.trim())) return "A seed is a whole number.";
  if (people(wishes) === 0 && !wishes.open) return "Somebody must play: give at least one seat to a person.";
  return "";
}

/** How many people have a seat. */
export const people = (wishes) => wishes.seats.filter((seat) => seat.bot === null).length;

/** The wishes as the server takes them. */
export function asRequest(wishes) {
  const { ruleset, players, settings, seed, seats, links, open } = wishes;
  const request = { ruleset, players, settings, links, open, seats: seats.map(seatRequest) };
  return seed.trim() ? { ...request, seed: Number(seed.trim()) } : request;
}

function seatRequest({ name, bot }) {
  const request = name.trim() ? { name: name.trim() } : {};
  return bot === null ? request : { ...request, bot };
}
