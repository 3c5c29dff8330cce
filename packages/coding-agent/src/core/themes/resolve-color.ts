import { toHex } from "./color.ts";
import { parseOkColor } from "./ok-color.ts";
import type { ThemeColorValue } from "./theme-json.ts";

type Variables = Readonly<Record<string, ThemeColorValue>>;

/**
 * Follows variables to a colour: `#rrggbb` in its short or long form, a palette index, or "" for the terminal's own
 * colour. Returns `undefined` if a variable is missing or the variables form a circle.
 */
export function resolveThemeColor(value: ThemeColorValue, vars: Variables): ThemeColorValue | undefined {
  const seen = new Set<ThemeColorValue>();
  let current = value;
  while (typeof current === "string") {
    const color = asColor(current);
    if (color !== undefined) return color;
    if (seen.has(current) || !Object.hasOwn(vars, current)) return undefined;
    seen.add(current);
    current = vars[current] ?? "";
  }
  return current;
}

function asColor(text: string): string | undefined {
  if (text === "" || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return text;
  const rgb = parseOkColor(text);
  return rgb && toHex(rgb);
}
