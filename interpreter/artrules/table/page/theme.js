// Dark or light: as the device is set, unless this person wants otherwise.
const KEY = "artrules theme";
const THEMES = ["system", "light", "dark"];

/** Which theme this person wants: system, light or dark. */
export function wantedTheme() {
  try {
    const kept = globalThis.localStorage?.getItem(KEY);
    return THEMES.includes(kept) ? kept : "system";
  } catch {
    return "system"; // a browser may forbid a page to keep anything
  }
}

/** Shows the page in a theme, and remembers it where the browser allows it. */
export function showTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    globalThis.localStorage?.setItem(KEY, theme);
  } catch {
    // then it holds until the page is closed
  }
}

/** The theme after this one, when the switch is pressed. */
export const themeAfter = (theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
