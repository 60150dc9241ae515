// A first game with a guide: it says what is what, what one may do now, and what came of it, each at its place. The table
// can be used meanwhile.
import { putBeside } from "../act/beside.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { preference } from "../preferences.js";
import { Worded } from "../terms.js";
import { outcomeOf, stepsOf } from "./steps.js";

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
