// The line from the page of a file to its worker, and what the browser keeps: the records of games. In a file this module
// stands in place of `source.js`, `lobby/http.js` and `place.js`, and has what they export.

/** What a page in a file has around it: see `place.js`. */
export const hasServer = false;
export const home = "#";
/** Pictures of a page in a file are in its description, whole (`library.js`). */
export const picturesOf = () => "";

const KEY = "artrules game ";
const OPEN = "artrules open ";
const FULL = "This browser doesn't keep the game: when the page is closed, it is lost. The start page has a link to it.";

let worker = null;
let game = ""; // the name of the game that the file holds
const answers = new Map(); // by number what takes the answer to a question
const lines = new Map(); // by number what takes what a table says
let count = 0;

/** Starts the worker, whose script is a text, with what is packed for it, and pictures by their paths; `name` is that of the game. */
export function begin(script, packed, pictures, name) {
  game = name;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    const text = `The game can't be played in this browser: ${event.message ?? "no worker can be started"}.`;
    for (const { reject } of answers.values()) reject(new Error(text));
    for (const line of lines.values()) line.ended(text);
  };
  addEventListener("storage", changedElsewhere);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  worker.postMessage({ do: "begin", packed, pictures, records: storedRecords(), still });
}

function take({ id, data, error, line, message, ended, keep, record }) {
  if (id !== undefined) {
    const { resolve, reject } = answers.get(id);
    answers.delete(id);
    if (error === undefined) resolve(data);
    else reject(new Error(error));
  } else if (keep !== undefined) store(keep, record);
  else if (ended !== undefined) lines.get(line)?.ended(ended);
  else lines.get(line)?.message(message);
}

/** What a page asks a server for, as `lobby/http.js` does. */
export const get = (path) => ask(path, null);
export const post = (path, _secret, data) => ask(path, data);

// Asks the worker; what it answers. Throws an Error whose message is a sentence for people.
function ask(path, data) {
  const id = (count += 1);
  worker.postMessage({ do: "ask", id, path, data });
  return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
}

/** The messages of a table, as `source.js` gives them. */
export function connect(address, onMessage, onConnection) {
  let line = null;

  function open() {
    line?.close();
    onConnection({ state: "opening", text: "", again: open });
    line = enter(endpoint(address).secret, heard, (text) => onConnection({ state: "ended", text, again: open }));
  }

  function heard(message) {
    if (message.type === "welcome") onConnection({ state: "open", text: "", again: open });
    onMessage(message);
  }

  open();
  return { send: (message) => line.send(message), close: () => line.close() };
}

/** The table in the address of a page in a file. */
export const endpoint = (address) => ({ secret: wordsOf(address).get("table") ?? "" });

/** What stands behind the `#` of an address: `table`, `game` (a replay), `play` (a game in a link). */
export const wordsOf = (address) => new URLSearchParams(new URL(address).hash.slice(1));

// Comes to a table: `message` takes what it says, `ended` why it can't be played. Gives `{send, close}`.
function enter(table, message, ended) {
  const line = (count += 1);
  lines.set(line, { table, message, ended });
  takeOver(table);
  worker.postMessage({ do: "enter", line, table });
  return { send: (said) => worker.postMessage({ do: "hear", line, message: said }), close: () => leave(line) };
}

function leave(line) {
  lines.delete(line);
  worker.postMessage({ do: "leave", line });
}

// -- what the browser keeps

const prefix = () => `${KEY}${game} `;

const ELSEWHERE = "This game goes on in another window.";

// A game goes on in the window that has come to it last.
function takeOver(table, storage = browserStorage()) {
  try {
    storage.setItem(`${OPEN}${game}`, `${table} ${Math.random()}`);
  } catch {
    // then no other window can have the game, either
  }
}

// Another window of this browser has come to a game, or has kept or forgotten one that isn't open here.
function changedElsewhere({ key, newValue }) {
  if (key === `${OPEN}${game}`) {
    for (const [line, { table, ended }] of lines)
      if (newValue?.startsWith(`${table} `)) {
        leave(line);
        ended(ELSEWHERE);
      }
  } else if (key?.startsWith(prefix())) {
    const id = key.slice(prefix().length);
    if (![...lines.values()].some(({ table }) => table === id)) worker.postMessage({ do: "changed", id, record: newValue });
  }
}

// The records that the browser keeps, each as `[id, text]`. The worker sees whether they are good.
function storedRecords(storage = browserStorage()) {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage.key(index));
  return keys.filter((key) => key.startsWith(prefix())).map((key) => [key.slice(prefix().length), storage.getItem(key)]);
}

function store(id, record, storage = browserStorage()) {
  try {
    if (record === null) storage.removeItem(`${prefix()}${id}`);
    else storage.setItem(`${prefix()}${id}`, JSON.stringify(record));
  } catch {
    for (const line of lines.values()) line.message({ type: "refused", text: FULL });
  }
}

function browserStorage() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
