import { get } from "./lobby/http.js";
import { toldAlone } from "./log.js";

// Where the messages of a replay come from: the states of a game that is over, read from the server one block after the
// other, in order, because each says only what it adds to the log.
//
// It has the form of `source.js`, and tells the same messages: `welcome`, `description`, `pins`, `state`; and `replay`,
// `{at, last, rounds: [{round, at}]}`: after how many of all choices the state shown is, and where the rounds begin
// that have been read. `send({type: "go", to})` shows another state; `send({type: "step", by})` with 1 or -1 the next one or
// the one before, where a pause of the game counts as a state of its own.

const BLOCK = 20; // states that are read at once; other tables wait meanwhile

export function connectReplay(address, onMessage, onConnection, read = get) {
  const { game, secret } = replayOf(address);
  const states = []; // each with its whole log, and with its pauses
  let last = null; // the number of all choices, when it is known
  let wanted = 0;
  let pause = null; // which pause on the way to that state
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
      let had = states.at(-1)?.log ?? [];
      const whole = (each) => {
        const news = each.log
          .filter(({ sort }) => sort !== "heading" && sort !== "ending")
          .map((line) => (line.player === state.chosen_by ? line.text : toldAlone(line)));
        had = [...had.slice(0, each.from), ...each.log];
        return { ...each, from: 0, log: had, news };
      };
      const passed = (state.pauses ?? []).map((each) => whole({ ...each, chosen_by: state.chosen_by }));
      states.push({ ...whole(state), pauses: passed });
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
    const isBeginning = wanted === 0 && stops(0)[0] === pause;
    const isEnd = wanted === last && pause === null;
    onMessage({ type: "replay", at: wanted, last, isBeginning, isEnd, rounds: roundsOf(states) });
  }

  function show() {
    tellWhere();
    if (wanted >= states.length) return;
    const { pauses, ...state } = states[wanted];
    onMessage({ ...(pause === null ? state : pauses[pause]), type: "state", version: pause === null ? wanted : `${wanted}.${pause}` });
  }

  function send(message) {
    if (last === null) return;
    if (message.type === "step") step(message.by);
    else if (message.type === "go") [wanted, pause] = [Math.max(0, Math.min(message.to, last)), null];
    else return;
    show();
    readOn();
  }

  // What is seen of a choice: its pauses and then, as null, the state that it has led to.
  const stops = (at) => [...(states[at]?.pauses ?? []).keys(), null];

  function step(by) {
    const here = stops(wanted);
    const place = here.indexOf(pause) + by;
    if (place in here) pause = here[place];
    else if (wanted + by >= 0 && wanted + by <= last) {
      wanted += by;
      pause = stops(wanted).at(by > 0 ? 0 : -1);
    }
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
