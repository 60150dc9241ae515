// The form in which a position is changed beside the table, and how cards are picked on the table itself. What a position is
// made of comes from the server, in the words of scenarios, and what is changed goes there: it says what can't be.
import { html, useEffect, useState } from "../html.js";
import { nameOf } from "../names.js";
import { describedAs, splitKey, titleOfOwner } from "../things.js";

/** The place of a zone or variable in a position: `["zones", "deck"]`, `["players", "1", "hand"]`. */
export const placeOf = (zone, owner, section = "zones") => (Number(owner) ? ["players", String(owner), zone] : [section, zone]);

const isAt = (place) => ({ at }) => at.join(" ") === place.join(" ");

/**
 * What is to stand at the places that change when the card at `index` of one goes to another, before the card at `before`,
 * or to its end: `[[place, text]]`. Elsewhere a card has what it begins with. Without a place it goes nowhere.
 */
export function moved(places, [from, index], to, before) {
  const source = places.find(isAt(from));
  const target = to && places.find(isAt(to));
  const [label, text] = source.cards[index];
  const rest = source.cards.filter((_, at) => at !== index);
  const isSame = source === target;
  const cards = target ? (isSame ? rest : [...target.cards]) : [];
  const at = before === null ? cards.length : isSame && before > index ? before - 1 : before;
  cards.splice(at, 0, isSame ? [label, text] : [label, label]);
  const changes = isSame || !target ? [] : [[from, listed(rest)]];
  return [...changes, [target ? to : from, listed(target ? cards : rest)]];
}

const listed = (cards) => `[${cards.map(([, text]) => text).join(", ")}]`;

/** What somebody points at on the table: a card as `{place, index}`, or a zone as `{place, index: null}`; null for all else. */
export function pointedTo(target) {
  if (!target.closest?.("main.table .left")) return null;
  const card = target.closest("[data-place]");
  if (card) {
    const [, zone, owner, index] = /^(\S+) (\d+) (\d+)$/.exec(card.dataset.place) ?? [];
    return zone ? { place: placeOf(zone, owner), index: Number(index) } : null;
  }
  const zone = target.closest("[data-zone]");
  return zone && { place: placeOf(zone.dataset.zone, zone.dataset.owner), index: null };
}

/** What a place is called: its title, and whose it is. */
export function titleAt(place, { description, welcome }) {
  const { name, owner } = splitKey(place.at(-1));
  const described = describedAs(description, place.at(-1)) ?? describedAs(description, name);
  const title = described?.title ?? name.replaceAll("_", " ");
  const of = owner === null ? "" : ` ${titleOfOwner(description, described?.by, owner)}`;
  return place[0] === "players" ? `${nameOf(welcome, Number(place[1]))}: ${title}${of}` : `${title}${of}`;
}

/** The form of a changed position. `change(changes)` asks for another one, `refused` says why it can't be. While it `waits` for
 *  an answer no card is picked: it may lie elsewhere then. */
export function PositionForm({ draft, store, change, refused, waits }) {
  const [picked, setPicked] = useState(null);
  const { form, offered } = draft;
  const title = (place) => titleAt(place, store);
  const isPicked = (place, index) => picked !== null && index === picked[1] && isAt(picked[0])({ at: place });
  const move = (to, before) => {
    setPicked(null);
    change({ places: moved(form.places, picked, to, before) });
  };
  // A card is picked, then the card before which it is to lie, or a zone: there it lies last, on a pile as the first.
  const point = (place, index) => {
    if (waits) return;
    if (isPicked(place, index)) setPicked(null);
    else if (picked) move(place, index ?? (isPile(place, store) ? 0 : null));
    else if (index !== null) setPicked([place, index]);
  };
  useEffect(() => setPicked(null), [draft]);
  useEffect(() => {
    const pointAtTable = (event) => {
      const pointed = pointedTo(event.target);
      if (!pointed || !form.places.some(isAt(pointed.place))) return;
      event.preventDefault();
      event.stopPropagation(); // on the table itself nothing is chosen now
      point(pointed.place, pointed.index);
    };
    document.addEventListener("click", pointAtTable, true);
    return () => document.removeEventListener("click", pointAtTable, true);
  }, [draft, picked, waits]);
  useEffect(() => markPicked(picked), [draft, picked]);
  const card = picked && form.places.find(isAt(picked[0])).cards[picked[1]];
  const values = form.places.filter(({ cards }) => !cards);
  return html`<aside id="position" aria-labelledby="position-title" aria-busy=${String(waits)}>
    <h2 id="position-title">Change the position</h2>
    <div role="status">${card
      ? html`<p><b>${card[0]}</b>, ${title(picked[0])}: point at where it goes, at a zone or at the card before which it is to lie.</p>
          <p class="in-a-row">
            <button type="button" onClick=${() => move(null, null)}>Out of the game</button>
            <button type="button" onClick=${() => setPicked(null)}>Let it lie</button>
          </p>`
      : html`<p class="quiet">Point at a card, here or on the table, to move it.</p>`}</div>
    ${refused && html`<p class="edit-refused" role="alert">${refused}</p>`}
    <${Beginning} ...${{ form, store, change }} />
    <p class="quiet offered">Then offered: ${offered.flatMap(([, labels]) => labels).slice(0, MOST_OFFERED).join(" · ") || "nothing"}</p>
    ${form.places.filter(({ cards }) => cards).map(({ at, cards }) => html`<${ZoneWords} key=${at.join(" ")} ...${{ at, cards, point, isPicked, change }} title=${title(at)} taking=${picked !== null} />`)}
    ${values.length > 0 && html`<fieldset>
      <legend>Numbers and other values</legend>
      ${values.map(({ at, value }) => html`<label key=${at.join(" ")}>${title(at)} <${Words} text=${value} write=${(text) => change({ places: [[at, text]] })} /></label>`)}
    </fieldset>`}
  </aside>`;
}

const MOST_OFFERED = 12;

const isPile = (place, { description }) => describedAs(description, splitKey(place.at(-1)).name)?.order === "pile";

/** Where the game goes on. */
function Beginning({ form, store: { welcome }, change }) {
  const isInTurn = form.phases.find(({ name }) => name === form.phase)?.in_turn;
  return html`<fieldset>
    <legend>The game goes on with</legend>
    <label>phase <select value=${form.phase} onChange=${({ target }) => change({ phase: target.value })}>
      ${form.phases.map(({ name, title }) => html`<option key=${name} value=${name}>${title}</option>`)}
    </select></label>
    ${isInTurn && html`<label>turn of <select value=${form.turn ?? ""} onChange=${({ target }) => change({ turn: Number(target.value) })}>
      ${form.turn === null && html`<option value="">–</option>`}
      ${welcome.seats.map(({ seat }) => html`<option key=${seat} value=${seat}>${nameOf(welcome, seat)}</option>`)}
    </select></label>`}
    <label>round <${Words} text=${String(form.round)} write=${(text) => change({ round: Number(text) || text })} /></label>
  </fieldset>`;
}

const [MANY, FEW] = [16, 8]; // of more cards in a zone only the first few are named at first

/** A zone with its cards, each of which can be picked; or as a scenario writes them. */
function ZoneWords({ at, cards, title, taking, point, isPicked, change }) {
  const [written, setWritten] = useState(false);
  const [whole, setWhole] = useState(cards.length <= MANY);
  const shown = whole ? cards : cards.slice(0, FEW);
  return html`<section class="zone-words">
    <h3>
      ${taking ? html`<button type="button" class="to" onClick=${() => point(at, null)}>${title}</button>` : html`<span>${title}</span>`}
      <span class="quiet">${cards.length}</span>
      <button type="button" class="link" aria-pressed=${String(written)} aria-label=${`${title} in words`} onClick=${() => setWritten(!written)}>in words</button>
    </h3>
    ${written
      ? html`<${Words} long label=${title} text=${listed(cards)} write=${(text) => change({ places: [[at, text]] })} />`
      : html`<div class="chips">
          ${shown.map(([, text], index) => html`<button type="button" key=${index} aria-pressed=${String(isPicked(at, index))} onClick=${() => point(at, index)}>${text}</button>`)}
          ${shown.length < cards.length && html`<button type="button" onClick=${() => setWhole(true)}>… ${cards.length - shown.length} more</button>`}
        </div>`}
  </section>`;
}

/** A text that is sent once somebody has changed it; what is refused stays to be mended. */
function Words({ text, write, label, long = false }) {
  const shared = { key: text, defaultValue: text, "aria-label": label, onChange: ({ target }) => target.value.trim() !== text && write(target.value) };
  return long ? html`<textarea rows=${Math.min(6, 1 + Math.floor(text.length / 30))} ...${shared} />` : html`<input ...${shared} />`;
}

/** Marks the picked card on the table. */
function markPicked(picked) {
  for (const each of document.querySelectorAll("[data-moving]")) delete each.dataset.moving;
  if (!picked) return;
  const [place, index] = picked;
  const owner = place[0] === "players" ? place[1] : 0;
  const card = document.querySelector(`main.table [data-place="${CSS.escape(place.at(-1))} ${owner} ${index}"]`);
  if (card) card.dataset.moving = "";
}
