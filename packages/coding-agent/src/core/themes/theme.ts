import { type ColorDepth, colorSequence, luminance, paletteToRgb, parseHex, toHex } from "./color.ts";
import { resolveThemeColor } from "./resolve-color.ts";
import type { PageGround, ThemeAppearance, ThemeColorValue, ThemeJson } from "./theme-json.ts";
import {
  OPTIONAL_BACKGROUND_TOKENS,
  OPTIONAL_TOKENS,
  type ThemeBg,
  type ThemeColor,
  type ThemeToken,
} from "./theme-token.ts";

type ThinkingLevel = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

const FALLBACKS: Readonly<Partial<Record<ThemeToken, ThemeToken>>> = {
  ...OPTIONAL_TOKENS,
  ...OPTIONAL_BACKGROUND_TOKENS,
};

/** Colours by what they are for. A theme makes strings and knows no terminal but its number of colours. */
export class Theme {
  readonly name: string;
  readonly sourcePath: string | undefined;
  private readonly json: ThemeJson;
  private readonly depth: ColorDepth;
  private readonly sequences = new Map<string, string>();

  constructor(json: ThemeJson, depth: ColorDepth, sourcePath?: string) {
    this.json = json;
    this.depth = depth;
    this.name = json.name;
    this.sourcePath = sourcePath;
  }

  fg(color: ThemeColor, text: string): string {
    return this.depth === "none" ? text : `${this.getFgAnsi(color)}${text}\x1b[39m`;
  }

  bg(color: ThemeBg, text: string): string {
    return this.depth === "none" ? text : `${this.getBgAnsi(color)}${text}\x1b[49m`;
  }

  bold(text: string): string {
    return this.attribute(1, 22, text);
  }

  italic(text: string): string {
    return this.attribute(3, 23, text);
  }

  underline(text: string): string {
    return this.attribute(4, 24, text);
  }

  inverse(text: string): string {
    return this.attribute(7, 27, text);
  }

  strikethrough(text: string): string {
    return this.attribute(9, 29, text);
  }

  getFgAnsi(color: ThemeColor): string {
    return this.sequence(color, "fg");
  }

  getBgAnsi(color: ThemeBg): string {
    return this.sequence(color, "bg");
  }

  getColorMode(): ColorDepth {
    return this.depth;
  }

  getThinkingBorderColor(level: ThinkingLevel): (text: string) => string {
    const token = `thinking${level[0]?.toUpperCase()}${level.slice(1)}` as ThemeColor;
    return (text) => this.fg(token, text);
  }

  getBashModeBorderColor(): (text: string) => string {
    return (text) => this.fg("bashMode", text);
  }

  /** The background it was made for: as its file says, or as its text colour suggests. */
  get appearance(): ThemeAppearance {
    if (this.json.appearance) return this.json.appearance;
    const text = this.hex("text") ?? this.hex("userMessageText");
    return text !== undefined && luminance(parseHex(text)) < 0.5 ? "light" : "dark";
  }

  /** The colour as `#rrggbb`, for places that are no terminal; `undefined` where it is the terminal's own. */
  hex(token: ThemeToken): string | undefined {
    return hexOf(this.resolve(token));
  }

  /** The background of a page, where the file names one. */
  pageHex(ground: PageGround): string | undefined {
    const { export: page = {}, vars = {} } = this.json;
    return hexOf(resolveThemeColor(page[ground] ?? "", vars) ?? "");
  }

  private sequence(token: ThemeToken, ground: "fg" | "bg"): string {
    const known = this.sequences.get(token);
    if (known !== undefined) return known;
    const made = colorSequence(this.resolve(token), ground, this.depth);
    this.sequences.set(token, made);
    return made;
  }

  private resolve(token: ThemeToken): ThemeColorValue {
    const { colors, vars = {} } = this.json;
    const fallback = FALLBACKS[token];
    const value = colors[token] ?? (fallback ? colors[fallback] : undefined) ?? "";
    return resolveThemeColor(value, vars) ?? "";
  }

  private attribute(on: number, off: number, text: string): string {
    return this.depth === "none" ? text : `\x1b[${on}m${text}\x1b[${off}m`;
  }
}

function hexOf(value: ThemeColorValue): string | undefined {
  if (value === "") return undefined;
  return typeof value === "number" ? toHex(paletteToRgb(value)) : value;
}
