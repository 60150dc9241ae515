// The page begins here: the start page, a table, an invitation to one, or a finished game seen again, by the address.
import { html, render } from "./html.js";
import { showTheme, wantedTheme } from "./preferences.js";

const root = document.getElementById("page");

/** The parts of an address: which page it means. */
function pageOf(location) {
  if (location.pathname.startsWith("/table")) return "table";
  if (location.pathname.startsWith("/replay")) return "replay";
  if (location.pathname.startsWith("/join")) return "join";
  return "start";
}

async function begin() {
  showTheme(wantedTheme());
  root.textContent = "";
  const page = pageOf(location);
  if (page === "table") {
    const { TablePage } = await import("./table_page.js");
    render(html`<${TablePage} address=${location.href} edit=${(query) => import(`./edit/edit.js${query}`)} result=${(query) => import(`./result.js${query}`)} />`, root);
  } else if (page === "replay") {
    const { Replay } = await import("./replay.js");
    render(html`<${Replay} address=${location.href} />`, root);
  } else if (page === "join") {
    const { JoinPage } = await import("./lobby/join_page.js");
    render(html`<${JoinPage} address=${location.href} />`, root);
  } else {
    const { StartPage } = await import("./lobby/start_page.js");
    render(html`<${StartPage} address=${location.href} />`, root);
  }
}

// Another link opened in this tab may differ in its secret alone, for which a browser doesn't load the page again.
addEventListener("hashchange", () => location.reload());
begin();
