// What opens at a thing of the table, placed beside it and wholly inside the window: the menu of what can be done with
// it, what an end leaves undone, why nothing can be done.

import { matching, menuOf, optionsOf, thingOf } from "../choices.js";
import { html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { Worded } from "../terms.js";
import { describedAs, splitKey, titleOfOwner } from "../things.js";
import { AnswerText } from "../why.js";

const GAP = 6;
const EDGE = 8;

/**
 * The corner for a box of `size` {width, height} beside the rectangle `thing`, in a window of `room` {width, height}:
 * {left, top}. It is below, above, to the right or to the left of the thing: the first that covers least of `others`,
 * rectangles that must stay in sight, and of the thing itself.
 */
export function placeBeside(size, thing, room, others = []) {
  const { width, height } = size;
  const corners = [
    [thing.left, thing.bottom + GAP],
    [thing.left, thing.top - height - GAP],
    [thing.right + GAP, thing.top],
    [thing.left - width - GAP, thing.top],
  ].map(([left, top]) => ({ left: within(left, width, room.width), top: within(top, height, room.height) }));
  const cost = (corner) => {
    const box = { ...corner, right: corner.left + width, bottom: corner.top + height };
    return 4 * shared(box, thing) + others.reduce((sum, other) => sum + shared(box, other), 0);
  };
  const costs = corners.map(cost);
  return corners[costs.indexOf(Math.min(...costs))];
}

const within = (start, length, room) => Math.max(EDGE, Math.min(start, room - length - EDGE));

/** The area that two rectangles share. */
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Puts a box beside an element; `others` are elements that it had better not cover. */
export function putBeside(box, element, others = []) {
  if (!box || !element) return;
  const rect = (each) => each.getBoundingClientRect();
  const corner = placeBeside(rect(box), rect(element), { width: innerWidth, height: innerHeight }, others.map(rect));
  box.style.left = `${corner.left}px`;
  box.style.top = `${corner.top}px`;
}

/** The element that shows a thing with a key, inside `root`: the first that can be seen; null where none does. */
function elementOf(root, key) {
  const all = [...root.querySelectorAll("[data-key]")].filter((each) => each.dataset.key === key);
  return all.find((each) => each.checkVisibility?.() ?? true) ?? null;
}

// The menu at a thing that several options are about.

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
      ><${Worded} text=${words} terms=${table.description.terms} description=${table.description} /></button>`)}
    </div>
    ${thing.card && html`<button type="button" role="menuitem" tabindex="-1" class="reads" onClick=${() => ui.inspect(thing, elementOf(root(), key))}>Read this card</button>`}
  </div>`;
}

// Before something ends, the question whether what costs nothing is really to be left.

/** What could still be had, what ends it anyway, and the way back. `ui.asking` is {option, gains}. */
export function Ask({ table, ui }) {
  const { option, gains } = ui.asking;
  const first = useRef(null);
  useEffect(() => first.current?.focus(), [option.token]);
  return html`<div id="ask" role="alertdialog" aria-labelledby="ask-title" onKeyDown=${(event) => event.key === "Escape" && ui.goBack(event)}>
    <h3 id="ask-title">You can still:</h3>
    ${gains.map((gain, at) => html`<button key=${gain.token} ref=${at ? null : first} type="button" class="option gain" data-token=${gain.token} onClick=${() => table.choose(gain)}>
      <span class="label">${gain.label}</span>
    </button>`)}
    <button type="button" class="option" data-token=${option.token} onClick=${ui.endAnyway}><span class="label">${option.label} anyway</span></button>
    <button type="button" class="option declines" onClick=${ui.goBack}><span class="label">Go back</span></button>
  </div>`;
}

// What can be done with a thing that is no card, and why nothing can, or what it is: a window beside it.

/** A window beside what has opened it. A heading in it has its name with `-title`. */
export function Beside({ name, id, ui, children }) {
  const box = useRef(null);
  useLayoutEffect(() => putBeside(box.current, ui.opener()));
  useEffect(() => box.current.querySelector(".close").focus({ preventScroll: true }), []);
  return html`<section id=${id} class=${`${name} beside`} role="dialog" aria-labelledby=${`${name}-title`} ref=${box}>
    <button type="button" class="close" aria-label="Close" onClick=${ui.closeDetail}>✕</button>
    ${children}
  </section>`;
}

export function WhyHere({ store, table, ui, children }) {
  const { thing, key } = ui.inspected;
  const possible = matching(optionsOf(store.state), [key]);
  return html`<${Beside} name="why-here" ui=${ui}>
    <h2 id="why-here-title"><${Worded} text=${titleOf(thing, table)} terms=${table.description.terms} reached=${true} /></h2>
    ${children}
    <${Possible} ...${{ options: possible, table }} />
    <${Answer} store=${store} ui=${ui} />
  <//>`;
}

/** What can be done with a thing: a button for each option. */
export function Possible({ options, table }) {
  if (!options.length) return null;
  const { terms } = table.description;
  return html`<h3>You can</h3><ul class="possible">
    ${options.map((option) => html`<li key=${option.token}><button type="button" class="option" data-token=${option.token} onClick=${() => table.choose(option)}>
      <span class="label"><${Worded} text=${option.label} terms=${terms} description=${table.description} /></span>
    </button></li>`)}
  </ul>`;
}

/** Why nothing can be done with it, where that was asked. */
export function Answer({ store, ui }) {
  const { question } = ui.inspected;
  const answer = question !== null && store.why?.id === question ? store.why.text : null;
  return html`<div class="why-card" role="status">
    ${answer ? html`<${AnswerText} text=${answer} description=${store.description} />` : question !== null && html`<p class="quiet">…</p>`}
  </div>`;
}

/** What a thing is called. */
function titleOf(thing, table) {
  if (thing.player !== undefined) return table.playerName(thing.player);
  if (thing.member) return titleOfOwner(table.description, ...thing.member);
  if (thing.number !== undefined) return String(thing.number);
  const [key, player] = thing.zone ?? thing.value;
  const { name, owner } = splitKey(key);
  const described = describedAs(table.description, name);
  const words = [described?.title ?? name, owner !== null && titleOfOwner(table.description, described?.by ?? null, owner)];
  return [...words, player > 0 && table.playerName(player)].filter(Boolean).join(" · ");
}
