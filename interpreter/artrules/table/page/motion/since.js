// What went on without somebody since they chose last: what was taken for them, and whose points are others now.
import { html } from "../html.js";
import { listed, nameForMe } from "../names.js";
import { shortOf } from "../plan/demand.js";
import { Worded } from "../terms.js";
import { describedAs, scoreKeys, splitKey } from "../things.js";
import { changesOf, takenFor } from "./moves.js";

const MOST_TAKEN = 3; // of more, the last
const DEEDS = new Set(["choice", "saying"]);

/** The same in words, where there is anything to say. `withDeeds` tells what others did last, too, while the table waits
 *  for them: it is for where no log is in sight. */
export function Since({ store, table, withDeeds = false }) {
  const lines = table.seat === null || store.state.view.finished ? [] : [...takenInWords(store, table), ...scoresInWords(store, table)];
  if (withDeeds && !store.state.offers?.length) lines.push(...lastDeed(store, table));
  return lines.length > 0 && html`<div id="since">
    ${lines.map((line) => html`<p key=${line}><${Worded} text=${line} terms=${table.description.terms} /></p>`)}
  </div>`;
}

function takenInWords({ log }, { seat }) {
  const taken = takenFor(log, seat).slice(-MOST_TAKEN);
  return taken.length ? [`You had no other option: ${listed(taken)}`] : [];
}

function scoresInWords({ state, atLastChoice, welcome }, { description }) {
  if (!atLastChoice) return [];
  return scoreKeys(state.view, description).flatMap((key) => {
    const described = describedAs(description, splitKey(key).name);
    const changes = described.as === "score" ? changesOf(atLastChoice, state.view, key) : [];
    const each = changes.map(({ player, before, after }) => `${nameForMe(welcome, player)} ${before} → ${after}`);
    return each.length ? [`${shortOf(described)} since your last choice: ${each.join(", ")}`] : [];
  });
}

function lastDeed({ log, welcome }, { seat }) {
  const deed = log.findLast(({ player, sort }) => player && player !== seat && DEEDS.has(sort));
  return deed ? [`${nameForMe(welcome, deed.player)}: ${deed.text}`] : [];
}
