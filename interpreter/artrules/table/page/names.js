// What people at a table are called: rules know players by numbers, texts get the names of people.

/** What a player is called: the name of who sits there, else the number of the seat. Players count from 1. */
export function nameOf(welcome, player) {
  const seat = welcome?.seats?.find((each) => each.seat === player);
  return seat?.name || `Player ${player}`;
}

/** Whether a player is the one person who reads this page. Several may share a device. */
export function isMe(welcome, player) {
  return welcome?.seat === player && !(welcome.mine?.length > 1);
}

/** The name of a player as this page's person reads it: `You` for themselves. */
export function nameForMe(welcome, player) {
  return isMe(welcome, player) ? "You" : nameOf(welcome, player);
}

/** The same in few words: without what stands behind a name in brackets, unless somebody else is called so. */
export function briefNameForMe(welcome, player) {
  const called = (each) => plainName(nameForMe(welcome, each));
  const isShared = welcome?.seats?.some(({ seat }) => seat !== player && called(seat) === called(player));
  return isShared ? nameForMe(welcome, player) : called(player);
}

/** What one of `players` may be called, from long to short: none of the others is called so. */
export function formsOf(welcome, players, player) {
  const forms = (each) => [(name) => name, plainName, (name) => name.split(" ")[0], initials].map((form) => form(nameOf(welcome, each)));
  const others = players.filter((each) => each !== player);
  const alone = forms(player).filter((text, at) => at === 0 || !others.some((each) => forms(each)[at] === text));
  return [...alone, initials(nameOf(welcome, player)).slice(0, 1) + player];
}

/** The first letters of a name's words. */
const initials = (name) => (plainName(name).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word[0]).join("").slice(0, 3).toUpperCase();

/** A name without what stands behind it in brackets. */
const plainName = (name) => name.replace(/ *\([^)]*\)$/, "");

/** Several names in a row: `Ann, Ben and Cleo`. */
export function namesOf(welcome, players) {
  return listed(players.map((player) => nameOf(welcome, player)));
}

/** Texts in a row, the last after `and`. */
export function listed(texts) {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** What people call a bot by the text that names it, such as `search:time=0.5`. */
export function botCalled(bots, text) {
  const name = text.split(":")[0];
  return bots?.find((bot) => bot.name === name)?.title || name;
}

/** A bot where people choose one: what it is called, and how it plays. */
export const botTitle = ({ name, title, plays }) => `${title || name}${plays ? `: ${plays}` : ""}`;

// What the rules call `player 2` is called Ben at this table. Texts come with numbers; here they get the names.

const PLAYER = /\bplayer (\d+)\b/gi;

/** What puts names into a text. Seats that nobody has named keep their numbers. */
export function naming(welcome) {
  const names = new Map((welcome?.seats ?? []).map(({ seat, name }) => [`${seat}`, name]));
  return (text) => text.replace(PLAYER, (said, number) => nameFor(said, number, names.get(number)));
}

const nameFor = (said, number, name) => (!name || name.startsWith(`Player ${number}`) ? said : name);

/** A text that somebody wrote, with numbers in place of names, as the rules know players. */
export function unnamed(welcome, text) {
  const named = (welcome?.seats ?? []).filter(({ seat, name }) => name && !name.startsWith(`Player ${seat}`));
  const longestFirst = named.sort((one, other) => other.name.length - one.name.length);
  return longestFirst.reduce((said, { seat, name }) => withNumber(said, name, seat), text);
}

function withNumber(text, name, seat) {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "giu"), `player ${seat}`);
}

/** What gives members in a text the capitals of their titles: rules write all names small. */
export function capitals(description) {
  const titles = new Map();
  for (const members of Object.values(description?.members ?? {})) {
    for (const [name, { title }] of Object.entries(members)) {
      const words = name.replaceAll("_", " ");
      if (title !== words && title.toLowerCase() === words) titles.set(words, title);
    }
  }
  const longestFirst = [...titles.keys()].sort((one, other) => other.length - one.length);
  const name = new RegExp(`\\b(?:${longestFirst.join("|")})\\b`, "g");
  return titles.size ? (text) => text.replace(name, (said) => titles.get(said)) : (text) => text;
}

const TEXTS = new Set(["label", "text", "prompt", "pause", "card", "aside"]); // what is read, of all that messages hold

/** What makes the store with names in all texts of it. What hasn't changed since the last call stays the same object:
 *  so the page sees what is new. */
export function namer() {
  let last = { names: null, description: null };
  let renamed, change;
  return (store) => {
    const names = JSON.stringify((store.welcome?.seats ?? []).map(({ name }) => name));
    if (names !== last.names || store.description !== last.description) {
      last = { names, description: store.description };
      renamed = new WeakMap();
      const name = naming(store.welcome);
      const titled = capitals(store.description);
      change = (text, of) => name(TEXTS.has(of) ? titled(text) : text);
    }
    const named = (part) => {
      if (!part) return part;
      if (!renamed.has(part)) renamed.set(part, everywhere(part, change));
      return renamed.get(part);
    };
    const parts = ["state", "log", "why", "earlier", "atLastChoice", "meanwhile", "changes", "advice", "undoAsked"].map((part) => [part, named(store[part])]);
    return { ...store, refused: store.refused && change(store.refused, "text"), ...Object.fromEntries(parts) };
  };
}

// The same data with every text in it changed, by the key that it stands at. Keys and places in the data stay.
function everywhere(data, change, at = null) {
  if (typeof data === "string") return at === "token" ? data : change(data, at);
  if (Array.isArray(data)) return data.map((each) => everywhere(each, change));
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, everywhere(value, change, key)]));
}

export function winnersIn({ winners, sides }, welcome) {
  if (!winners.length) return "Nobody wins";
  const names = listed(winners.map((player) => nameForMe(welcome, player)));
  const together = sides.some(({ players }) => winners.every((player) => players.includes(player)));
  if (winners.length > 1) return together ? `${names} win together` : `${names} share the win`;
  return isMe(welcome, winners[0]) ? "You win" : `${names} wins`;
}
