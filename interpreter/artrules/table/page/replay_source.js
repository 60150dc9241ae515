// Where the messages of a replay come from: the states of a game that is over, read from the server one block after the
// other, in order, because each says only what it adds to the log.
//
// It has the form of `source.js`, and tells the same messages: `welcome`, `description`, `pins`, `state`; and `replay`,
// `{at, last, rounds: [{round, at}]}`: after how many of all choices the state shown is, and where the rounds begin
// that have been read. `send({type: "go", to})` shows another state.
import { get } from "./lobby/http.js";
import { toldAlone } from "./news.js";

const BLOCK = 20; // states that are read at once; other tables wait meanwhile

export function connectReplay(address, onMessage, onConnection, read = get) {
  const { game, secret } = replayOf(address);
  const states = []; // each with its whole log
  let last = null; // the number of all choices, when it is known
  let wanted = 0;
  let closed = false;
  let reading = false;

  async function readOn() {
    if (reading) return;
    reading = true;
    try {
      while (!closed && (last === null || states.length <= last)) {
        const path = `/api/games/${encodeURIComponent(game)}/replay?from=${states.length}&count=${BLOCK}`;
        take(await read(path, secret));
      }
    } catch (error) {
      if (!closed) onConnection({ state: "ended", text: error.message, again: readOn });
    }
    reading = false;
  }

  function take(data) {
    if (closed) return;
    const first = states.length;
    if (last === null) begin(data);
    for (const state of data.states) {
      const log = [...(states.at(-1)?.log ?? []).slice(0, state.from), ...state.log];
      const news = state.log
        .filter(({ sort }) => sort !== "heading" && sort !== "ending")
        .map((line) => (line.player === state.chosen_by ? line.text : toldAlone(line)));
      states.push({ ...state, from: 0, log, news });
    }
    onConnection({ state: "open", text: "", again: readOn });
    if (wanted >= first && wanted < states.length) show();
    else tellWhere();
  }

  function begin(data) {
    last = data.last;
    onMessage({ type: "welcome", table: data.table, seats: data.seats, ...NOBODY });
    onMessage({ ...data.description, type: "description" });
    onMessage({ type: "pins", pins: data.pins });
  }

  function tellWhere() {
    onMessage({ type: "replay", at: wanted, last, rounds: roundsOf(states) });
  }

  function show() {
    tellWhere();
    if (wanted < states.length) onMessage({ ...states[wanted], type: "state", version: wanted });
  }

  function send(message) {
    if (message.type !== "go" || last === null) return;
    wanted = Math.max(0, Math.min(message.to, last));
    show();
    readOn();
  }

  onConnection({ state: "opening", text: "", again: readOn });
  readOn();
  return { send, close: () => (closed = true) };
}

const NOBODY = { mine: [], seat: null, host: false, open: true };

/** After how many choices each round begins: `[{round, at}]`. */
function roundsOf(states) {
  const begins = (state, at) => at === 0 || states[at - 1].view.round !== state.view.round;
  return states.map((state, at) => ({ round: state.view.round, at })).filter((_, at) => begins(states[at], at));
}

/** The game and the secret in the link of a replay. */
export function replayOf(address) {
  const words = new URLSearchParams(new URL(address).hash.slice(1));
  return { game: words.get("game") ?? "", secret: words.get("secret") ?? "" };
}
