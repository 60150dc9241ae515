// The built-in shapes: clearly different outlines, so that a colour is never the only sign. Each is a path in a square
// of 24 by 24.
import { html } from "./html.js";

export const SHAPES = {
  circle: "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Z",
  square: "M3.5 3.5h17v17h-17Z",
  triangle: "M12 2.5 22.5 21H1.5Z",
  diamond: "M12 1.5 21 12 12 22.5 3 12Z",
  star: "m12 1.6 3.1 6.9 7.5.8-5.6 5 1.6 7.4L12 17.9l-6.6 3.8L7 14.3l-5.6-5 7.5-.8Z",
  heart: "M12 21.5C5 15.6 2 12 2 8.2A5.4 5.4 0 0 1 12 5.4a5.4 5.4 0 0 1 10 2.8C22 12 19 15.6 12 21.5Z",
  spade: "M12 1.5C6.5 7 2.5 9.8 2.5 13.6a4.6 4.6 0 0 0 8.2 2.8c-.2 2.3-1 4-2.7 5.6h8c-1.7-1.6-2.5-3.3-2.7-5.6a4.6 4.6 0 0 0 8.2-2.8C21.5 9.8 17.5 7 12 1.5Z",
  club: "M12 2a4.7 4.7 0 0 0-4.1 7 4.7 4.7 0 1 0 2.9 7.3c-.2 2.4-1 4-2.8 5.7h8c-1.8-1.7-2.6-3.3-2.8-5.7A4.7 4.7 0 1 0 16.1 9 4.7 4.7 0 0 0 12 2Z",
  hexagon: "M7 3h10l5.5 9L17 21H7L1.5 12Z",
  cross: "M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6Z",
  crescent: "M16.5 2.6A10 10 0 1 0 21.8 16 8.2 8.2 0 0 1 16.5 2.6Z",
  drop: "M12 1.5c4 5.8 7 8.8 7 12.9a7 7 0 0 1-14 0C5 10.3 8 7.3 12 1.5Z",
  leaf: "M21.5 2.5C9 2.5 2.5 7.5 2.5 14.5c0 2 .6 3.7 1.5 5L2.3 21.2l1.5 1.5L5.5 21c1.2.8 2.7 1.2 4.5 1.2C17.5 22.2 21.5 15 21.5 2.5Z",
  bolt: "M13.5 1 4 13.5h6.5L8.5 23 20 9.5h-7Z",
  crown: "M2 6.5 7.5 11 12 3l4.5 8L22 6.5 20 20.5H4Z",
  flag: "M4 1.5h2.5V3H21l-4 5.5 4 5.5H6.5v9H4Z",
  sun: "m12 .8 2.2 4.2 4.5-1.6-1.6 4.5L21.3 10v4l-4.2 2.1 1.6 4.5-4.5-1.6L12 23.2 9.8 19l-4.5 1.6 1.6-4.5L2.7 14v-4l4.2-2.1-1.6-4.5L9.8 5Z",
  key: "M7.5 1.5a5.5 5.5 0 0 1 1.5 10.8V22.5H6V20H3v-2.5h3v-5.2A5.5 5.5 0 0 1 7.5 1.5Zm0 3.5a2 2 0 1 0 0 4a2 2 0 1 0 0-4Z",
  eye: "M12 4.5c5 0 9 3.5 11 7.5-2 4-6 7.5-11 7.5S3 16 1 12c2-4 6-7.5 11-7.5Zm0 3a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9Zm0 2.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4Z",
  pentagon: "m12 2 10.5 7.7-4 12.3h-13l-4-12.3Z",
  flower: "M12 1.5a4.2 4.2 0 0 1 4.1 5.1 4.2 4.2 0 0 1 3.6 7.3 4.2 4.2 0 0 1-5.2 5.3 4.2 4.2 0 0 1-5 0 4.2 4.2 0 0 1-5.2-5.3 4.2 4.2 0 0 1 3.6-7.3A4.2 4.2 0 0 1 12 1.5Zm0 8a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6Z",
  tree: "M12 1 18.5 9.5H15.5L20.5 16.5H13.7V23H10.3V16.5H3.5L8.5 9.5H5.5Z",
  flame: "M12.5 1c.5 4 6.5 7 6.5 13.5a7 7 0 0 1-14 0c0-3.5 2-5.5 3-8 1.5 1 2 2.5 2 4 1.8-2.5 2.8-5.5 2.5-9.5Z",
  coin: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20Zm0 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15ZM10.5 7.5h3v9h-3Z",
};

const pathOf = (name) => (Object.hasOwn(SHAPES, name) ? SHAPES[name] : null);

/** A member's sign: a built-in shape, or one or two characters of content. Only decoration: words stand beside it. */
export function Symbol({ name, colour = null, className = "symbol" }) {
  if (!name) return null;
  const style = colour ? { "--tint": colour } : undefined;
  const path = pathOf(name);
  if (!path) return html`<span class=${`${className} letters`} style=${style} aria-hidden="true">${name}</span>`;
  return html`<svg class=${className} style=${style} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${path} fill-rule="evenodd" />
  </svg>`;
}

/** One symbol of content as a part of a drawing, its middle at x, y. */
export function Pip({ name, x, y, size, upside = false }) {
  const path = pathOf(name);
  const place = `translate(${x} ${y}) rotate(${upside ? 180 : 0}) scale(${size / 24}) translate(-12 -12)`;
  return path
    ? html`<path class="pip" d=${path} transform=${place} fill-rule="evenodd" />`
    : html`<text class="pip" x="12" y="19" font-size="20" text-anchor="middle" transform=${place}>${name}</text>`;
}

/** A picture of the content, by its path in the ruleset's folder. */
export const Picture = ({ path, table }) => html`<img class="picture" src=${`${table.pictures}${path}`} alt="" />`;

// Members that cards show by colour and symbol have these beside their names, so that a button tells which one it means.

const finders = new WeakMap(); // by description: {members by title, what finds their titles}

function finderOf(description) {
  if (!finders.has(description)) {
    const looks = description.looks ?? [];
    const isDrawn = ({ colour, symbol }) => {
      const alike = looks.filter((look) => look.colour === colour);
      return symbol && alike.length > 0 && alike.every((look) => look.symbol === symbol);
    };
    const all = Object.values(description.members ?? {}).flatMap((members) => Object.values(members));
    const members = new Map(all.filter(isDrawn).map((member) => [member.title, member]));
    const titles = [...members.keys()].sort((one, other) => other.length - one.length).map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    finders.set(description, { members, words: titles.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${titles.join("|")})(?![\\p{L}\\p{N}])`, "gu") : null });
  }
  return finders.get(description);
}

/** A text in parts, in order: texts, and before each name of such a member the member. */
export function signedParts(text, description) {
  const { members, words } = finderOf(description);
  if (!words) return [text];
  return text.split(words).flatMap((part) => (members.has(part) ? [members.get(part), part] : part ? [part] : []));
}

/** A text with the symbols of the members that it names. */
export const Signed = ({ text, description }) =>
  signedParts(text, description).map((part) => (typeof part === "string" ? part : html`<${Symbol} name=${part.symbol} colour=${part.colour} className="symbol signed" />`));
