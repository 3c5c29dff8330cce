import { findBuiltInTheme, Theme, type ThemeToken } from "../../themes/index.ts";

const VARIABLES = {
  "--accent": ["accent", "#88c0d0", "#0b66c2"],
  "--muted": ["muted", "#8a93a5", "#68707c"],
  "--user": ["userMessageBg", "#242833", "#eef1f5"],
  "--tool": ["toolPendingBg", "#1d2027", "#f4f6f8"],
  "--error": ["toolErrorBg", "#3a2124", "#fdecec"],
  "--added": ["toolDiffAdded", "#8fbf7f", "#1a7f37"],
  "--removed": ["toolDiffRemoved", "#d9777f", "#b3261e"],
  "--heading": ["mdHeading", "#e5c07b", "#8a5a00"],
} as const satisfies Record<string, readonly [ThemeToken, string, string]>;

/** What a theme says of exported pages alone. */
const GROUNDS = { "--background": "pageBg", "--tool": "cardBg", "--info": "infoBg" } as const;

/** Both appearances as variables; the reader switches between them. A theme that is given stands for its own appearance. */
export function pageColors(theme: Theme | undefined): string {
  const dark = theme?.appearance === "dark" ? theme : builtIn("dark");
  const light = theme?.appearance === "light" ? theme : builtIn("light");
  const first = theme?.appearance === "light" ? "light" : "dark";
  return `:root, :root[data-theme="${first}"] { ${declarations(first === "dark" ? dark : light, first)} }
:root[data-theme="${first === "dark" ? "light" : "dark"}"] { ${declarations(first === "dark" ? light : dark, first === "dark" ? "light" : "dark")} }`;
}

function builtIn(name: string): Theme | undefined {
  const json = findBuiltInTheme(name);
  return json && Theme.of(json, "truecolor");
}

function declarations(theme: Theme | undefined, appearance: "dark" | "light"): string {
  const base =
    appearance === "dark"
      ? { background: "#16181d", text: "#d8dee9", line: "#2c313c", code: "#1f232b" }
      : { background: "#ffffff", text: "#1f2328", line: "#d8dee4", code: "#f3f5f8" };
  const own = Object.entries(VARIABLES).map(([name, [token, dark, light]]) => {
    return `${name}: ${theme?.hex(token) ?? (appearance === "dark" ? dark : light)};`;
  });
  const grounds = Object.entries(GROUNDS).flatMap(([name, ground]) => {
    const color = theme?.pageHex(ground);
    return color ? [`${name}: ${color};`] : [];
  });
  const plain = Object.entries(base).map(([name, color]) => `--${name}: ${color};`);
  return [...plain, `color-scheme: ${appearance};`, ...own, ...grounds].join(" ");
}
