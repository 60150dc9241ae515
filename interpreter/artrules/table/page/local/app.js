// The page of a file begins here: what is packed in the file, the worker, and the page that an address means.
import { html, render } from "../html.js";
import { showTheme, wantedTheme } from "../preferences.js";
import { Replay } from "../replay.js";
import { TablePage } from "../table_page.js";
import { begin } from "./line.js";
import { wordsOf } from "./source.js";
import { FileStart } from "./start_page.js";

/** Shows the page that the address means, and another one when that changes. */
export function start(script, packed, pictures, game) {
  const root = document.getElementById("page");
  showTheme(wantedTheme());
  begin(script, packed, pictures, game.name);
  const show = () => {
    const address = location.href;
    const words = wordsOf(address);
    render(null, root);
    document.title = game.title;
    const page = words.has("table")
      ? html`<${TablePage} key=${address} address=${address} />`
      : words.has("game")
        ? html`<${Replay} key=${address} address=${address} />`
        : html`<${FileStart} key=${address} game=${game} play=${words.get("play")} />`;
    render(page, root);
    scrollTo(0, 0);
  };
  addEventListener("hashchange", show);
  show();
}
