// Titles where room is short, and how wide texts are, in u, as this browser draws them.

const SHORT = 12; // letters of what content may give as `short`
const BEFORE = 16;

/** What content calls a thing where room is short, or else what can be made of its title: never a word cut in two. */
export const shortOf = ({ title, short }) => short ?? shortened(title);

/** What stands before a colon or a comma, if that is short; else the first words. */
export function shortened(title) {
  if (title.length <= SHORT) return title;
  const [before] = title.split(/[:,]/);
  if (before.length <= BEFORE) return before;
  const words = title.split(" ");
  while (words.length > 1 && words.join(" ").length > SHORT + 2) words.pop();
  return words.join(" ").replace(/[:,.]$/, "");
}

/** The first letters of a name's words. */
export const initials = (name) => name.split(/\s+/).map((word) => word[0] ?? "").join("").slice(0, 3).toUpperCase();

const widths = new Map();
let pen = null;
let font = null;

/** Gives `widthOf(text, weight, size)` for a table of this unit. */
export function measureFor(unit) {
  pen ??= document.createElement("canvas").getContext("2d");
  font ??= getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif";
  return (text, weight = 400, size = 13) => {
    const key = `${unit} ${weight} ${size} ${text}`;
    if (!widths.has(key)) {
      pen.font = `${weight} ${Math.max(13, size * unit)}px ${font}`;
      widths.set(key, Math.ceil((pen.measureText(text).width * RESERVE) / unit));
    }
    return widths.get(key);
  };
}

const RESERVE = 1.02; // a line may be a little wider than a canvas says

/** Forgets all, as another font has come; `then` is called each time. Gives what ends it. */
export function onOtherFonts(then) {
  const forget = () => {
    widths.clear();
    font = null;
    then();
  };
  document.fonts.addEventListener("loadingdone", forget);
  return () => document.fonts.removeEventListener("loadingdone", forget);
}
