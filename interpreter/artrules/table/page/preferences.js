// What this person wants of the page, kept by the browser where it allows that; dark and light, the cloth of a table.

// Sets that are never changed, as what a page keeps must be.

/** A set with a member more, or without it if it had it. */
export function toggled(set, member) {
  const other = new Set(set);
  if (!other.delete(member)) other.add(member);
  return other;
}

/** A wish with some values, the usual one first, or with any text where `values` is null: `wanted()`, `keep(value)`. */
export function preference(name, values) {
  const key = `artrules ${name}`;
  let value = null;
  return {
    wanted() {
      try {
        value ??= globalThis.localStorage?.getItem(key) ?? null;
      } catch {
        // a browser may forbid a page to keep anything
      }
      if (!values) return value ?? "";
      return values.includes(value) ? value : values[0];
    },
    keep(wish) {
      value = wish;
      try {
        globalThis.localStorage?.setItem(key, wish);
      } catch {
        // then it holds until the page is closed
      }
    },
  };
}

// Dark or light: as the device is set, unless this person wants otherwise. And the cloth of a game's table.

const THEMES = ["system", "light", "dark"];
const kept = preference("theme", THEMES);

/** Which theme this person wants: system, light or dark. */
export const wantedTheme = () => kept.wanted();

/** Shows the page in a theme, and remembers it where the browser allows it. */
export function showTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  kept.keep(theme);
}

/** The theme after this one, when the switch is pressed. */
export const themeAfter = (theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

const LIGHT = 0.3; // the luminance from which on a cloth is a light one, and ink on it dark

/** Lays the table of a game: what its content wants of colours and texture, from which style/colours.css makes ours. */
export function layCloth(theme) {
  const { style, dataset } = document.documentElement;
  const { table = null, card = null, accent = null, texture = null } = theme ?? {};
  const colours = { "--cloth": table, "--wanted-card": card, "--wanted-accent": accent ?? table };
  for (const [name, colour] of Object.entries(colours)) style.setProperty(name, colour ?? "");
  const marks = { cloth: table && (luminance(table) < LIGHT ? "dark" : "light"), card: card && "", texture };
  for (const [name, mark] of Object.entries(marks)) {
    if (mark === null) delete dataset[name];
    else dataset[name] = mark;
  }
}

/** How light a colour of CSS is, from 0 to 1. */
function luminance(colour) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((each) => (each / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
