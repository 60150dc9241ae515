// A first game with a guide: it says what is what, what one may do now, and what came of it, each at its place. The table
// can be used meanwhile.

import { putBeside } from "../act/popovers.js";
import { optionsOf } from "../choices.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { choicesOf } from "../motion/moves.js";
import { preference } from "../preferences.js";
import { handOf } from "../shared.js";
import { Worded } from "../terms.js";
import { describedAs, isShownNow, scoreKeys, splitKey, thingsOf } from "../things.js";

// What a first game is told, step by step: from the description and a state alone.

const MOST_AREAS = 6;
const MOST_TITLES = 6;

/**
 * The steps of a guide: {id, title, text, points, place}. `points` are lines of a list; `place` is a selector of what the
 * step is about, null for the whole table. `nameOf` gives a player's name. What somebody may do now, and what came of
 * it, follow the state.
 */
export function stepsOf(store, nameOf) {
  const { description, state, welcome } = store;
  const others = Object.keys(state.view.players).map(Number).filter((player) => player !== welcome?.seat);
  return [
    { id: "aim", title: description.title, text: description.about || "This is the table.", place: null },
    others.length > 0 && { id: "players", ...playersStep(store), place: "#seats" },
    ...areaSteps(store),
    ...mineSteps(store),
    { id: "turn", ...turnStep(store, nameOf), place: "#top" },
    { id: "choose", ...chooseStep(store, nameOf), place: "#question, #prompt" },
    { id: "unlit", title: "What isn't lit", text: "Pick any other card or thing to read it, and to learn why nothing can be done with it now.", place: "#hand, #board" },
    { id: "end", title: "That is all", text: "The log beside the table tells everything that happens. The help (?) explains the words of this game, and shows this guide again.", place: "#help-button" },
  ].filter(Boolean);
}

function playersStep({ description, state }) {
  const titles = scoreKeys(state.view, description).map((key) => describedAs(description, splitKey(key).name).title);
  const beside = titles.length ? ` Beside each name: ${inWords(titles)}.` : "";
  return { title: "The players", text: `They sit here in order of turn.${beside} Pick a name to see everything that lies before that player.` };
}

/** A step for each area of the table that shows something now. */
function areaSteps({ description, state }) {
  const scope = thingsOf(state.view, 0);
  return description.areas
    .filter((area) => area.of !== "player")
    .map((area) => ({ area, titles: titlesIn(area, scope, description) }))
    .filter(({ titles }) => titles.length > 0)
    .slice(0, MOST_AREAS)
    .map(({ area, titles }) => ({
      id: `area ${area.name}`,
      title: capital(area.title),
      text: "Here you find:",
      points: titles,
      place: `[data-area="${area.name}"]`,
    }));
}

function titlesIn(area, scope, description) {
  const keys = Object.keys(scope).filter((key) => area.things.includes(splitKey(key).name));
  const shown = keys.filter((key) => isShownNow(describedAs(description, splitKey(key).name), scope[key]));
  const names = area.things.filter((name) => shown.some((key) => splitKey(key).name === name));
  return shortened(names.map((name) => titleWithSteps(describedAs(description, name))));
}

/** A thing's title; where something is counted by a table, that it is. */
const titleWithSteps = (described) => (described.steps?.length ? `${described.title} (by the steps below it)` : described.title);

function mineSteps(store) {
  const { description, state, welcome } = store;
  const scope = state.view.players[welcome?.seat];
  if (!scope) return [];
  const inHand = handOf(store);
  const areas = description.areas.filter((area) => area.of === "player");
  const scored = new Set(scoreKeys(state.view, description).map((key) => splitKey(key).name));
  const titles = areas.flatMap((area) => titlesIn({ ...area, things: area.things.filter((name) => !inHand.includes(name) && !scored.has(name)) }, scope, description));
  return [
    titles.length > 0 && { id: "mine", title: "Before you", text: "What is yours:", points: shortened(titles), place: "#mine" },
    inHand.length > 0 && { id: "hand", title: "Your hand", text: "Rest on a card to read it whole: with the pointer, with a finger, or by the key i. A blue dot is on what is new since your last choice.", place: "#hand" },
  ].filter(Boolean);
}

function turnStep({ description, state, welcome }, nameOf) {
  const phase = description.phases?.[state.view.phase];
  const now = [state.view.round ? `This is round ${state.view.round}` : null, phase?.title].filter(Boolean).join(", ");
  const waits = (state.waiting ?? []).map((player) => (player === welcome?.seat ? "you" : nameOf(player)));
  const together = phase?.who === "all_at_once" ? " All play at the same time: nobody sees what the others choose before all are done." : "";
  const whom = waits.length ? ` The table waits for ${inWords(waits)}.` : "";
  return { title: "Whose turn", text: `${now || "Here it stands how far the game is"}.${together}${whom}` };
}

function chooseStep({ state, welcome }, nameOf) {
  const options = optionsOf(state);
  if (!options.length) {
    const waits = (state.waiting ?? []).filter((player) => player !== welcome?.seat).map(nameOf);
    return { title: "What you may do", text: `When it is your turn, the question stands here${waits.length ? `; now ${inWords(waits)} must choose` : ""}.` };
  }
  const about = options.filter((option) => option.about.length > 0).length;
  const lit = about ? "Pick what is lit on the table" : "Press a button";
  const more = about && about < options.length ? ", or press a button" : "";
  return {
    title: "What you may do now",
    text: `“${state.offers[0].prompt}.” ${lit}${more}. You can:`,
    points: shortened(options.map(({ label }) => label), 4),
  };
}

/** What came of a choice, in the words of the log: {title, text, points, place}; null while none has been made. */
export function outcomeOf(log, before, seat) {
  if (choicesOf(log, seat) <= choicesOf(before, seat)) return null;
  const news = log.slice(before.length).filter(({ sort, text }) => sort !== "heading" && text);
  return { id: "outcome", title: "What came of it", text: "The log tells:", points: shortened(news.map(({ text }) => text), 4), place: "#last-lines, #panels" };
}

function shortened(lines, most = MOST_TITLES) {
  const different = [...new Set(lines)];
  return different.length > most ? [...different.slice(0, most - 1), `and ${different.length - most + 1} more`] : different;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const inWords = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join(""));

/** Whether somebody wants to be guided at games that they haven't played here. */
const wish = preference("tour", ["first", "never"]);
const START = "guide"; // the event by which the help asks for the guide

/** Has the guide begin again. */
export const guideMe = () => document.dispatchEvent(new Event(START));

export function Tour({ store, table }) {
  const seen = preference(`tour ${store.description.title}`, ["no", "yes"]);
  const isFirst = () => table.seat !== null && !store.state.view.finished && wish.wanted() === "first" && seen.wanted() === "no";
  const [at, setAt] = useState(() => (isFirst() ? "offer" : null));
  const before = useRef(store.log);
  const end = () => {
    seen.keep("yes");
    setAt(null);
  };
  useEffect(() => {
    const begin = () => setAt(0);
    document.addEventListener(START, begin);
    return () => document.removeEventListener(START, begin);
  }, []);
  const steps = stepsOf(store, table.playerName);
  const outcome = at === null || at === "offer" ? null : outcomeOf(store.log, before.current, table.seat);
  useEffect(() => {
    if (at === null || at === "offer") before.current = store.log;
  });
  if (at === null) return null;
  if (at === "offer") return html`<${Offer} title=${store.description.title} begin=${() => setAt(0)} end=${end} never=${() => wish.keep("never") || end()} />`;
  const step = outcome ?? steps[Math.min(at, steps.length - 1)];
  const next = () => {
    if (outcome) {
      before.current = store.log;
      setAt(steps.length - 1);
    } else if (at < steps.length - 1) setAt(at + 1);
    else end();
  };
  return html`<${Step} key=${step.id} ...${{ step, at: outcome ? null : at, count: steps.length, next, end, terms: table.description.terms }} back=${at > 0 && !outcome ? () => setAt(at - 1) : null} />`;
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
    const decides = [...root.querySelectorAll("#dock, #question")].filter((each) => each !== element);
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
  return html`<section class=${place ? "guide beside" : "guide"} role="dialog" aria-labelledby="guide-title" aria-describedby="guide-text" ref=${box} onKeyDown=${keys}>
    <h2 id="guide-title">${title}</h2>
    <div id="guide-text">
      <p><${Worded} text=${text} terms=${terms} reached=${true} /></p>
      ${points.length > 0 && html`<ul>${points.map((line) => html`<li key=${line}><${Worded} text=${line} terms=${terms} reached=${true} /></li>`)}</ul>`}
    </div>
    <p class="in-a-row">
      ${back && html`<button type="button" class="option" onClick=${back}>Back</button>`}
      <button type="button" class="option gain next" onClick=${next}>${at === count - 1 ? "Play on" : "Next"}</button>
      <span class="quiet">${at !== null && `${at + 1} of ${count}`}</span>
      ${at !== count - 1 && html`<button type="button" class="link" onClick=${end}>Leave the guide</button>`}
    </p>
  </section>`;
}
