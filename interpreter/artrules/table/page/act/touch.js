// What somebody does at the table, by clicks, keys and drags alike: pick, choose, ask why; and what opens while they do:
// a menu, a card to be read, a large card under the mouse.

import { listenToDrags, placeAround, placesOf } from "./drag.js";
import { Menu, WhyHere, putBeside } from "./popovers.js";
import { Detail, ReadCard } from "../cards/card.js";
import { gainsBeside, keyOf, liftedAt, litBy, matching, optionsOf, pointedAt, targetsOf, thingOf } from "../choices.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { flash, wantsStillness } from "../motion/flight.js";
import { isSeen, unbracketed } from "../motion/moves.js";
import { nameForMe } from "../names.js";
import { describedAs, splitKey, thingsOf } from "../things.js";
import { questionNumber } from "../why.js";
import { litKey, valueInWords } from "../zone.js";

export function Touch({ store, table, ui }) {
  const here = useRef(null);
  const now = useRef(null);
  const options = ui.selected.length ? ui.among ?? matching(optionsOf(store.state), ui.selected) : [];
  now.current = { store, table, ui, places: [] };
  useLayoutEffect(() => {
    const places = isNarrow(table) && options.length ? placesOf(document, targetsOf(options, ui.selected.at(-1))) : [];
    now.current.places = places;
    for (const [element, , meant] of places) {
      element.dataset.drop = "";
      if (meant.length === 1 && !("lit" in element.dataset)) element.dataset.means = meant[0].label;
    }
    return () => places.forEach(([{ dataset }]) => delete dataset.drop && delete dataset.means);
  });
  useEffect(() => {
    const root = here.current.closest(".table");
    const click = (event) => pointAt(event, now.current);
    const first = (event) => passOverNew(event, now.current) || dropAt(event, now.current);
    root.addEventListener("click", click);
    root.addEventListener("click", first, true);
    const drags = listenToDrags(root, {
      targets: (key) => targetsOf(optionsOf(now.current.store.state), key),
      drop: (key, target, options) => now.current.ui.drop(key, target, options),
    });
    return () => {
      root.removeEventListener("click", click);
      root.removeEventListener("click", first, true);
      drags.end();
    };
  }, []);
  const { inspected } = ui;
  const parts = { store, table, ui };
  return html`<div class="touch" ref=${here}>
    ${options.length > 0 && (ui.menu || !isNarrow(table)) && html`<${Menu} options=${options} ...${parts} />`}
    ${inspected && (inspected.thing.card ? html`<${Detail} key=${inspected.key} ...${parts} />` : html`<${WhyHere} key=${inspected.key} ...${parts}>${inspected.thing.value && html`<${ValueNow} place=${inspected.thing.value} ...${parts} />`}<//>`)}
    ${!inspected && !ui.selected.length && html`<${Preview} ...${parts} />`}
  </div>`;
}

/** What a value is, what it was when whoever looks chose last, and what came with its last changes. */
function ValueNow({ place: [key, player], store, table }) {
  const { state: { view }, atLastChoice: then } = store;
  const [now, before] = [view, then].map((each) => each && valueInWords(thingsOf(each, player)[key], table));
  const since = then && (before === now ? "It was the same when you chose last." : `It was ${before} when you chose last.`);
  const changes = (store.changes?.[`${player}/${key}`] ?? []).toReversed();
  return html`<p>It is <b>${now}</b>. ${since}</p>
    ${changes.length > 0 && html`<ul class="causes">
      ${changes.map(({ line, round, before: was, after, deeds }) => html`<li key=${line}>
        <b>${changeInWords(was, after, table)}</b>${round ? ` in round ${round}` : ""}${deeds.length > 0 && `: ${deedsInWords(deeds, store.welcome)}`}
      </li>`)}
    </ul>`}`;
}

/** A change of a value: of a number by how much, of anything else from what to what. */
function changeInWords(before, after, table) {
  if (typeof before === "number" && typeof after === "number") return after > before ? `+${after - before}` : `−${before - after}`;
  return `${valueInWords(before, table)} → ${valueInWords(after, table)}`;
}

/** Lines of the log in a row, each player named once; what stands in brackets there is told all the same. */
function deedsInWords(deeds, welcome) {
  const told = deeds.map(({ player, sort, text }, at) => {
    const isNamed = player && sort !== "heading" && deeds[at - 1]?.player !== player;
    return `${isNamed ? `${nameForMe(welcome, player)}: ` : ""}${unbracketed(text)}`;
  });
  return told.join("; ");
}

const isNarrow = ({ frame }) => frame?.mode === "narrow";

/** A tap on a place where what is lifted may go does what dragging it there does; a lit thing there means itself. */
function dropAt(event, { places, ui }) {
  const [, key, meant] = (!event.target.closest("[data-lit]") && placeAround(event.target, places)) || [];
  if (!key) return;
  event.stopPropagation();
  ui.drop(ui.selected.at(-1), key, meant);
}

const CONTROLS = "button, a, input, select, textarea, summary, [role=menu], [role=dialog], [role=alertdialog]";

/** A click where no control is: it points at the thing there, opens all of a player, as on a count of their cards, asks
 * about the thing, or closes what is open; what a finger has lifted stays so at another thing. */
function pointAt({ target }, { table, ui }) {
  if (target.closest(CONTROLS) || !target.closest(".left")) return;
  const element = target.closest("[data-key], [data-value], [data-zone], [data-player]");
  const thing = element && thingShown(element);
  if (element?.dataset.lit !== undefined) table.point(element.dataset.key);
  else if (ui.inspected || (ui.selected.length && !(thing && isNarrow(table)))) ui.clear();
  else if (thing?.player !== undefined && !table.anyLit.has(keyOf(thing))) {
    if (element.matches(".plate") || target.closest(".player-name")) ui.spotlight(thing.player); // the ground before oneself means nothing
  } else if (thing?.zone && element.matches(".plate-count") && table.plan.plates[thing.zone[1]]?.opens) ui.spotlight(thing.zone[1]);
  else if (thing && !element.querySelector("[data-lit]")) table.inspect(thing, element); // between cards that can be chosen nothing is meant
}

/** The thing that an element shows. */
function thingShown({ dataset: { key, value, zone, owner, player } }) {
  if (key !== undefined) return thingOf(key);
  if (value !== undefined) {
    const [of, ...name] = value.split("/");
    return { value: [name.join("/"), Number(of)] };
  }
  return zone !== undefined ? { zone: [zone, Number(owner)] } : { player: Number(player) };
}

// What came under a pointer just now isn't taken by a click there, which meant what was there before.

const CHOOSABLE = "[data-token], [data-lit], #advise";
const JUST_NOW = 400; // milliseconds
const A_WHILE = 1200; // the same, where the last click ended or declined something
const NEAR = 40; // pixels around that click
const FAR = 16; // pixels from which something has come from elsewhere
const came = new WeakMap(); // when elements came to where they are
let clicked = null; // where the last click was
let ended = null; // where the last click was that ended or declined something: {x, y}

/** What can be chosen inside `root`: the rectangles of elements. */
export const choosable = (root) => new Map([...root.querySelectorAll(CHOOSABLE)].map((each) => [each, each.getBoundingClientRect()]));

/** Notes what has come since something else was `before`. */
export function noteNew(root, before) {
  for (const [element, { left, top }] of choosable(root)) {
    const was = before.get(element);
    if (!was || Math.hypot(was.left - left, was.top - top) > FAR) came.set(element, performance.now());
  }
}

/** Such a click only shows what it met: a thing is picked, a button flashes. So does a second click of a double click that
 * meets something else, or what ends or declines, and a click too many where something was ended just before. Those of keys
 * and programs have no detail, and always count. */
function passOverNew(event, { ui }) {
  const here = event.target.closest(CHOOSABLE);
  const closes = here?.matches(".ends, .declines");
  const isAgain = closes && ended && Math.hypot(ended.x - event.clientX, ended.y - event.clientY) < NEAR;
  const [isSame, isNew] = [here?.contains(clicked), performance.now() - came.get(here) < (isAgain ? A_WHILE : JUST_NOW)];
  clicked = event.target;
  const passed = here && event.detail && (isNew || (event.detail > 1 && (!isSame || closes)));
  if (here && !passed) ended = closes ? { x: event.clientX, y: event.clientY } : null;
  if (!passed) return false;
  event.stopPropagation();
  if (here.dataset.key) ui.pick(here.dataset.key, here.dataset.place);
  else if (!wantsStillness()) flash(here);
  return true;
}

// What somebody does at a table: picks things, chooses, reads, and asks why something isn't possible.

/** What holds as long as the same is offered: things that are picked,
 *  where of equal cards it was, by keys, whether their menu is open where they are lifted first, words that are typed, what is read, what is asked. */
export const UNTOUCHED = { selected: [], spots: {}, among: null, menu: false, typed: "", finding: false, inspected: null, asking: null };

/** What is still agreed to be left: gains, by their words, that somebody has been asked about and that are still there. */
export const stillAgreed = (agreed, options) => agreed.filter((label) => options.some((option) => option.gain && option.label === label));

/** The card at a place of a view, null where none is seen. */
export const cardAt = (view, [zone, player, index]) => thingsOf(view, player)[zone]?.[index] ?? null;

/** What the person at `table`, a component with the state UNTOUCHED, `agreed`, and the element `root`, can do. */
export function deedsOf(table) {
  const { state: store, send } = table.props;
  const options = optionsOf(store.state);
  const take = (option) => {
    table.setState(UNTOUCHED);
    if (document.activeElement?.id === "filter") document.activeElement.blur(); // so that keys mean the table again
    send({ type: "choose", token: option.token });
  };
  const choose = (option) => {
    const gains = gainsBeside(options, option).filter(({ label }) => !table.state.agreed.includes(label));
    if (gains.length) table.setState({ ...UNTOUCHED, asking: { option, gains } });
    else take(option);
  };
  const lifts = () => table.lastFrame?.mode === "narrow";
  const point = (key, spot = key) => {
    const { selected: before, spots, menu: isOpen } = table.state;
    const isOther = before.at(-1) === key && (spots[key] ?? key) !== spot;
    const { selected, chosen, menu = false } = isOther ? { selected: before } : (lifts() ? liftedAt : pointedAt)(options, before, key);
    if (chosen) choose(chosen);
    else if (menu && isOpen) table.setState(UNTOUCHED);
    else table.setState({ ...UNTOUCHED, selected, menu, spots: { ...spots, [key]: spot } });
  };
  const inspect = (thing, element) => {
    const card = thing.card ? cardAt(store.state.view, thing.card) : null;
    const lit = litBy(options);
    const key = (thing.card && litAs(store, thing.card, lit)) ?? keyOf(thing);
    const question = questionNumber();
    const possible = lit.has(key);
    const asks = !possible && !thing.value && mayAsk(store);
    if (!possible && !asks && !thing.card && !thing.value) return; // there is nothing to say
    table.opener = element ?? document.activeElement;
    const { selected, spots } = lifts() ? table.state : UNTOUCHED;
    table.setState({ ...UNTOUCHED, selected, spots, inspected: { thing, card, key, question: asks ? question : null } });
    if (asks) send({ type: "why", id: question, thing });
  };
  return {
    choose,
    point,
    pick: (key, place) => table.setState({ ...UNTOUCHED, selected: [key], spots: { [key]: place ? `card ${place}` : key } }),
    inspect,
    clear: () => table.setState(UNTOUCHED),
    type: (typed) => table.setState({ typed }),
    opener: () => (table.opener?.isConnected ? table.opener : null),
    closeDetail: () => {
      table.setState({ inspected: null });
      table.opener?.focus?.();
    },
    /** Something was dragged to a place: what is meant there is chosen, or asked. */
    drop: (key, target, meant) => {
      if (meant.length === 1) choose(meant[0]);
      else table.setState({ ...UNTOUCHED, selected: [key], among: meant, menu: true });
    },
    goBack: () => table.setState({ asking: null }),
    endAnyway: () => {
      const { option, gains } = table.state.asking;
      table.setState(({ agreed }) => ({ agreed: [...agreed, ...gains.map(({ label }) => label)] }));
      take(option);
    },
    /** What a control of an option shows of it while somebody points at the control: the things that it is about. */
    pointing: (option) => {
      const keys = option.about.map(keyOf);
      const [show, hide] = [() => table.show(keys), () => table.show([])];
      return { "data-about": JSON.stringify(keys), onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide };
    },
  };
}

/** The key by which options name a card, or an equal one of a zone without order. */
function litAs({ description, state }, [zone, player, index], lit) {
  const cards = thingsOf(state.view, player)[zone] ?? [];
  const { order } = describedAs(description, splitKey(zone).name) ?? {};
  return litKey({ card: cards[index] ?? null, indices: [index] }, zone, player, cards, order, lit);
}

const mayAsk = ({ welcome, state }) => welcome?.mine?.length > 0 && !state.view.finished;

// A card to be read while a mouse rests on it, where it doesn't say all that is printed on it.

const REST = 450; // milliseconds that a mouse rests on a card before it is shown large

function Preview({ store, table }) {
  const [shown, setShown] = useState(null);
  const box = useRef(null);
  const here = useRef(null);
  useEffect(() => {
    let timer = null;
    const leave = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const point = (event) => {
      leave();
      const element = event.target.closest?.(".left .card[data-place]");
      if (element && event.pointerType === "mouse" && !event.buttons) timer = setTimeout(() => setShown(element), REST);
    };
    const listeners = { pointerover: point, pointerdown: leave, keydown: leave, scroll: leave };
    const root = here.current.closest(".table");
    for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener, true);
    };
  }, []);
  const card = shown?.isConnected ? cardAt(store.state.view, placeOf(shown)) : null;
  const says = isSeen(card) && mustBeRead(shown);
  useLayoutEffect(() => {
    if (says) putBeside(box.current, shown, [...here.current.closest(".table").querySelectorAll("[data-lit]")]);
  });
  return html`<div class="preview-holder" ref=${here}>
    ${says && html`<div class="preview beside" aria-hidden="true" ref=${box}>
      <${ReadCard} card=${card} table=${table} />
    </div>`}
  </div>`;
}

/** The place that a card's element stands for: [zone, player, index]. */
function placeOf({ dataset: { place } }) {
  const words = place.split(" ");
  return [words.slice(0, -2).join(" "), ...words.slice(-2).map(Number)];
}

const WHOLE = new Set(["playing", "money"]); // templates that say all at each size

/** Whether a card doesn't say all that there is to say of it: a large one has a mark then. */
const mustBeRead = (element) =>
  element.querySelector(".more") !== null || (element.dataset.size !== "large" && !WHOLE.has(element.dataset.template));
