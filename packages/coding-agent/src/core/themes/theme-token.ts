export const BACKGROUND_TOKENS = [
  "selectedBg",
  "userMessageBg",
  "customMessageBg",
  "toolPendingBg",
  "toolSuccessBg",
  "toolErrorBg",
] as const;

const REQUIRED_FOREGROUND_TOKENS = [
  "accent",
  "border",
  "borderAccent",
  "borderMuted",
  "success",
  "error",
  "warning",
  "muted",
  "dim",
  "text",
  "thinkingText",
  "userMessageText",
  "customMessageText",
  "customMessageLabel",
  "toolTitle",
  "toolOutput",
  "mdHeading",
  "mdLink",
  "mdLinkUrl",
  "mdCode",
  "mdCodeBlock",
  "mdCodeBlockBorder",
  "mdQuote",
  "mdQuoteBorder",
  "mdHr",
  "mdListBullet",
  "toolDiffAdded",
  "toolDiffRemoved",
  "toolDiffContext",
  "syntaxComment",
  "syntaxKeyword",
  "syntaxFunction",
  "syntaxVariable",
  "syntaxString",
  "syntaxNumber",
  "syntaxType",
  "syntaxOperator",
  "syntaxPunctuation",
  "thinkingOff",
  "thinkingMinimal",
  "thinkingLow",
  "thinkingMedium",
  "thinkingHigh",
  "thinkingXhigh",
  "bashMode",
] as const;

/** Optional tokens, each with the required token that it falls back to. */
export const OPTIONAL_TOKENS = {
  scrollbarTrack: "muted",
  scrollbarThumb: "text",
  searchMatchText: "text",
  thinkingMax: "thinkingXhigh",
} as const;

export const OPTIONAL_BACKGROUND_TOKENS = { searchMatchBg: "selectedBg" } as const;

/** Tokens that a theme file must define. */
export const REQUIRED_TOKENS = [...REQUIRED_FOREGROUND_TOKENS, ...BACKGROUND_TOKENS] as const;

export type ThemeBg = (typeof BACKGROUND_TOKENS)[number] | keyof typeof OPTIONAL_BACKGROUND_TOKENS;
export type ThemeColor = (typeof REQUIRED_FOREGROUND_TOKENS)[number] | keyof typeof OPTIONAL_TOKENS;
export type ThemeToken = ThemeColor | ThemeBg;
export type RequiredThemeToken = (typeof REQUIRED_TOKENS)[number];
