// Dark or light: as the device is set, unless this person wants otherwise.
import { preference } from "./preferences.js";

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
