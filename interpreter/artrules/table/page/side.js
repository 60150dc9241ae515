// The side of a desk: the question with its buttons and options, and the panels, of which the last lines of the log are
// always in sight.

import { Ask } from "./act/popovers.js";
import { Aside } from "./board.js";
import { buttonsOf, chipsOf, filtered, grouped, isClosing, matching, optionsOf, withChips } from "./choices.js";
import { html, useLayoutEffect, useRef, useState } from "./html.js";
import { Advice } from "./why.js";
import { isChoiceOf, newIn, toldSince, unbracketed, untilTurn } from "./motion/moves.js";
import { briefNameForMe, listed, nameForMe, winnersIn } from "./names.js";
import { Pause, nothingToChoose } from "./pace.js";
import { handOf } from "./shared.js";
import { isGamePause } from "./store.js";
import { Symbol } from "./symbols.js";
import { Explained, Worded } from "./terms.js";
import { describedAs, drawnKeys, memberOf, shortOf, splitKey, thingsOf, titleOfOwner } from "./things.js";

// What can be chosen beside the table: the question, what is paid and still to pay, buttons for what stands nowhere on
// the table, chips for its members and numbers, and all else as a list, narrowed by what is picked or typed.

/** The options that are shown now: those about all that is picked, and that fit what is typed. */
export function optionsShown(state, selected, typed) {
  return filtered(matching(optionsOf(state), selected), typed);
}

/** The buttons and chips of a store: {buttons, chips}. */
export function controlsOf(store) {
  const drawn = drawnKeys(store);
  const options = withChips(optionsOf(store.state), drawn);
  return { buttons: buttonsOf(options, drawn), chips: chipsOf(options, drawn) };
}

/** The question with all that can be chosen; at a pause, what there is to see. */
export function Decision({ store, table, ui }) {
  const lowest = useRef({ turn: null, top: 0 }); // where the options of a turn have begun at most
  const { pause } = store.state;
  if ((pause ?? null) !== null) {
    return html`<${Pause} text=${pause} terms=${table.description.terms} ...${ui.pause}><${Since} ...${{ store, table }} /><//>`;
  }
  return html`<section class="decide" aria-labelledby="prompt">
    <${Question} ...${{ store, table }} />
    <${Since} ...${{ store, table }} />
    <${Advice} ...${{ store, ui }} />
    <${Room} lowest=${lowest.current} turn=${`${store.welcome?.table?.id} ${table.seat} ${untilTurn(store.log, table.seat).length}`} />
    ${ui.asking ? html`<${Ask} ...${{ table, ui }} />` : html`<${Options} ...${{ store, table, ui }} />`}
  </section>`;
}

/** Room above the options: during a turn they don't move up where there is less to say, under the pointer of who clicks twice. */
function Room({ turn, lowest }) {
  const here = useRef(null);
  useLayoutEffect(() => {
    const top = here.current.offsetTop;
    if (lowest.turn !== turn) Object.assign(lowest, { turn, top: 0 });
    if (!here.current.parentElement.querySelector("#since[data-open]")) lowest.top = Math.max(lowest.top, top);
    here.current.style.height = `${Math.max(0, lowest.top - top)}px`;
  });
  return html`<div class="room" ref=${here}></div>`;
}

/** The question, and what is paid. */
export function Question({ store, table }) {
  const offers = store.state.offers ?? [];
  return html`<div id="question">
    <h2 id="prompt" class=${offers.length ? "mine" : ""}><${Worded} text=${question(store, table)} terms=${table.description.terms} /></h2>
    ${store.state.result && html`<${ResultLine} state=${store} />`}
    ${offers.map((offer) => offer.payment && html`<${Payment} key=${offer.player} payment=${offer.payment} table=${table} />`)}
  </div>`;
}

/** The event by which the table asks for the last page. */
export const SHOW_RESULT = "show-result";

/** Who has won, and what shows the last page: it stands with the question, so that nothing of the table lies over it. */
function ResultLine({ state: { state, welcome } }) {
  return html`<p class="result-line">
    <b>${winnersIn(state.result, welcome)}</b>
    <button type="button" id="show-result" class="option" onClick=${() => document.dispatchEvent(new Event(SHOW_RESULT))}>Show the result</button>
  </p>`;
}

// What went on meanwhile.

/** What went on without somebody before their turn, until the next one begins: all points where some are others now; what the
 *  others did, what was said of them, and taken for them, in the order in which it happened; what they hold since. Where the
 *  table stands still, only what came after they went on last, and at a pause of the game after the one before. A click shows
 *  all of it. */
export function Since({ store, table }) {
  const [open, setOpen] = useState(false);
  const [lines, scores] = [linesSince(store, table), scoresSince(store, table)];
  return lines.length + scores.length > 0 && html`<div id="since" tabindex="0" data-open=${open ? "" : undefined} onClick=${() => setOpen(!open)}>
    ${scores.map((score) => html`<${Score} key=${score.title} ...${score} />`)}
    ${lines.map((line, at) => html`<p key=${`${at} ${line}`}><${Worded} text=${line} terms=${table.description.terms} /></p>`)}
  </div>`;
}

/** What somebody is told in lines. */
export function linesSince(store, table) {
  const { pause, last_round: isLast } = store.state;
  const lines = isLast ? ["As things stand, this is the last round."] : [];
  if (isToldTo(table, store)) {
    const news = unread(store, table);
    lines.push(...happenedInWords(news, table), ...newInHand(news, table));
  }
  return lines.filter((line) => line !== pause);
}

const isToldTo = ({ seat }, { state: { view } }) => seat !== null && !view.finished;

/** A store whose log and views begin where what is told begins; what a pause of the game says stands above. */
function unread(store, { seat }) {
  const { read, log, atLastChoice, state } = store;
  if ((state.pause ?? null) === null) return store;
  const isPause = ({ sort }) => sort === "pause";
  const lines = isGamePause(state) ? log.slice(0, log.findLastIndex(isPause)) : log;
  const begin = Math.max(read?.lines ?? 0, isGamePause(state) ? lines.findLastIndex(isPause) + 1 : 0);
  const then = read && log.findLastIndex(isChoiceOf(seat)) < read.lines ? read.view : atLastChoice;
  return { ...store, log: lines.slice(begin), atLastChoice: then, meanwhile: then && { then, now: state.view } };
}

function newInHand(store, { seat, description }) {
  const { atLastChoice, meanwhile, state: { view } } = store;
  if (!atLastChoice) return [];
  const lines = handOf(store).flatMap((zone) => [meanwhile, { then: atLastChoice, now: view }].flatMap(({ then, now }) => {
    const { count, cards } = newIn(then, now, zone, seat);
    const { title } = describedAs(description, splitKey(zone).name);
    if (!count) return [];
    return [cards.length ? `New in ${title}: ${listed(cards)}` : `${count} new cards in ${title}`];
  }));
  return [...new Set(lines)];
}

/** What went on, in the order of the log: what it tells of one player without a break is one line. */
function happenedInWords({ log, welcome }, { seat }) {
  const runs = [];
  for (const { player, sort, text } of toldSince(log, seat)) {
    const isTaken = sort === "taken";
    const last = runs.at(-1);
    if (last?.player === player && last.isTaken === isTaken) last.texts.push(unbracketed(text));
    else runs.push({ player, isTaken, texts: [unbracketed(text)] });
  }
  return runs.map(({ player, isTaken, texts }) => (isTaken ? nothingToChoose(texts) : `${briefNameForMe(welcome, player)}: ${withTimes(texts).join("; ")}`));
}

/** Texts of which those in a row that are the same are one, with their number. */
function withTimes(texts) {
  const runs = [];
  for (const text of texts) {
    if (runs.at(-1)?.text === text) runs.at(-1).times += 1;
    else runs.push({ text, times: 1 });
  }
  return runs.map(({ text, times }) => (times > 1 ? `${text} ×${times}` : text));
}

/** All points of a sort of which some are others now: {title, rows: [{who, before, after, causes}]}. */
export function scoresSince(store, table) {
  const { meanwhile, welcome } = unread(store, table);
  if (!meanwhile || !isToldTo(table, store)) return [];
  const { then, now } = meanwhile;
  const { description } = table;
  const scores = {};
  const note = (player, key, after) => {
    const { name, owner } = splitKey(key);
    const described = describedAs(description, name);
    if (described?.as !== "score" || described.shown === "never" || after === null) return;
    const before = thingsOf(then, player)[key];
    const who = player ? nameForMe(welcome, player) : titleOfOwner(description, described.by, owner);
    const causes = player && before !== after ? flagsChanged(then.players[player], now.players[player], description) : [];
    scores[name] ??= { title: shortOf(described), rows: [] };
    scores[name].rows.push({ who, before, after, causes });
  };
  for (const player of [0, ...Object.keys(now.players).map(Number)]) {
    for (const [key, value] of Object.entries(thingsOf(now, player))) note(player, key, value);
  }
  return Object.values(scores).filter(({ rows }) => rows.some(({ before, after }) => before !== after));
}

function Score({ title, rows }) {
  return html`<table>
    <caption>${title}</caption>
    ${rows.map(({ who, before, after, causes }) => html`<tr key=${who}>
      <th scope="row">${who}</th><td>${before !== after && `${before} →`}</td><td><b>${after}</b></td><td>${causes.length > 0 && `(${causes.join("; ")})`}</td>
    </tr>`)}
  </table>`;
}

/** What has begun or ceased to be so for a player, in words: why points are others now. */
function flagsChanged(then, now, description) {
  const flags = Object.keys(now).filter((key) => typeof now[key] === "boolean" && now[key] !== then[key]);
  const shown = flags.map((key) => [now[key], describedAs(description, splitKey(key).name)]).filter(([, described]) => described && described.shown !== "never");
  return shown.map(([holds, { title }]) => (holds ? title : `no longer ${title}`));
}

/** Buttons that are always in sight; chips; and a list of all other options. What ends or declines something stands
 *  at the lower edge, where it stays whatever else goes or comes: so no click meets it that meant something else. */
export function Options({ store, table, ui }) {
  const all = optionsOf(store.state);
  const { buttons, chips } = controlsOf(store);
  const narrowed = ui.selected.length > 0 || ui.typed;
  const shown = optionsShown(store.state, ui.selected, ui.typed);
  const single = isOnSlider(chips) ? [] : chips.filter(({ options }) => options.length === 1);
  const controls = [...buttons, ...single.map(({ options }) => options[0])];
  const isControl = ({ token }) => controls.some((each) => each.token === token);
  const others = ui.finding || ui.typed ? shown : shown.filter((each) => !isControl(each));
  const { terms } = table.description;
  const closing = buttons.filter(isClosing);
  return html`<div id="options" role="group" aria-label="Your options">
    <${Buttons} ...${{ options: buttons.filter((each) => !isClosing(each)), store, table, ui }} />
    <${Chips} ...${{ chips, table, ui }} />
    ${(others.length > 0 || narrowed || ui.finding) && html`<div class="list">
      <div class="list-head">
        ${all.length > 6 || ui.finding
          ? html`<${Filter} ui=${ui} />`
          : html`<p class="quiet">Click what is lit, or choose here:</p>`}
        ${narrowed && html`<p class="narrowed">
          ${shown.length ? `${shown.length} of ${all.length}` : "No option fits: type one number, then Enter"}
          <button type="button" class="link" onClick=${ui.clear}>show all</button>
        </p>`}
      </div>
      <div class="list-lines">
        <${Groups} options=${others} draw=${(options) => options.map((option) => html`<${OptionButton} key=${keyOfOption(option)} ...${{ option, store, table, ui }} />`)} />
      </div>
    </div>`}
    <${Explained} texts=${[question(store, table), ...shown.map((option) => option.label)]} terms=${terms} />
    ${closing.length > 0 && html`<div class="closing"><${Buttons} ...${{ options: closing, store, table, ui }} /></div>`}
  </div>`;
}

/** Where an option is found by its number or its words. */
export function Filter({ ui }) {
  return html`<input
    id="filter"
    type="text"
    autocomplete="off"
    aria-label="Find an option: type its number or its words"
    placeholder="Find, or a number and Enter"
    value=${ui.typed}
    onInput=${(event) => ui.type(event.currentTarget.value)}
  />`;
}

/** Options in groups with their titles; `draw` draws those of one group. */
export function Groups({ options, draw }) {
  return grouped(options).map((group) => html`<div class="option-group" key=${keyOfOption(group.options[0])}>
    ${group.title && html`<h3 class="group-title">${group.title}</h3>`}
    ${draw(group.options)}
  </div>`);
}

/** Options as buttons: gains first, what ends something last. */
export function Buttons({ options, store, table, ui }) {
  if (!options.length) return null;
  return html`<div class=${options.length > FEW ? "buttons" : "buttons stacked"}>
    ${options.map((option) => html`<${OptionButton} key=${keyOfOption(option)} ...${{ option, store, table, ui }} />`)}
  </div>`;
}

/** What a button says in answer to what: it is the same button while that is the same. */
export const keyOfOption = ({ label, offer }) => `${offer.player} ${offer.prompt} ${label}`;

const FEW = 3; // buttons that stand one below the other
const SHORT = 18; // characters of a label that fit in half of the width

function OptionButton({ option, store, table, ui }) {
  const { label, number, gain, ends, declines } = option;
  const whose = store.state.offers.length > 1 ? `${table.playerName(option.offer.player)}: ` : "";
  const power = powerOf(option, store);
  const sorts = Object.entries({ gain, ends, declines, wide: whose.length + label.length + power.length > SHORT });
  return html`<button
    type="button"
    class=${["option", ...sorts.filter(([, holds]) => holds).map(([sort]) => sort)].join(" ")}
    data-token=${option.token}
    aria-keyshortcuts=${number < 10 ? String(number) : undefined}
    ...${ui.pointing(option)}
    onClick=${() => table.choose(option)}
  ><span class="number" aria-hidden="true">${number}</span><span class="label">${whose}<${Worded} text=${label} terms=${table.description.terms} description=${table.description} />${power && html` <small>${power}</small>`}</span></button>`;
}

/** The name of what the only card can do that an option is about, where the words of the option don't say it. */
function powerOf({ about, label }, { state, description }) {
  const cards = about.filter(({ card }) => card);
  const [zone, player, index] = cards.length === 1 ? cards[0].card : [];
  const name = description.looks?.[zone && thingsOf(state.view, player)[zone]?.[index]?.look]?.power ?? "";
  return label.includes(name) ? "" : name;
}

const MANY = 12; // numbers, more of which stand on a slider

const isNumber = ({ about }) => about.number !== undefined;
const isOnSlider = (chips) => chips.length > MANY && chips.every(isNumber);

/** Members and numbers that stand nowhere on the table. */
export function Chips({ chips, table, ui }) {
  if (!chips.length) return null;
  if (isOnSlider(chips)) return html`<${Slider} chips=${chips} table=${table} />`;
  return html`<div class="chips">
    ${chips.map((chip) => html`<${Chip} key=${chip.key} ...${{ chip, table, ui }} />`)}
  </div>`;
}

function Chip({ chip, table, ui }) {
  const { key, about, options } = chip;
  const { title, symbol, colour } = signOf(about, table);
  return html`<button
    type="button"
    class="chip"
    data-key=${key}
    data-lit=""
    aria-pressed=${String(table.selected.includes(key))}
    aria-label=${options.length > 1 ? `${title}, ${options.length} options` : options[0].label}
    ...${options.length > 1 ? {} : { "data-token": options[0].token, ...ui.pointing(options[0]) }}
    style=${{ "--tint": colour ?? "var(--plain-tint)" }}
    onClick=${() => table.point(key)}
  ><${Symbol} name=${symbol} />${title}</button>`;
}

/** What shows a member, a player or a number beside the table: {title, symbol, colour}. */
const signOf = ({ member, player, number }, { description, playerName }) =>
  member ? memberOf(description, ...member) : { title: player ? playerName(player) : String(number) };

/** Many numbers: one is set, and taken by a button. */
function Slider({ chips, table }) {
  const [at, setAt] = useState(0);
  const { key, about, options } = chips[Math.min(at, chips.length - 1)];
  return html`<div class="chips slider">
    <input type="range" aria-label="Number" min="0" max=${chips.length - 1} value=${at} aria-valuetext=${about.number} onInput=${(event) => setAt(Number(event.currentTarget.value))} />
    <button type="button" class="chip" data-key=${key} data-lit="" onClick=${() => table.point(key)}>${options.length > 1 ? about.number : options[0].label}</button>
  </div>`;
}

/** What is asked, or whom the table waits for. */
export function question(store, table) {
  const { state } = store;
  const offers = state.offers ?? [];
  if (offers.length) return [...new Set(offers.map((offer) => offer.prompt))].join(" · ");
  if (state.view.finished) return "The game is over.";
  const waiting = state.waiting ?? [];
  const names = waiting.map(table.playerName);
  if (!names.length || waiting.includes(store.welcome?.seat)) return "One moment …";
  return `${listed(names)} ${names.length > 1 ? "are" : "is"} choosing …`;
}

/** Cost, paid and missing while something is paid, and the same of each of several resources. */
function Payment({ payment, table }) {
  const { cost, paid, missing, resources } = payment;
  return html`<div id="payment">
    <dl>
      <div><dt>cost</dt><dd>${cost}</dd></div>
      <div><dt>paid</dt><dd>${paid}</dd></div>
      <div class="missing"><dt>still to pay</dt><dd>${missing}</dd></div>
    </dl>
    <progress max=${cost || 1} value=${paid} aria-label=${`${paid} of ${cost} paid`}></progress>
    ${resources.length > 0 && html`<ul>
      ${resources.map((each) => {
        const { title, symbol, colour } = signOf(each.of, table);
        return html`<li key=${title} class=${each.missing ? "missing" : ""}>
          <${Symbol} name=${symbol} colour=${colour} className="symbol signed" />${title} ${each.paid} of ${each.cost}${each.missing ? html`, <b>${each.missing} to pay</b>` : " ✓"}
        </li>`;
      })}
    </ul>`}
  </div>`;
}

/** What is asked and what can be chosen; `children` are the panels below, which open over it. */
export function Side({ store, table, ui, children }) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  const openTab = (event) => event.target.closest("[role=tab]") && setOpen(true);
  return html`<section id="side" class="region" aria-label="Your choice">
    <${Decision} ...${{ store, table, ui }} />
    <${Aside} ...${{ store, table }} />
    <section id="panels" aria-label="Beside the table" data-open=${open ? "" : undefined} onClick=${openTab}>
      <button type="button" id="open-panels" aria-expanded=${String(open)} aria-label=${open ? "Close the panels" : "Open the panels"} onClick=${toggle}>${open ? "▾" : "▴"}</button>
      ${children}
    </section>
  </section>`;
}
