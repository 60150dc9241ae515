// The lower edge of a narrow screen: the question, the hand, and what can be chosen are always there. All else is a sheet
// that comes up over the table and goes again.
import { Ask } from "./act/popovers.js";
import { filtered, grouped, matching, optionsOf, thingOf } from "./choices.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Advice } from "./learn/advice.js";
import { Buttons, Chips, Question, Since, controlsOf, keyOfOption } from "./side.js";
import { Pause } from "./pace.js";
import { Explained, termsIn } from "./terms.js";

const FEW = 3; // options of a lifted thing that all stand there as buttons
const MANY = 6; // options of a list, more of which are found by typing

/** What is asked, the hand (`children`), and what can be chosen: with what is lifted, or at all. */
export function Dock({ store, table, ui, children }) {
  const { pause } = store.state;
  if ((pause ?? null) !== null) {
    return html`<section id="dock" aria-label="Your choice">
      <${Pause} text=${pause} terms=${table.description.terms} ...${ui.pause}><${Since} ...${{ store, table }} /><//>
      ${children}
    </section>`;
  }
  return html`<section id="dock" aria-label="Your choice">
    <${Question} ...${{ store, table }} />
    <${Since} ...${{ store, table }} withDeeds=${true} />
    ${children}
    <${Choice} ...${{ store, table, ui }} />
  </section>`;
}

/** The row of buttons, and all that can be done in a sheet, which is open for as long as the same is offered. */
function Choice({ store, table, ui }) {
  const [openFor, setOpenFor] = useState(null);
  const options = optionsOf(store.state);
  const lifted = ui.selected.length > 0;
  const shown = lifted ? (ui.among ?? matching(options, ui.selected)) : options;
  const needsList = shown.length > (lifted ? FEW : 1) || termsIn(shown.map(({ label }) => label), table.description.terms).length > 0;
  return html`
    <div id="options" class=${lifted ? "lifted" : ""} role="group" aria-label="Your options">
      ${lifted ? html`<${Lifted} ...${{ shown, store, table, ui }} />` : html`<${Row} ...${{ options, store, table, ui }} />`}
      ${needsList && html`<button type="button" id="open-list" aria-haspopup="dialog" onClick=${() => setOpenFor(ui.offered)}>All ${shown.length}</button>`}
    </div>
    ${openFor === ui.offered && html`<${List} ...${{ options: shown, store, table, ui }} close=${() => setOpenFor(null)} />`}
    ${ui.asking && html`<${Sheet} title="Before you go on" close=${ui.goBack}><${Ask} ...${{ table, ui }} /><//>`}
  `;
}

/** What can be done with what is lifted, and a way to read it. */
function Lifted({ shown, store, table, ui }) {
  const thing = thingOf(ui.selected.at(-1));
  return html`
    <div class=${shown.length > FEW ? "fitting" : "few"}><${Buttons} options=${shown} ...${{ store, table, ui }} /></div>
    <button type="button" class="reads" onClick=${() => ui.inspect(thing)}>Read</button>
  `;
}

/** Buttons for what stands nowhere on the table, its chips, as many of all others as fit whole, and what ends or declines
 * something last of all: the first place is that of what is done with a lifted thing. */
function Row({ options, store, table, ui }) {
  const { buttons, chips } = controlsOf(store);
  const closes = ({ ends, declines }) => ends || declines;
  const placed = [...buttons, ...chips.flatMap((chip) => chip.options)].map(({ token }) => token);
  const others = options.filter((each) => !closes(each) && !placed.includes(each.token));
  const inOneTap = { ...table, point: (key) => takenAtOnce(chips, key, table) };
  return html`
    <${Buttons} options=${buttons.filter((each) => !closes(each))} ...${{ store, table, ui }} />
    <${Chips} chips=${chips} table=${inOneTap} ui=${ui} />
    <div class="fitting"><${Buttons} options=${others} ...${{ store, table, ui }} /></div>
    <${Buttons} options=${options.filter(closes)} ...${{ store, table, ui }} />
  `;
}

/** A chip is a button already: with one option it needs no lifting. */
function takenAtOnce(chips, key, table) {
  const { options } = chips.find((each) => each.key === key);
  if (options.length === 1) table.choose(options[0]);
  else table.point(key);
}

/** All options in words, and which a bot would take. */
function List({ options, store, table, ui, close }) {
  const shown = filtered(options, ui.typed);
  return html`<${Sheet} title="All you can do" close=${close}>
    <${Advice} ...${{ store, ui }} />
    ${options.length > MANY && html`<input
      id="filter"
      type="text"
      autocomplete="off"
      aria-label="Find an option: type its number or its words"
      placeholder="Type to find an option"
      value=${ui.typed}
      onInput=${(event) => ui.type(event.currentTarget.value)}
    />`}
    ${grouped(shown).map((group) => html`<div class="option-group" key=${keyOfOption(group.options[0])}>
      ${group.title && html`<h3 class="group-title">${group.title}</h3>`}
      <${Buttons} options=${group.options} ...${{ store, table, ui }} />
    </div>`)}
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
