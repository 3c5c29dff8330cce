import { expect, test } from "vitest";
import { luminance, parseHex } from "../../../src/core/themes/color.ts";
import {
  builtInThemes,
  findBuiltInTheme,
  Theme,
  type ThemeColor,
  type ThemeJson,
} from "../../../src/core/themes/index.ts";
import { REQUIRED_TOKENS } from "../../../src/core/themes/theme-token.ts";

test("every built-in theme names every required token and has a name of its own", () => {
  const themes = builtInThemes();
  for (const theme of themes) expect(Object.keys(theme.colors).sort()).toEqual([...REQUIRED_TOKENS].sort());
  expect(new Set(themes.map(({ name }) => name)).size).toBe(themes.length);
  expect(themes.length).toBeGreaterThanOrEqual(9);
});

/** Backgrounds that terminals come with: a theme names none. */
const TERMINALS = { dark: ["#000000", "#1e1e1e", "#282c34"], light: ["#ffffff", "#fdf6e3"] };
const GROUNDS = ["userMessageBg", "toolPendingBg", "toolSuccessBg", "toolErrorBg", "selectedBg"] as const;
const READ = [
  ...(["accent", "success", "error", "warning", "muted", "thinkingText", "userMessageText", "toolTitle"] as const),
  ...(["toolOutput", "toolDiffAdded", "toolDiffRemoved", "toolDiffContext", "mdHeading", "mdLink", "mdCode"] as const),
  ...(["mdCodeBlock", "mdQuote", "syntaxKeyword", "syntaxFunction", "syntaxVariable", "syntaxString"] as const),
  ...(["syntaxNumber", "syntaxType", "syntaxOperator"] as const),
];
const STANDS_BACK = ["dim", "mdLinkUrl", "mdCodeBlockBorder", "mdHr", "syntaxComment"] as const;

test("what is to be read in a built-in theme has a contrast of 4.5 on every ground, what stands back one of 3", () => {
  const unreadable = builtInThemes()
    .filter(({ name }) => name !== "system")
    .flatMap((json) => {
      const theme = Theme.of(json, "truecolor");
      const grounds = [...GROUNDS.map((token) => theme.hex(token) ?? ""), ...TERMINALS[json.appearance ?? "dark"]];
      const least = (token: ThemeColor) =>
        Math.min(...grounds.map((ground) => contrast(theme.hex(token) ?? "", ground)));
      return [...READ.filter((token) => least(token) < 4.5), ...STANDS_BACK.filter((token) => least(token) < 3)].map(
        (token) => `${json.name} ${token} ${least(token).toFixed(2)}`,
      );
    });
  expect(unreadable).toEqual([]);
});

test("with the safe themes, added and removed, done and failed are told apart with any colour vision", () => {
  /** What is seen without one kind of cone (Machado and others, 2009). */
  const visions = {
    protanopia: [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
    deuteranopia: [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
    tritanopia: [1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304],
  };
  const seen = (hex: string, matrix: readonly number[]) => {
    const color = parseHex(hex);
    return [0, 1, 2].map((row) => color.reduce((sum, part, column) => sum + part * (matrix[row * 3 + column] ?? 0), 0));
  };
  for (const name of ["dark-safe", "light-safe"])
    for (const matrix of Object.values(visions)) {
      const theme = Theme.of(findBuiltInTheme(name) as ThemeJson, "truecolor");
      const [added = [], removed = []] = (["toolDiffAdded", "toolDiffRemoved"] as const).map((token) =>
        seen(theme.hex(token) ?? "", matrix),
      );
      const distance = Math.hypot(...added.map((part, index) => part - (removed[index] ?? 0)));
      expect(distance).toBeGreaterThan(80);
    }
});

test("a colour is written in what the terminal can show, and closed again", () => {
  const json = withAccent("#ff0000");
  expect(Theme.of(json, "truecolor").fg("accent", "x")).toBe("\x1b[38;2;255;0;0mx\x1b[39m");
  expect(Theme.of(json, "256color").fg("accent", "x")).toBe("\x1b[38;5;196mx\x1b[39m");
  expect(Theme.of(json, "16color").fg("accent", "x")).toBe("\x1b[91mx\x1b[39m");
  expect(Theme.of(json, "none").fg("accent", "x")).toBe("x");
  expect(Theme.of(json, "none").bold("x")).toBe("x");
});

test("a colour may be a palette index, a variable, or the terminal's own", () => {
  expect(Theme.of(withAccent(42), "truecolor").getFgAnsi("accent")).toBe("\x1b[38;5;42m");
  expect(Theme.of({ ...withAccent("brand"), vars: { brand: "#010203" } }, "truecolor").getFgAnsi("accent")).toBe(
    "\x1b[38;2;1;2;3m",
  );
  expect(Theme.of(withAccent(""), "truecolor").getFgAnsi("accent")).toBe("\x1b[39m");
  expect(Theme.of(withAccent("missing"), "truecolor").getFgAnsi("accent")).toBe("\x1b[39m");
});

test("variables may name variables, and colours may be said as people see them", () => {
  const accentOf = (accent: string, vars = {}) => Theme.of({ ...withAccent(accent), vars }, "truecolor").hex("accent");
  expect(accentOf("a", { a: "b", b: "okhsl(29.2338 100% 56.81%)" })).toBe("#ff0000");
  expect(accentOf("oklch(62.796% 0.25768 29.234)")).toBe("#ff0000");
  expect(accentOf("okhsl(264.052 100% 36.6565%)")).toBe("#0000ff");
  expect(accentOf("okhsl(142.495 100% 84.4529%)")).toBe("#00ff00");
  expect(accentOf("okhsl(0 0% 53.38%)")).toBe("#808080");
  expect(accentOf("oklch(70% 0.4 150)")).toBe(accentOf("oklch(70% 0.3 150)"));
  expect(accentOf("a", { a: "b", b: "a" })).toBeUndefined();
});

test("a token that a theme leaves out takes the colour of its fallback", () => {
  const theme = Theme.of(withAccent("#000000"), "truecolor");
  expect(theme.getFgAnsi("thinkingMax")).toBe(theme.getFgAnsi("thinkingXhigh"));
  expect(theme.getBgAnsi("searchMatchBg")).toBe(theme.getBgAnsi("selectedBg"));
  expect(theme.getFgAnsi("searchMatchText")).toBe(theme.getFgAnsi("text"));
  expect(theme.getFgAnsi("scrollbarTrack")).toBe(theme.getFgAnsi("muted"));
  expect(theme.getFgAnsi("scrollbarThumb")).toBe(theme.getFgAnsi("text"));
});

test("the appearance is declared, or follows from the text colour", () => {
  const { appearance: _, ...json } = withAccent("#000000");
  expect(Theme.of({ ...json, colors: { ...json.colors, text: "#101010" } }, "truecolor").appearance).toBe("light");
  expect(Theme.of({ ...json, colors: { ...json.colors, text: "#f0f0f0" } }, "truecolor").appearance).toBe("dark");
  expect(Theme.of(findBuiltInTheme("light") as ThemeJson, "truecolor").appearance).toBe("light");
});

test("a style takes tokens, colours and attributes; the token of the other ground by its concrete colour", () => {
  const theme = Theme.of(withAccent("#010203"), "truecolor");
  expect(theme.style("x", { fg: "accent", bg: "#040506", bold: true })).toBe(
    "\x1b[48;2;4;5;6m\x1b[38;2;1;2;3m\x1b[1mx\x1b[22m\x1b[39m\x1b[49m",
  );
  expect(theme.style("x", { fg: theme.colors.userMessageBg })).toContain("\x1b[38;2;");
  expect(Theme.of(withAccent("#010203"), "none").style("x", { fg: "accent", dim: true })).toBe("x");
});

test("a theme made of colours: some faint, the terminal's own guessed by what it was made for", () => {
  const theme = new Theme({ accent: "#ff0000", text: "" }, { selectedBg: 42 }, "truecolor", {
    name: "mine",
    appearance: "light",
    dim: ["accent"],
  });
  expect([theme.name, theme.appearance]).toEqual(["mine", "light"]);
  expect(theme.fg("accent", "x")).toBe("\x1b[2m\x1b[38;2;255;0;0mx\x1b[39m\x1b[22m");
  const { accent, text, selectedBg, userMessageBg } = theme.colors;
  expect({ accent, text, selectedBg, userMessageBg }).toEqual({
    accent: "#ff0000",
    text: "#000000",
    selectedBg: "#00d787",
    userMessageBg: "#ffffff",
  });
});

function withAccent(accent: string | number): ThemeJson {
  const json = findBuiltInTheme("dark") as ThemeJson;
  return { ...json, colors: { ...json.colors, accent } };
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [a, b].map((hex) => relative(hex)).sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function relative(hex: string): number {
  const linear = parseHex(hex).map((part) => {
    const share = part / 255;
    return 255 * (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  });
  return luminance(linear as unknown as [number, number, number]);
}
