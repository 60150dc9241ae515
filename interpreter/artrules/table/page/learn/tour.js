// A first game with a guide: what it is about, what lies where, and what one may do now, each at its place.

import { putBeside } from "../act/popovers.js";
import { optionsOf } from "../choices.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { preference } from "../preferences.js";
import { handOf } from "../shared.js";
import { Worded } from "../terms.js";
import { describedAs, scoreKeys, splitKey } from "../things.js";

// What a first game is told, step by step: from the description and a state alone.

const EXAMPLES = 3;

/**
 * The steps of a guide: {id, title, text, points, place}. `points` are lines of a list; `place` is a selector of what the
 * step is about, null for the whole table. `nameOf` gives a player's name; `lifts` is whether a tap lifts before a second
 * one chooses. What somebody may do now follows the state.
 */
export function stepsOf(store, nameOf, lifts) {
  const { description, state, welcome } = store;
  const others = Object.keys(state.view.players).map(Number).filter((player) => player !== welcome?.seat);
  const mine = state.view.players[welcome?.seat];
  return [
    { id: "aim", title: description.title, text: description.about || "This is the table.", place: null },
    mine && handOf(store).length > 0 && { id: "hand", title: "Your hand", text: "Rest on a card to read it whole: with the pointer, with a finger, or by the key i. What is new since your last choice has a dark bar at its left edge.", place: "#hand" },
    mine && { id: "mine", title: "Before you", text: "All that lies here is yours. Pick a pile to see what it holds.", place: "#mine" },
    others.length > 0 && { id: "players", ...playersStep(store), place: "#seats" },
    { id: "choose", ...chooseStep(store, nameOf, lifts), place: "#question, #prompt" },
    { id: "undo", title: "Not what you meant?", text: "Undo takes back your last choice, where nothing hidden has come to light since. The help (?) explains the words of this game, and shows this guide again.", place: "#undo, #help-button" },
  ].filter(Boolean);
}

function playersStep({ description, state }) {
  const titles = scoreKeys(state.view, description).map((key) => describedAs(description, splitKey(key).name).title);
  const beside = titles.length ? ` Beside each name: ${inWords(titles)}.` : "";
  return { title: "The players", text: `They sit here in order of turn.${beside} Pick a name to see everything that lies before that player.` };
}

function chooseStep({ state, welcome }, nameOf, lifts) {
  const options = optionsOf(state);
  const means = lifts ? "A tap lifts it, and buttons below say what it can do. A second tap takes its only option, or opens a menu of several. The last button lists all options in words." : "If it means several options, a menu opens there: choose in it.";
  if (!options.length) {
    const waits = (state.waiting ?? []).filter((player) => player !== welcome?.seat).map(nameOf);
    return { title: "What you may do", text: `When it is your turn, the question stands here${waits.length ? `; now ${inWords(waits)} must choose` : ""}. Then pick what is lit. ${means}` };
  }
  const about = options.filter((option) => option.about.length > 0).length;
  const lit = about ? "Pick what is lit" : "Press a button";
  const more = about && about < options.length ? ", or press a button" : "";
  return {
    title: "What you may do now",
    text: `“${state.offers[0].prompt}.” ${lit}${more}. ${about ? means : ""} You can:`,
    points: shortened(options.map(({ label }) => label)),
  };
}

function shortened(lines) {
  const different = [...new Set(lines)];
  return different.length > EXAMPLES ? [...different.slice(0, EXAMPLES - 1), `and ${different.length - EXAMPLES + 1} more`] : different;
}

const inWords = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join(""));

/** Whether somebody wants to be guided at games that they haven't played here. */
const wish = preference("tour", ["first", "never"]);
const START = "guide"; // the event by which the help asks for the guide

/** Has the guide begin again. */
export const guideMe = () => document.dispatchEvent(new Event(START));

export function Tour({ store, table, ui }) {
  const seen = preference(`tour ${store.description.title}`, ["no", "yes"]);
  const isFirst = () => table.seat !== null && !store.state.view.finished && wish.wanted() === "first" && seen.wanted() === "no";
  const [at, setAt] = useState(() => (isFirst() ? "offer" : null));
  const end = () => {
    seen.keep("yes");
    setAt(null);
    ui.showLit();
  };
  useEffect(() => {
    const begin = () => setAt(0);
    document.addEventListener(START, begin);
    return () => document.removeEventListener(START, begin);
  }, []);
  if (at === null) return null;
  if (at === "offer") return html`<${Offer} title=${store.description.title} begin=${() => setAt(0)} end=${end} never=${() => wish.keep("never") || end()} />`;
  const steps = stepsOf(store, table.playerName, table.frame.mode === "narrow");
  const step = steps[Math.min(at, steps.length - 1)];
  const next = () => (at < steps.length - 1 ? setAt(at + 1) : end());
  return html`<div class="guide-ground"></div>
    <${Step} key=${step.id} ...${{ step, at, count: steps.length, next, end, terms: table.description.terms }} back=${at > 0 ? () => setAt(at - 1) : null} />`;
}

/** The question of somebody's first game of a sort. */
function Offer({ title, begin, end, never }) {
  return html`<aside class="guide offer" aria-labelledby="guide-title">
    <h2 id="guide-title">Your first game of ${title}?</h2>
    <p>A guide shows what is what, and what you may do.</p>
    <p class="in-a-row">
      <button type="button" class="option gain" onClick=${begin}>Show me</button>
      <button type="button" class="option" onClick=${end}>No, thanks</button>
      <button type="button" class="link" onClick=${never}>Never ask</button>
    </p>
  </aside>`;
}

function Step({ step, at, count, next, back, end, terms }) {
  const box = useRef(null);
  const { title, text, points = [], place } = step;
  useLayoutEffect(() => {
    const root = box.current.closest(".table").parentElement;
    const element = place && [...root.querySelectorAll(place)].find((each) => each.checkVisibility?.() ?? true);
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
    element?.setAttribute("data-guided", "");
    const decides = [...root.querySelectorAll("#dock, #question, #hand [data-lit]")].filter((each) => each !== element);
    const put = () => (element ? putBeside(box.current, element, decides) : box.current.removeAttribute("style"));
    put();
    addEventListener("resize", put);
    return () => {
      removeEventListener("resize", put);
      element?.removeAttribute("data-guided");
    };
  });
  useEffect(() => box.current.querySelector(".next").focus({ preventScroll: true }), []);
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end();
  };
  return html`<section class=${place ? "guide beside" : "guide"} role="dialog" aria-modal="true" aria-labelledby="guide-title" aria-describedby="guide-text" ref=${box} onKeyDown=${keys}>
    <h2 id="guide-title">${title}</h2>
    <div id="guide-text">
      <p><${Worded} text=${text} terms=${terms} reached=${true} /></p>
      ${points.length > 0 && html`<ul>${points.map((line) => html`<li key=${line}><${Worded} text=${line} terms=${terms} reached=${true} /></li>`)}</ul>`}
    </div>
    <p class="in-a-row">
      ${back && html`<button type="button" class="option" onClick=${back}>Back</button>`}
      <button type="button" class="option gain next" onClick=${next}>${at === count - 1 ? "Play on" : "Next"}</button>
      <span class="quiet">${at + 1} of ${count}</span>
      ${at !== count - 1 && html`<button type="button" class="link" onClick=${end}>Leave the guide</button>`}
    </p>
  </section>`;
}
