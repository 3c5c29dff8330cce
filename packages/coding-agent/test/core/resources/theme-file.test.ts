import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadTheme } from "../../../src/core/resources/index.ts";
import { builtInThemes } from "../../../src/core/themes/index.ts";
import { REQUIRED_TOKENS } from "../../../src/core/themes/theme-token.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const colors = Object.fromEntries(REQUIRED_TOKENS.map((token) => [token, "#fff"]));

function load(theme: object | string) {
  const path = join(temporaryDirectory(), "theme.json");
  writeFileSync(path, typeof theme === "string" ? theme : JSON.stringify(theme, null, 1));
  const { items, diagnostics = [] } = loadTheme(path, (file) => ({
    path: file,
    source: "native",
    scope: "user",
    origin: "top-level",
  }));
  return {
    themes: items.map(({ theme: each }) => each),
    problems: diagnostics.map(({ line, message }) => `${line} ${message}`),
  };
}

test("every form of a colour is taken", () => {
  const theme = {
    name: "mine",
    appearance: "dark",
    vars: { a: "b", b: "#00aaff", c: 39 },
    colors: {
      ...colors,
      accent: "a",
      border: "",
      error: 255,
      text: "oklch(62% 0.1 200)",
      dim: "okhsl(250 60% 55%)",
      thinkingMax: "c",
    },
    export: { pageBg: "#000", cardBg: "a", infoBg: 17 },
  };
  expect(load(theme)).toEqual({ themes: [theme], problems: [] });
});

test("the built-in themes are files one could write", () => {
  for (const theme of builtInThemes())
    if (theme.name !== "system") expect(load(theme)).toEqual({ themes: [theme], problems: [] });
});

test("what is wrong is told by line, and the theme is not loaded", () => {
  const { accent: _, ...without } = colors;
  expect(load({ name: "x", colors: without })).toEqual({ themes: [], problems: ["3 lacks the colours accent"] });
  expect(load({ name: "a/b", colors: { ...colors, extra: 1 }, more: 1 }).problems).toEqual([
    '2 "a/b" is no name for a theme',
    expect.stringMatching(/^\d+ "more" is not part of a theme$/),
    expect.stringMatching(/^\d+ "colors.extra" is not part of a theme$/),
  ]);
  expect(
    load({ name: "x", vars: { a: "b", b: "a" }, colors: { ...colors, accent: "nowhere", text: "a" } }).problems,
  ).toEqual([
    '4 "b" is neither a colour nor a variable that leads to one',
    '5 "a" is neither a colour nor a variable that leads to one',
    expect.stringMatching(/^\d+ "nowhere" is neither a colour nor a variable that leads to one$/),
    expect.stringMatching(/^\d+ "a" is neither a colour nor a variable that leads to one$/),
  ]);
  expect(load({ name: "x", colors: { ...colors, accent: 256 } }).problems).toEqual([
    expect.stringMatching(/"colors.accent" must be a colour; ignored$/),
  ]);
  expect(load({ name: "x", colors: { ...colors, accent: "okhsl(red)" }, export: { pageBg: "b" } }).problems).toEqual([
    expect.stringMatching(/"okhsl\(red\)" is neither a colour nor/),
    expect.stringMatching(/"b" is neither a colour nor/),
  ]);
  expect(load("{ nonsense").problems).toEqual([expect.stringContaining("1 is not JSON")]);
});
