// What is drawn on a card: its face by the template of its kind, at four sizes, or its back.
import { html } from "../html.js";
import { CARDS } from "../metrics.js";
import { isSeen } from "../moves.js";
import { Picture, Symbol } from "../symbols.js";
import { Corner, TEMPLATES } from "./templates.js";
import { indexOf, isAltered, playerOf } from "./words.js";

const PATTERNS = 4; // of the ground of cards: see card.css

/**
 * How a card looks by the description; null for one that nobody here sees. A token on which nothing is printed looks as
 * its `back` does.
 */
export function lookOf(card, description, back = null) {
  const look = isSeen(card) ? (description.looks[card.look] ?? null) : null;
  const isPlain = look && back && !look.colour && !look.symbol && templateOf(look, description) === "token";
  return isPlain ? { ...look, colour: back.colour, symbol: back.symbol } : look;
}

/** The template of a kind of cards; descriptions that say none mean what has a text as powers, all else as tiles. */
export const templateOf = (look, description) => description.kinds?.[look?.kind]?.template ?? (look?.text ? "power" : "tile");

/** What the element of a card is: its classes, its size, its template and its colours. `back` is that of its zone. */
export function frameOfCard(card, { description, size = "medium", back = null }) {
  const look = lookOf(card, description, back);
  const [width, height] = CARDS[size];
  const classes = ["card"];
  if (!look) classes.push("unseen");
  return {
    class: classes.join(" "),
    "data-size": size,
    "data-template": look ? templateOf(look, description) : "back",
    "data-pattern": look ? Object.keys(description.kinds ?? {}).indexOf(look.kind) % PATTERNS : undefined,
    style: {
      "--cw": String(width),
      "--ch": String(height),
      "--tint": look?.colour ?? "var(--plain-tint)",
      ...(back?.colour ? { "--back": back.colour } : {}),
    },
  };
}

/**
 * The face of a card, or its back, where it isn't seen. `table` is what all parts of a table share; `text` is whether a
 * text may stand on it, `count` the number that stands on it if there is more than one; `order` as the how manieth it came, where one says who brought it.
 */
export function Face({ card, table, size = "medium", text = true, count = 1, back = null, order = null }) {
  const { description } = table;
  const look = lookOf(card, description, back);
  const times = count > 1 && html`<span class="times" aria-hidden="true">×${count}</span>`;
  if (!look) return html`<${Back} back=${back} table=${table} />${times}`;
  const index = indexOf(card, look);
  const kind = description.kinds?.[look.kind] ?? {};
  return html`
    <${Corner} index=${index} look=${look} />
    ${size !== "slip" && html`<${TEMPLATES[templateOf(look, description)]} ...${{ card, look, kind, index, table, size, text }} />`}
    ${card.face === "down" || card.unseen ? html`<span class="veil"></span>` : null}
    ${isAltered(card) && html`<span class="altered"></span>`}
    <${By} player=${playerOf(card)} order=${order} table=${table} size=${size} />
    ${times}
  `;
}

/** Who brought a card here, and as the how manieth. */
function By({ player, order, table, size }) {
  if (player === null) return null;
  const name = table.playerName(player);
  const most = size === "slip" ? 0 : size === "medium" ? 8 : 14;
  return html`<span class="by" aria-hidden="true">
    <span class="player-dot" data-colour=${player}></span>
    ${most > 0 && (name.length <= most ? name : initials(name))}
    ${most > 0 && order !== null && html`<b>${order}</b>`}
  </span>`;
}

const initials = (name) => name.split(" ").map((word) => word[0]).join("");

function Back({ back, table }) {
  return html`<span class="back" aria-hidden="true">
    ${back?.picture ? html`<${Picture} path=${back.picture} table=${table} />` : html`<${Symbol} name=${back?.symbol} />`}
  </span>`;
}

/** A card that is only looked at. */
export function CardPicture({ card, table, size, back, text }) {
  return html`<span ...${frameOfCard(card, { description: table.description, size, back })} aria-hidden="true">
    <${Face} ...${{ card, table, size, back, text }} />
  </span>`;
}
