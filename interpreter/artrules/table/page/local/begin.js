// The first script of a file: it unpacks the page and the game, and begins. Whatever keeps it from that is said in words.
import { unpack } from "./packing.js";

const NEEDS = "This game needs a newer browser: one that knows WebAssembly, workers and current style sheets.";
const textOf = (id) => document.getElementById(id).textContent.trim();

function add(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  document.head.append(element);
}

try {
  const parts = unpack(textOf("packed-page"));
  const text = (name) => new TextDecoder().decode(parts.get(name));
  if (!globalThis.WebAssembly || !globalThis.Worker) throw new Error(NEEDS);
  add("style", text("style"));
  add("script", text("page"));
  globalThis.artrules.start(text("worker"), textOf("packed-game"), JSON.parse(textOf("pictures")), JSON.parse(text("game")));
} catch (error) {
  document.getElementById("page").textContent = error.message === NEEDS ? NEEDS : `${NEEDS} (${error.message})`;
}
