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

/** What makes the store with names in all texts of it. What hasn't changed since the last call stays the same object:
 *  so the page sees what is new. */
export function namer() {
  let seats = null;
  let made = new WeakMap();
  return (store) => {
    const key = JSON.stringify((store.welcome?.seats ?? []).map(({ name }) => name));
    if (key !== seats) [seats, made] = [key, new WeakMap()];
    const name = naming(store.welcome);
    const named = (part) => {
      if (!part) return part;
      if (!made.has(part)) made.set(part, everywhere(part, name));
      return made.get(part);
    };
    const parts = ["state", "log", "why", "earlier", "advice", "undoAsked"].map((part) => [part, named(store[part])]);
    return { ...store, refused: store.refused && name(store.refused), ...Object.fromEntries(parts) };
  };
}

// The same data with every text in it changed. Keys and places in the data stay.
function everywhere(data, change) {
  if (typeof data === "string") return change(data);
  if (Array.isArray(data)) return data.map((each) => everywhere(each, change));
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, key === "token" ? value : everywhere(value, change)]));
}
