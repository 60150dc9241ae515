// Where the messages of a page in a file come from: its worker. It stands in place of `source.js`, and has its form.
import { enter } from "./line.js";

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
