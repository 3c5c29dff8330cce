import { themeFromPalette } from "../palette.ts";
import type { ThemeJson } from "../theme-json.ts";

/** Uses only the terminal's own sixteen colours, so it follows the user's terminal settings. */
const base = themeFromPalette({
  name: "system",
  appearance: "dark",
  text: "",
  muted: "gray",
  dim: "gray",
  line: "gray",
  accent: "cyan",
  second: "blue",
  good: "green",
  bad: "red",
  warn: "yellow",
  string: "green",
  number: "yellow",
  keyword: "magenta",
  type: "cyan",
  panel: "",
  panelGood: "",
  panelBad: "",
  selected: "gray",
  ramp: ["gray", "blue", "cyan", "magenta", "brightMagenta"],
});

export const systemTheme: ThemeJson = {
  name: base.name,
  vars: { gray: 8, red: 1, green: 2, yellow: 3, blue: 4, magenta: 5, cyan: 6, brightMagenta: 13 },
  colors: base.colors,
};
