// What a card is in words, and which of its texts fit on it.

const RESERVE = 1.02;
const widths = new Map();
let canvas = null;

/** How wide a text is in pixels, in the font of the page. Without a browser every letter is as wide as the others. */
export function textWidth(text, size = 13, weight = 400) {
  if (typeof document === "undefined") return (6.6 * size * text.length) / 13;
  const key = `${weight} ${size} ${text}`;
  if (!widths.has(key)) {
    canvas ??= document.createElement("canvas").getContext("2d");
    canvas.font = `${weight} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif"}`;
    widths.set(key, canvas.measureText(text).width * RESERVE);
  }
  return widths.get(key);
}

globalThis.document?.fonts?.addEventListener?.("loadingdone", () => widths.clear());

/** How many lines a text takes; `widthAt(line)` is the room of a line. Infinity where a word is wider than its line. */
export function linesOf(text, widthAt, widthOf = textWidth) {
  const space = widthOf(" ");
  let line = 0;
  let filled = 0;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const width = widthOf(word);
    if (filled > 0 && filled + space + width <= widthAt(line)) {
      filled += space + width;
      continue;
    }
    if (filled > 0) line += 1;
    if (width > widthAt(line)) return Infinity;
    filled = width;
  }
  return filled > 0 ? line + 1 : 0;
}

// What a card is and shows in words, for those who don't see it, and for what looks at it closely.

/** What a card is and shows, in words. `count` is how many equal ones lie here, `nameOf` gives a player's name. */
export function wordsOf(card, look, { count = 1, lit = false, nameOf = (player) => `player ${player}` } = {}) {
  if (!card) return count > 1 ? `${count} face-down cards` : "face-down card";
  const words = [card.card ?? look?.title ?? "face-down card"];
  const power = [look?.power, look?.text].filter(Boolean).join(": ");
  if (power) words.push(power);
  if (count > 1) words.push(`${count} times`);
  if (card.face === "down") words.push("face down");
  for (const [title, value] of figuresOf(card)) words.push(value === true ? title : `${title} ${value?.player ? nameOf(value.player) : value}`);
  for (const [title, value] of Object.entries(card.changed ?? {})) words.push(`changed: ${title} ${value}`);
  for (const power of card.gained ?? []) words.push(`gained: ${power}`);
  if (card.shown_to) words.push("shown to some only");
  if (card.unseen) words.push("known to lie here, but not seen");
  if (lit) words.push("can be chosen");
  return words.join(", ");
}

/** The figures of a card that say something: their titles and values. */
export function figuresOf(card) {
  return Object.entries(card?.figures ?? {}).filter(([, value]) => value !== null && value !== false && value !== "");
}

/** The player who brought a card here, where one of its figures says so; null elsewhere. */
export function playerOf(card) {
  return figuresOf(card).find(([, value]) => value?.player !== undefined)?.[1].player ?? null;
}

/** Whether something on a card isn't as it is printed. */
export const isAltered = (card) => Object.keys(card?.changed ?? {}).length > 0 || (card?.gained?.length ?? 0) > 0;

/** A look with what has changed on a card in place of what is printed: its colour, its symbol, its number. */
export function changedLook(look, card, description) {
  const instead = description.kinds?.[look.kind]?.instead ?? {};
  const now = Object.entries(card.changed ?? {}).flatMap(([title, value]) => {
    const { parts = [], enum: of = null } = instead[title] ?? {};
    return parts.map((part) => [part, of === null ? (value === "none" ? null : value) : drawnAs(part, Object.values(description.members[of]).find((member) => member.title === value))]);
  });
  if (!now.length) return look;
  const changed = Object.fromEntries(now);
  return { ...look, ...changed, pips: "index" in changed ? null : look.pips };
}

const LONGEST_INDEX = 3; // letters of a title that stand in a corner

const drawnAs = (part, member) =>
  part === "index" && member ? (member.short ?? (member.title.length <= LONGEST_INDEX ? member.title : member.title[0].toUpperCase())) : (member?.[part] ?? null);

/** What stands in the corner of a card: its index, its number, or where it has no symbol the first letters of its title. */
export function indexOf(card, look) {
  if (isPrinted(card, look)) return String(printedIndex(card, look));
  if (look?.symbol) return "";
  const words = (look?.title ?? card?.card ?? "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const capitals = words.filter((word) => !SMALL.test(word)).map((word) => word[0].toUpperCase());
  return capitals.slice(0, 2).join("");
}

const printedIndex = (card, look) => look?.index ?? card?.number ?? look?.number ?? null;

/** Whether a card has an index or a number, and not only the letters of its title. */
export const isPrinted = (card, look) => printedIndex(card, look) !== null;

const SMALL = /^(of|the|a|an|and|for|to|in|on|by)$/i;

/** What a power that a card has gained is called: it is told as "Name: what it does". */
export const nameOfGained = (power) => power.split(": ", 1)[0];
