import type { ThemeAppearance, ThemeJson } from "./theme-json.ts";

/** The few colours from which a built-in theme is derived. */
export interface Palette {
  readonly name: string;
  readonly appearance: ThemeAppearance;
  readonly text: string;
  readonly muted: string;
  readonly dim: string;
  readonly line: string;
  readonly accent: string;
  readonly second: string;
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly string: string;
  readonly number: string;
  readonly keyword: string;
  readonly type: string;
  /** Backgrounds, from the faintest to the strongest. */
  readonly panel: string;
  readonly panelGood: string;
  readonly panelBad: string;
  readonly selected: string;
  /** Colours for the effort level, from low to high. */
  readonly ramp: readonly [string, string, string, string, string];
}

/** Expands the palette to the tokens of a theme file. */
export function themeFromPalette(palette: Palette): ThemeJson {
  return {
    name: palette.name,
    appearance: palette.appearance,
    colors: { ...chrome(palette), ...content(palette), ...syntax(palette), ...effort(palette) },
  };
}

function chrome({
  accent,
  line,
  second,
  good,
  bad,
  warn,
  muted,
  dim,
  text,
  panel,
  panelGood,
  panelBad,
  selected,
}: Palette) {
  return {
    accent,
    border: second,
    borderAccent: accent,
    borderMuted: line,
    success: good,
    error: bad,
    warning: warn,
    muted,
    dim,
    text: "",
    thinkingText: muted,
    selectedBg: selected,
    userMessageBg: panel,
    userMessageText: text,
    customMessageBg: panel,
    customMessageText: text,
    customMessageLabel: second,
    toolPendingBg: panel,
    toolSuccessBg: panelGood,
    toolErrorBg: panelBad,
    toolTitle: text,
    toolOutput: muted,
  };
}

function content({ accent, second, muted, dim, line, good, bad, text }: Palette) {
  return {
    mdHeading: accent,
    mdLink: second,
    mdLinkUrl: dim,
    mdCode: second,
    mdCodeBlock: text,
    mdCodeBlockBorder: dim,
    mdQuote: muted,
    mdQuoteBorder: line,
    mdHr: dim,
    mdListBullet: accent,
    toolDiffAdded: good,
    toolDiffRemoved: bad,
    toolDiffContext: muted,
  };
}

function syntax({ dim, keyword, second, text, string, number, type, muted }: Palette) {
  return {
    syntaxComment: dim,
    syntaxKeyword: keyword,
    syntaxFunction: second,
    syntaxVariable: text,
    syntaxString: string,
    syntaxNumber: number,
    syntaxType: type,
    syntaxOperator: muted,
    syntaxPunctuation: muted,
  };
}

function effort({ line, ramp: [minimal, low, medium, high, xhigh], good }: Palette) {
  return {
    thinkingOff: line,
    thinkingMinimal: minimal,
    thinkingLow: low,
    thinkingMedium: medium,
    thinkingHigh: high,
    thinkingXhigh: xhigh,
    bashMode: good,
  };
}
