// Whether texts stand whole on a card. Lines are broken as browsers break them: word by word.

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
