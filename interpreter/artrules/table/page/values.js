// Variables and figures: numbers, scores, money, tracks with their steps, and flags, in words.
import { litProperties } from "./act/lit.js";
import { valueKey } from "./choices.js";
import { html } from "./html.js";
import { titleOfOwner } from "./things.js";

/** A value in words: players by their names, members by their titles. */
export function valueInWords(value, table) {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length ? value.map((each) => valueInWords(each, table)).join(", ") : "none";
  if (typeof value !== "object") return String(value);
  if (value.player !== undefined) return table.playerName(value.player);
  if (value.member) return titleOfOwner(table.description, ...value.member);
  return String(value.card ?? "");
}

/**
 * One value with its title. `id` is "player/key", by which a change of it is found and shown. `form` is full or short
 * (with a short title), with the steps of a track; line, without them; or cell, where the title stands elsewhere.
 */
export function Value({ described, value, id, form = "full", table }) {
  const as = described.as;
  const title = form === "full" ? described.title : (described.short ?? described.title);
  const [player, ...name] = id.split("/");
  const thing = { ...litProperties(valueKey(name.join("/"), player), table), title: title === described.title && form !== "cell" ? undefined : described.title };
  if (value === true && form !== "cell") return html`<span class="value flag on" data-value=${id} ...${thing}>${title}</span>`;
  if (form !== "line" && form !== "cell" && (as === "track" || described.steps?.length)) return html`<${Track} ...${{ described, value, id, table, title, thing }} />`;
  return html`<span class=${`value ${as}`} data-value=${id} ...${thing}>
    <span class=${form === "cell" ? "off" : "value-title"}>${title}</span> <b>${valueInWords(value, table)}</b>
  </span>`;
}

const MANY = 8;

/** The steps of a table that a player looks at, of those in order: all of a short table; of a long one those around a
 * value, from the one before the step that is reached. */
export function stepsNear(steps, value) {
  if (steps.length <= MANY) return steps;
  const above = steps.findIndex(([from]) => from > value);
  const first = Math.max(0, (above < 0 ? steps.length : above) - 2);
  return steps.slice(Math.min(first, steps.length - MANY), Math.min(first, steps.length - MANY) + MANY);
}

/** A number on its track: the steps of its table, with the one that is reached marked, in words too. */
function Track({ described, value, id, table, title, thing }) {
  const steps = stepsNear(described.steps ?? [], value);
  const reached = steps.reduce((last, [from], index) => (from <= value ? index : last), -1);
  return html`<span class="value track" data-value=${id} ...${thing}>
    <span class="value-title">${title}</span> <b>${valueInWords(value, table)}</b>
    ${steps.length > 0 && html`<span class="steps" role="list" aria-label=${`steps of ${title}`}>
      ${steps.map(([from, gives], index) => html`<span
        class=${index === reached ? "step reached" : "step"}
        role="listitem"
        key=${from}
        aria-label=${`from ${from}: ${gives}${index === reached ? ", reached" : ""}`}
      ><small>${from}</small><b>${gives}</b></span>`)}
    </span>`}
    ${steps.length === 0 && described.high !== undefined && described.high !== null && html`<meter
      min=${described.low ?? 0}
      max=${described.high}
      value=${value}
      aria-label=${`${title}: ${value} of ${described.high}`}
    />`}
  </span>`;
}
