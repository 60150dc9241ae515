// The lower edge of a narrow screen: the question, the hand, and what can be chosen are always there. All else is a sheet
// that comes up over the table and goes again.
import { Ask } from "./act/popovers.js";
import { filtered, isClosing, matching, openersOf, optionsOf, thingOf } from "./choices.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Advice } from "./why.js";
import { Buttons, Chips, Filter, Groups, Question, Since, controlsOf } from "./side.js";
import { Pause } from "./pace.js";
import { Explained, termsIn } from "./terms.js";

const FEW = 3; // options of a lifted thing that all stand there as buttons
const MANY = 6; // options of a list, more of which are found by typing

/** What is asked, the hand (`children`), and what can be chosen: with what is lifted, or at all. */
export function Dock({ store, table, ui, children }) {
  const { pause, offers = [] } = store.state;
  const groups = useRef({ asked: "", openers: [] }); // what stood there while the same was asked
  const asked = offers.map(({ player, prompt }) => `${player} ${prompt}`).join();
  if (asked && groups.current.asked !== asked) groups.current = { asked, openers: [] };
  if ((pause ?? null) !== null) {
    return html`<section id="dock" aria-label="Your choice">
      <${Pause} text=${pause} terms=${table.description.terms} ...${ui.pause}><${Since} ...${{ store, table }} /><//>
      ${children}
    </section>`;
  }
  return html`<section id="dock" aria-label="Your choice">
    <${Question} ...${{ store, table }} />
    <${Since} ...${{ store, table }} />
    ${children}
    <${Choice} ...${{ store, table, ui, groups: groups.current }} />
  </section>`;
}

/** The row of buttons, and all that can be done, or all of one sort, in a sheet, which is open for as long as the same is
 * offered. */
function Choice({ store, table, ui, groups }) {
  const [open, setOpen] = useState({ for: null, key: null });
  const options = optionsOf(store.state);
  const controls = rowOf(options, store, groups);
  const lifted = ui.selected.length > 0;
  const shown = lifted ? (ui.among ?? matching(options, ui.selected)) : options;
  const needsList = shown.length > (lifted ? FEW : 1) || termsIn(shown.map(({ label }) => label), table.description.terms).length > 0;
  const openList = (key = null) => setOpen({ for: ui.offered, key });
  const { title, options: listed } = groups.openers.find(({ key }) => key === open.key) ?? { title: "All you can do", options: shown };
  const list = needsList && html`<button type="button" id="open-list" aria-haspopup="dialog" onClick=${() => openList()}>${shown.length > 1 ? `All ${shown.length} options` : "1 option"}</button>`;
  return html`
    <div id="options" class=${lifted ? "lifted" : ""} role="group" aria-label="Your options">
      ${lifted
        ? html`<${Lifted} ...${{ shown, store, table, ui }} />${list}`
        : html`<${Row} ...${{ controls, store, table, ui, openList }}>${list}<//>`}
    </div>
    ${open.for === ui.offered && html`<${List} ...${{ options: listed, title, store, table, ui }} close=${() => setOpen({ for: null, key: null })} />`}
    ${ui.asking && html`<${Sheet} title="Before you go on" close=${ui.goBack}><${Ask} ...${{ table, ui }} /><//>`}
  `;
}

/** What stands in the row: buttons for what stands nowhere on the table, its chips, what opens lists of what is on the table
 * or its only option, and what ends or declines something. `groups` keep what opens lists while the same is asked. */
function rowOf(options, store, groups) {
  const { buttons, chips } = controlsOf(store);
  const placed = [...buttons, ...chips.flatMap((chip) => chip.options)].map(({ token }) => token);
  const others = options.filter((each) => !isClosing(each) && !placed.includes(each.token));
  groups.openers = openersOf(others, groups.openers);
  const openers = options.length && groups.openers.length > 1 ? groups.openers : [];
  const single = !openers.length && others.length === 1 ? others : [];
  return { buttons: [...buttons.filter((each) => !isClosing(each)), ...single], chips, openers, closing: options.filter(isClosing) };
}

/** What can be done with what is lifted, and a way to read it. */
function Lifted({ shown, store, table, ui }) {
  const thing = thingOf(ui.selected.at(-1));
  return html`
    <div class="few"><${Buttons} options=${shown.length > FEW ? [] : shown} ...${{ store, table, ui }} /></div>
    <button type="button" class="reads" onClick=${() => ui.inspect(thing)}>Read</button>
  `;
}

/** All of it; what ends or declines something is the last, at the right: the first place is that of what is done. */
function Row({ controls: { buttons, chips, openers, closing }, store, table, ui, openList, children }) {
  const inOneTap = { ...table, point: (key) => takenAtOnce(chips, key, table) };
  return html`
    <${Buttons} options=${buttons} ...${{ store, table, ui }} />
    <${Chips} chips=${chips} table=${inOneTap} ui=${ui} />
    ${openers.length > 0 && html`<div class="buttons">
      ${openers.map(({ key, title, options }) => html`<button type="button" class="option opener" key=${key} aria-haspopup="dialog" disabled=${!options.length} onClick=${() => openList(key)}>
        ${title} …
      </button>`)}
    </div>`}
    <div class="closing"><${Buttons} options=${closing} ...${{ store, table, ui }} />${children}</div>
  `;
}

/** A chip is a button already: with one option it needs no lifting. */
function takenAtOnce(chips, key, table) {
  const { options } = chips.find((each) => each.key === key);
  if (options.length === 1) table.choose(options[0]);
  else table.point(key);
}

/** Options in words, and which a bot would take. */
function List({ options, title, store, table, ui, close }) {
  const shown = filtered(options, ui.typed);
  return html`<${Sheet} title=${title} close=${close}>
    <${Advice} ...${{ store, ui }} />
    ${options.length > MANY && html`<${Filter} ui=${ui} />`}
    <${Groups} options=${shown} draw=${(some) => html`<${Buttons} options=${some} ...${{ store, table, ui }} />`} />
    <${Explained} texts=${shown.map(({ label }) => label)} terms=${table.description.terms} />
  <//>`;
}

/** A window that comes up from below, over at most 60 % of the screen. Escape, ✕ and a tap beside it close it. */
function Sheet({ id = "sheet", title, close, children }) {
  const box = useRef(null);
  useEffect(() => {
    const opener = document.activeElement;
    box.current.querySelector(".close").focus({ preventScroll: true });
    return () => opener?.isConnected && opener.focus({ preventScroll: true });
  }, []);
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return html`<div class="sheet-ground" onClick=${(event) => event.target === event.currentTarget && close()}>
    <section id=${id} class="sheet" role="dialog" aria-modal="true" aria-label=${title} ref=${box} onKeyDown=${keys}>
      <h2>${title}</h2>
      <button type="button" class="close" aria-label="Close" onClick=${close}>✕</button>
      <div class="sheet-body">${children}</div>
    </section>
  </div>`;
}

/** The panels beside the table: a sheet, where `panels` has {open, toggle}; else they stand below the table. */
export function PanelSheet({ panels, children }) {
  if (!panels) return html`<section id="panels" aria-label="Beside the table">${children}</section>`;
  return panels.open && html`<${Sheet} id="panels" title="Beside the table" close=${panels.toggle}>${children}<//>`;
}
