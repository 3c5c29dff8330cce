import {
  findBuiltInTheme,
  mixRgb,
  parseHex,
  type Rgb,
  Theme,
  type ThemeAppearance,
  type ThemeToken,
  toHex,
} from "../../themes/index.ts";
import { PAGE_TOKENS } from "./marker-theme.ts";

/** CSS variables for text, with the theme token that colours each. */
const TEXTS = {
  "--accent": "accent",
  "--muted": "muted",
  "--added": "toolDiffAdded",
  "--removed": "toolDiffRemoved",
  "--heading": "mdHeading",
  "--link": "mdLink",
  "--quote": "mdQuote",
} as const satisfies Record<string, ThemeToken>;

/** Colours of the page itself. A terminal theme has no tokens for them. */
const BASES = {
  dark: { background: "#16181d", text: "#d8dee9", line: "#2c313c", code: "#1f232b" },
  light: { background: "#ffffff", text: "#1f2328", line: "#d8dee4", code: "#f3f5f8" },
} as const;

/** The eight basic terminal colours, from black to white. */
const BASIC = {
  dark: ["#8a93a5", "#e48282", "#8fbf6a", "#d9b75f", "#7aa7e0", "#c69ae0", "#6fc3c3", "#d8dee9"],
  light: ["#1f2328", "#b32d2d", "#2f6f1e", "#7d5a00", "#1f5fa8", "#7a3aa8", "#0f6b6b", "#57606a"],
} as const;

/** Minimum contrast ratio for text of any size, by the accessibility guidelines (WCAG). */
const CONTRAST = 4.5;

/**
 * Returns the CSS for both appearances, with only the colours that the page uses. A given theme replaces the built-in
 * one of its appearance.
 */
export function pageColors(theme: Theme | undefined, body: string): string {
  const first = theme?.appearance ?? "dark";
  const other = first === "dark" ? "light" : "dark";
  const classes = usedClasses(body);
  const own = appearance(theme ?? builtIn(first), first, classes);
  return `:root, :root[data-theme="${first}"] { ${own} }
:root[data-theme="${other}"] { ${appearance(builtIn(other), other, classes)} }
${classes.map(classRule).join("\n")}`;
}

function builtIn(name: string): Theme | undefined {
  const json = findBuiltInTheme(name);
  return json && Theme.of(json, "truecolor");
}

/** Returns the classes on the page that colour text drawn for a terminal. */
function usedClasses(body: string): string[] {
  const names = [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" "));
  return [...new Set(names.filter((name) => /^(?:on-)?[ac]\d+$/.test(name)))].toSorted();
}

function classRule(name: string): string {
  const property = name.startsWith("on-") ? "background" : "color";
  return `.${name} { ${property}: var(--${name}); }`;
}

function appearance(theme: Theme | undefined, name: ThemeAppearance, classes: readonly string[]): string {
  const base = BASES[name];
  const grounds = groundsOf(theme, name);
  const readable = (color: string) => readableOn(color, Object.values(grounds), base.text);
  const texts = Object.entries(TEXTS).map(([variable, token]) => [variable, readable(theme?.hex(token) ?? base.text)]);
  const used = classes.map((each) => {
    const hex = colorOf(each, theme, name);
    return [`--${each}`, each.startsWith("on-") ? (hex ?? base.background) : readable(hex ?? base.text)];
  });
  const variables = [
    ["--text", readable(base.text)],
    ["--line", base.line],
    ...Object.entries(grounds),
    ...texts,
    ...used,
    ["color-scheme", name],
  ];
  return variables.map(([variable, value]) => `${variable}: ${value};`).join(" ");
}

function colorOf(name: string, theme: Theme | undefined, appearance: ThemeAppearance): string | undefined {
  const number = Number(name.replace(/\D+/g, ""));
  if (name.startsWith("a")) return BASIC[appearance][number];
  const token = PAGE_TOKENS[number];
  return token && theme?.hex(token);
}

/** Returns the backgrounds that text stands on. */
function groundsOf(theme: Theme | undefined, name: ThemeAppearance) {
  const { background, code } = BASES[name];
  const ground = (token: ThemeToken) => theme?.hex(token) ?? code;
  const tint = (token: ThemeToken, under: ThemeToken) =>
    toHex(mixRgb(parseHex(ground(under)), parseHex(theme?.hex(token) ?? code), 0.12));
  return {
    "--background": theme?.pageHex("pageBg") ?? background,
    "--code": code,
    "--tool": theme?.pageHex("cardBg") ?? ground("toolPendingBg"),
    "--info": theme?.pageHex("infoBg") ?? ground("customMessageBg"),
    "--user": ground("userMessageBg"),
    "--error": ground("toolErrorBg"),
    "--added-bg": tint("toolDiffAdded", "toolSuccessBg"),
    "--removed-bg": tint("toolDiffRemoved", "toolErrorBg"),
  };
}

/** Moves the colour towards that of plain text until it is readable on each of the backgrounds. */
function readableOn(color: string, grounds: readonly string[], text: string): string {
  const behind = grounds.map((ground) => luminance(parseHex(ground)));
  const reads = (rgb: Rgb) => behind.every((ground) => contrast(luminance(rgb), ground) >= CONTRAST);
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = parseHex(toHex(mixRgb(parseHex(color), parseHex(text), share)));
    if (reads(mixed)) return toHex(mixed);
  }
  const [black, white] = ["#000000", "#ffffff"];
  return reads(parseHex(text)) ? text : reads(parseHex(black)) ? black : white;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the relative luminance as the accessibility guidelines define it. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
