// The menu at a thing that several options are about.
import { html, useLayoutEffect, useRef } from "../html.js";
import { menuOf, thingOf } from "../choices.js";
import { Worded } from "../terms.js";
import { elementOf, putBeside } from "./beside.js";

/**
 * One line for each of `options`, those that what is picked leaves, beside the thing that was picked last. Meanwhile the
 * other things that they are about are lit, and can be pointed at, too.
 */
export function Menu({ options, table, ui }) {
  const box = useRef(null);
  const key = ui.selected.at(-1);
  const root = () => box.current.closest(".table");
  useLayoutEffect(() => {
    putBeside(box.current, elementOf(root(), key), [...root().querySelectorAll("[data-lit]")]);
  });
  useLayoutEffect(() => box.current.querySelector("[role=menuitem]")?.focus({ preventScroll: true }), [ui.selected.join(" ")]);
  const { title, lines } = menuOf(options);
  const thing = thingOf(key);
  const close = () => {
    const opener = elementOf(root(), key);
    ui.clear();
    opener?.focus();
  };
  const move = (event) => {
    const items = [...box.current.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (to === undefined) return;
    else items.at(to % items.length).focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="menu beside" role="menu" aria-label=${title ?? "What to do with it"} ref=${box} onKeyDown=${move}>
    ${title && html`<p class="menu-title" aria-hidden="true">${title}</p>`}
    <div class="menu-lines">
      ${lines.map(({ option, words }) => html`<button
        key=${option.token}
        type="button"
        role="menuitem"
        tabindex="-1"
        data-token=${option.token}
        aria-label=${option.label}
        ...${ui.pointing(option)}
        onClick=${() => table.choose(option)}
      ><${Worded} text=${words} terms=${table.description.terms} /></button>`)}
    </div>
    ${thing.card && html`<button type="button" role="menuitem" tabindex="-1" class="reads" onClick=${() => ui.inspect(thing, elementOf(root(), key))}>Read this card</button>`}
  </div>`;
}
