// What lies on the table, and before whoever looks: the boxes of the plan, the plates of the players, one's own hand, and
// the window over the table in which covered cards are chosen.

import { Sign } from "./cards/face.js";
import { html } from "./html.js";
import { CLOSED, sideAreas } from "./plan/demand.js";
import { handOf, handOwner, seatOrder } from "./shared.js";
import { Symbol } from "./symbols.js";
import { blocksOf, describedAs, isHeld, memberOf, scoreKeys, shortOf, splitKey, thingsOf, titleOfOwner, turnBeside } from "./things.js";
import { Value, Zone, toldOf, valueInWords } from "./zone.js";

// Who must choose shows that they think: on a plate by dots alone.

export const Thinking = ({ word = "thinking" }) => html`<span class="thinks"><span class="thinks-word">${word}</span><i></i><i></i><i></i></span>`;

// Who plays: each player's name, score and money, whose turn it is, and whom the table waits for.

/**
 * A player's name with what is to be known of them: you, a bot, away, whose turn it is, who must choose. `name` may be a
 * short form of it; `brief` leaves out what the place says already.
 */
function PlayerName({ player, store, table, name: said = table.playerName(player), brief = false }) {
  const seat = store.welcome?.seats?.find((each) => each.seat === player);
  const isBot = seat?.who === "bot";
  const key = `player ${player}`;
  const waits = store.state.waiting?.includes(player);
  const turn = turnBeside(store.state, store.description) === player;
  const name = html`<span class="player-name" title=${said === table.playerName(player) ? undefined : table.playerName(player)}><span class="player-dot" data-colour=${player}></span>${said}</span>`;
  return html`
    ${table.lit.has(key)
      ? html`<button type="button" class="player-pick" data-lit="" data-key=${key} aria-pressed=${String(table.selected.includes(key))} onClick=${() => table.point(key)}>${name}</button>`
      : name}
    ${table.isMine(player) && !brief && html`<span class="tag">you</span>`}
    ${isBot && !brief && !/\bbot\b/i.test(seat.name ?? "") && html`<span class="tag">bot</span>`}
    ${seat?.who === "person" && seat.here === false && html`<span class="tag away">away</span>`}
    ${turn && !(brief && waits) && html`<span class="tag turn">${table.isMine(player) ? "your turn" : brief ? "turn" : "has the turn"}</span>`}
    ${waits && html`<span class="tag waits">${isBot || brief ? html`<${Thinking} word=${isBot ? "thinking" : "choosing"} />` : "choosing"}</span>`}
  `;
}

// The others at the table: a plate each, in order of turn.

/** The plates of all other players, first of whoever plays after the person who looks. */
export function Plates({ store, table }) {
  const narrow = table.frame.mode === "narrow";
  return html`<section id="seats" class="region" aria-label="Players" tabindex=${narrow ? 0 : undefined}>
    ${table.plan.own && html`<${OwnPlate} ...${{ store, table }} />`}
    ${seatOrder(Object.keys(store.state.view.players).map(Number), table.seat).filter((player) => table.plan.plates[player]).map((player) => html`<${Plate} key=${player} ...${{ player, store, table }} />`)}
  </section>`;
}

/** Where one's own things may lie below the screen, what matters most of them stands first: values, and signs of the cards in
 * front. */
function OwnPlate({ store, table }) {
  const { own } = table.plan;
  const things = thingsOf(store.state.view, table.seat);
  return html`<section class="plate own" style=${placeOf(own)} data-player=${table.seat} aria-label="You">
    <h2 class="plate-head">
      <span class="player-name"><span class="player-dot" data-colour=${table.seat}></span>You</span>
      ${own.scores.map(({ name, id }) => html`<${Points} key=${name} ...${{ id, name, things, table }} />`)}
    </h2>
    <p class="plate-line">${own.line.map((item) => html`<${Count} key=${item.id} own=${true} ...${{ item, table }} value=${thingsOf(store.state.view, item.player)[item.name]} />`)}</p>
  </section>`;
}

/** Points or money: with a title, and what there is of it. */
function Points({ id, name, things, table, titled = true }) {
  const { description } = table;
  return html`<span class="points" data-value=${id} ...${toldOf(describedAs(description, splitKey(name).name), null, table)}>
    ${titled && html`<span class="value-title">${shortTitle(description, name)}</span>`} <b>${pointsInWords(things[name], table)}</b>
  </span>`;
}

/** A player: name, points, what lies in front, what else there is as counts. A click opens all of it. */
function Plate({ player, store, table }) {
  const { state, description } = store;
  const plan = table.plan.plates[player];
  const things = thingsOf(state.view, player);
  const open = () => table.spotlight(player);
  return html`<section
    class=${plan.y === undefined ? "plate" : "plate at"}
    style=${placeOf(plan)}
    data-player=${player}
    data-waits=${state.waiting?.includes(player) ? "" : undefined}
    aria-label=${table.playerName(player)}
  >
    <h2 class="plate-head">
      <${PlayerName} ...${{ player, store, table, name: plan.name }} brief=${true} />
      ${plan.scores.map(({ name, id }) => html`<${Points} key=${name} titled=${plan.points !== "none"} ...${{ id, name, things, table }} />`)}
    </h2>
    ${plan.front && html`<div class="plate-front"><${Zone}
      name=${plan.front.name}
      player=${player}
      cards=${things[plan.front.name]}
      described=${describedAs(description, splitKey(plan.front.name).name)}
      fit=${plan.front.fit}
      table=${table}
    /></div>`}
    <p class="plate-line">
      ${plan.line.map((item) => html`<${Count} key=${item.id} ...${{ item, table }} value=${thingsOf(state.view, item.player)[item.name]} />`)}
      ${plan.opens && html`<button type="button" class="plate-more" aria-label=${`All of ${table.playerName(player)}`} title="All that lies here" onClick=${open}>…</button>`}
    </p>
  </section>`;
}

/** A thing of a plate: how many cards a zone has, or the last of them as signs; a value, or a flag. A zone of one's own is
 * elsewhere. */
function Count({ item: { id, name, player, sort, signs }, value, table, own = false }) {
  const { description } = table;
  const described = describedAs(description, splitKey(name).name);
  const isFlag = value === true || isHeld(described, value);
  const said = signs ? value.slice(-signs).map((card, at) => html`<${Sign} key=${at} ...${{ card, table }} />`) : sort === "zone" ? value.length : pointsInWords(value, table);
  const data = sort !== "zone" ? { "data-value": id } : own ? {} : { "data-zone": name, "data-owner": player };
  return html`<span class=${isFlag ? "tag" : "plate-count"} ...${toldOf(described, null, table)} ...${data}>
    <span class="value-title">${shortTitle(description, name)}</span>${!isFlag && html` <b>${said}</b>`}
  </span>`;
}

const shortTitle = (description, key) => shortOf(describedAs(description, splitKey(key).name));

/** Points and money are always there: what has no value here is hidden from whoever looks. */
const pointsInWords = (value, table) =>
  value === null || value === undefined ? html`<span class="hidden-value">hidden</span>` : valueInWords(value, table);

// A box of the table as the plan has it: its title, the heads of columns, the titles of rows, zones and values, each at
// its place.

/** The place of a part, as custom properties of its element. */
export const placeOf = ({ x, y, w, h }) => ({ "--x": x, "--y": y, "--w": w, "--h": h });

/** A box with all its parts. */
export function Area({ box, store, table }) {
  const id = `area-${box.id}`.replace(/[^\w-]/g, "_");
  const titled = box.parts.some(({ sort }) => sort === "title");
  return html`<section
    class=${box.bare ? "area bare at" : "area at"}
    style=${placeOf(box)}
    aria-labelledby=${titled ? id : undefined}
    data-area=${box.area ?? undefined}
    data-level=${box.level}
  >
    ${box.parts.map((part) => html`<${Part} key=${keyOf(part)} ...${{ part, box, id, store, table }} />`)}
  </section>`;
}

const keyOf = ({ sort, id, owner, text }) => `${sort} ${id ?? owner ?? text}`;

function Part({ part, box, id, store, table }) {
  const style = placeOf(part);
  switch (part.sort) {
    case "title":
      return html`<div class="area-head at" style=${style}>
        <h2 id=${id} class="area-title" title=${areaTitle(box, table) === part.text ? undefined : areaTitle(box, table)}>${part.text}</h2>
        ${box.folds && html`<button type="button" class="link" aria-expanded=${String(box.unfolded)} aria-label=${`${box.unfolded ? "Less of" : "More of"} ${part.text}`} onClick=${() => table.unfold(box.fold)}>
          ${box.unfolded ? "less" : "more"}
        </button>`}
      </div>`;
    case "row":
      return html`<span class="row-title at" style=${style} aria-hidden="true">${part.text}</span>`;
    case "head":
      return html`<${Head} ...${{ part, style, table }} />`;
    case "name":
      return html`<h2 class="own-name at" style=${style}><${PlayerName} player=${part.player} ...${{ store, table }} brief=${true} /></h2>`;
    default:
      return html`<div class="at" style=${style}><${Thing} ...${{ part, store, table }} /></div>`;
  }
}

const areaTitle = (box, table) => table.description.areas.find((area) => area.name === box.area)?.title ?? null;

/** A zone or a value at its place. */
export function Thing({ part, store, table }) {
  const described = describedFor(part, table);
  const value = thingsOf(store.state.view, part.player)[part.name];
  if (part.sort === "zone") return html`<${Zone} name=${part.name} player=${part.player} cards=${value} fit=${part.fit} ...${{ described, table }} />`;
  return html`<${Value} id=${part.id} form=${part.form} ...${{ value, described, table }} />`;
}

/** How a thing is described, with the owner that its column names. */
function describedFor({ name }, table) {
  const { name: thing, owner } = splitKey(name);
  const described = describedAs(table.description, thing);
  const title = owner === null ? described.title : `${described.title}: ${titleOfOwner(table.description, described.by, owner)}`;
  return { ...described, title, short: shortOf(described) };
}

/** The name of the owner of a column; it can be picked where options are about it. */
function Head({ part, style, table }) {
  const member = memberOf(table.description, part.by, part.owner);
  const words = html`<${Symbol} name=${member?.symbol} /> <span>${part.text}</span>`;
  const { key } = part;
  const shared = { style: { ...style, "--tint": member?.colour ?? "var(--rule)" }, title: titleOfOwner(table.description, part.by, part.owner) };
  return table.lit.has(key)
    ? html`<button type="button" class="owner at" ...${shared} data-lit="" data-key=${key} aria-pressed=${String(table.selected.includes(key))} onClick=${(event) => table.point(key, event.currentTarget)}>${words}</button>`
    : html`<div class="owner at" ...${shared}>${words}</div>`;
}

const boxesOf = (table, region) => Object.values(table.plan.boxes).filter((box) => box.region === region);

/** How high the boxes of a region are together: where it scrolls, that is its height. */
const heightOf = (boxes) => ({ "--height": Math.max(0, ...boxes.map(({ y, h }) => y + h)) });

export function Board({ store, table }) {
  const boxes = boxesOf(table, "board");
  return html`<section id="board" class="region" aria-label="Table" style=${heightOf(boxes)} data-scrolls=${table.plan.fits ? undefined : ""}>
    ${boxes.map((box) => html`<${Area} key=${box.id} ...${{ box, store, table }} />`)}
  </section>`;
}

export function Mine({ store, table }) {
  const boxes = boxesOf(table, "mine");
  return html`<section id="mine" class="region" style=${heightOf(boxes)} aria-label="Before you" data-player=${table.seat} data-waits=${store.state.waiting?.includes(table.seat) ? "" : undefined}>
    ${boxes.map((box) => html`<${Area} key=${box.id} ...${{ box, store, table }} />`)}
  </section>`;
}

const COUNTED = { as: "count", title: "short" };

/** The areas at the side of a desk: each value a line, each zone a count. */
export function Aside({ store, table }) {
  const scope = thingsOf(store.state.view, 0);
  const describedBy = (key) => describedAs(table.description, splitKey(key).name);
  return sideAreas(table.description, table.frame).map((area) => {
    const blocks = blocksOf(area, scope, (key, value) => table.isShown(key, value, 0, describedBy(key)));
    const parts = blocks.flatMap((block) => block.columns?.flatMap(({ keys }) => keys) ?? block.keys).map((key) => {
      const sort = describedBy(key).sort === "zone" ? "zone" : "value";
      return { sort, name: key, player: 0, id: `0/${key}`, form: "line", fit: COUNTED };
    });
    return parts.length > 0 && html`<section class="aside" key=${area.name} aria-label=${area.title}>
      <h2 class="area-title">${area.short ?? area.title}</h2>
      ${parts.map((part) => html`<${Thing} key=${part.name} ...${{ part, store, table }} />`)}
    </section>`;
  });
}

// The hand of whoever looks: it is always in sight.

export function Hand({ store, table }) {
  const owner = handOwner(store);
  const things = store.state.view.players[owner];
  return html`<section id="hand" class="region" aria-label="Your cards">
    ${handOf(store).filter((key) => table.plan.hand[`${key} ${owner}`]).map((key) => html`<${Zone}
      key=${key}
      name=${key}
      player=${owner}
      cards=${things[key]}
      described=${describedAs(store.description, splitKey(key).name)}
      fit=${table.plan.hand[`${key} ${owner}`]}
      table=${table}
    />`)}
  </section>`;
}

// The spotlight: a window over the table with what can't be seen well enough where it lies, or what somebody has opened.

export function Spotlight({ store, table }) {
  const { spotlit } = table.plan;
  const title = typeof table.opened === "number" ? table.playerName(table.opened) : table.opened ? "Look closely" : "Choose here";
  return html`<section id="spotlight" role="dialog" aria-labelledby="spotlight-title" style=${placeOf(spotlit)}>
    <h2 id="spotlight-title">${title}</h2>
    <button type="button" class="close" aria-label="Close" onClick=${() => table.spotlight(CLOSED)}>✕</button>
    ${spotlit.parts.map((part) => html`<div class="at" key=${part.id} style=${placeOf(part)}><${Thing} ...${{ part, store, table }} /></div>`)}
  </section>`;
}
