// What a first game is told, step by step: from the description and a state alone.
import { optionsOf } from "../choices.js";
import { choicesOf } from "../motion/since.js";
import { scoreKeys } from "../scores.js";
import { handOf } from "../shared.js";
import { describedAs, isShownNow, splitKey, thingsOf } from "../things.js";

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
