import type { SourceInfo } from "../resources/source-info.ts";
import { type ColorDepth, colorSequence, luminance, paletteToRgb, parseHex, toHex } from "./color.ts";
import { resolveThemeColor } from "./resolve-color.ts";
import type { PageGround, ThemeAppearance, ThemeColorValue, ThemeJson } from "./theme-json.ts";
import {
  BACKGROUND_TOKENS,
  OPTIONAL_BACKGROUND_TOKENS,
  OPTIONAL_TOKENS,
  REQUIRED_TOKENS,
  type ThemeBg,
  type ThemeColor,
  type ThemeToken,
} from "./theme-token.ts";

type ThinkingLevel = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

const FALLBACKS: Readonly<Partial<Record<ThemeToken, ThemeToken>>> = {
  ...OPTIONAL_TOKENS,
  ...OPTIONAL_BACKGROUND_TOKENS,
};

export interface ThemeOptions {
  readonly name?: string;
  readonly sourcePath?: string;
  readonly sourceInfo?: SourceInfo;
  readonly appearance?: ThemeAppearance;
  /** Tokens that are drawn faint. */
  readonly dim?: readonly ThemeColor[];
}

/** The style of a piece of text: a theme token or a colour as in a theme file, plus attributes. */
export interface ThemeStyle {
  readonly fg?: ThemeColor | ThemeColorValue;
  readonly bg?: ThemeBg | ThemeColorValue;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strikethrough?: boolean;
}

/** Colours by their purpose. A theme produces strings and knows nothing of the terminal except its number of colours. */
export class Theme {
  readonly name: string;
  readonly sourcePath: string | undefined;
  sourceInfo: SourceInfo | undefined;
  private json: Omit<ThemeJson, "colors"> & { readonly colors: Partial<ThemeJson["colors"]> };
  private readonly depth: ColorDepth;
  private readonly faint: ReadonlySet<string>;
  private readonly sequences = new Map<string, string>();

  constructor(
    fgColors: Readonly<Partial<Record<ThemeColor, ThemeColorValue>>>,
    bgColors: Readonly<Partial<Record<ThemeBg, ThemeColorValue>>>,
    mode: ColorDepth,
    options: ThemeOptions = {},
  ) {
    const { name = "", appearance } = options;
    this.json = { name, ...(appearance ? { appearance } : {}), colors: { ...fgColors, ...bgColors } };
    this.depth = mode;
    this.name = name;
    this.sourcePath = options.sourcePath;
    this.sourceInfo = options.sourceInfo;
    this.faint = new Set(options.dim);
  }

  /** Creates a theme from its file. */
  static of(json: ThemeJson, depth: ColorDepth, sourcePath?: string): Theme {
    const theme = new Theme({}, {}, depth, { name: json.name, ...(sourcePath ? { sourcePath } : {}) });
    theme.json = json;
    return theme;
  }

  /** Every token as `#rrggbb`. The terminal's own colour is replaced by a guess based on the theme's appearance. */
  get colors(): Readonly<Record<ThemeToken, string>> {
    const [ground, text] = this.appearance === "dark" ? ["#000000", "#ffffff"] : ["#ffffff", "#000000"];
    const colors = TOKENS.map((token) => [token, this.hex(token) ?? (isGround(token) ? ground : text)]);
    return Object.fromEntries(colors) as Record<ThemeToken, string>;
  }

  style(text: string, { fg, bg, ...attributes }: ThemeStyle): string {
    if (this.depth === "none") return text;
    let styled = text;
    for (const [name, [on, off]] of Object.entries(ATTRIBUTES)) {
      if (attributes[name as keyof typeof attributes]) styled = this.attribute(on, off, styled);
    }
    if (fg !== undefined) styled = isToken(fg) ? this.fg(fg as ThemeColor, styled) : this.paint(fg, "fg", styled);
    if (bg === undefined) return styled;
    return isToken(bg) ? this.bg(bg as ThemeBg, styled) : this.paint(bg, "bg", styled);
  }

  fg(color: ThemeColor, text: string): string {
    if (this.depth === "none") return text;
    return `${this.getFgAnsi(color)}${text}\x1b[39m${this.faint.has(color) ? "\x1b[22m" : ""}`;
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
    return `${this.faint.has(color) && this.depth !== "none" ? "\x1b[2m" : ""}${this.sequence(color, "fg")}`;
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

  /** The background the theme was made for: as its file says, or as its text colour suggests. */
  get appearance(): ThemeAppearance {
    if (this.json.appearance) return this.json.appearance;
    const text = this.hex("text") ?? this.hex("userMessageText");
    return text !== undefined && luminance(parseHex(text)) < 0.5 ? "light" : "dark";
  }

  /** Returns the colour as `#rrggbb` for output other than a terminal; `undefined` for the terminal's own colour. */
  hex(token: ThemeToken): string | undefined {
    return hexOf(this.resolve(token));
  }

  /** Returns a background of the exported page, if the file defines it. */
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

  private paint(value: ThemeColorValue, ground: "fg" | "bg", text: string): string {
    return `${colorSequence(value, ground, this.depth)}${text}\x1b[${ground === "fg" ? 39 : 49}m`;
  }

  private attribute(on: number, off: number, text: string): string {
    return this.depth === "none" ? text : `\x1b[${on}m${text}\x1b[${off}m`;
  }
}

const ATTRIBUTES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  strikethrough: [9, 29],
} as const;

const TOKENS = [...REQUIRED_TOKENS, ...Object.keys(FALLBACKS)] as readonly ThemeToken[];

function isToken(value: ThemeColorValue): boolean {
  return TOKENS.includes(value as ThemeToken);
}

function isGround(token: ThemeToken): boolean {
  return (BACKGROUND_TOKENS as readonly string[]).includes(token) || token in OPTIONAL_BACKGROUND_TOKENS;
}

function hexOf(value: ThemeColorValue): string | undefined {
  if (value === "") return undefined;
  return typeof value === "number" ? toHex(paletteToRgb(value)) : value;
}
