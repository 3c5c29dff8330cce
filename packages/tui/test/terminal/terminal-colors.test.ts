import { expect, test } from "vitest";
import { parseOsc11BackgroundColor, parseTerminalColorSchemeReport } from "../../src/index.ts";

test("a background colour is read in every precision and form", () => {
  const white = { r: 255, g: 255, b: 255 };
  expect(parseOsc11BackgroundColor("\x1b]11;rgb:ffff/ffff/ffff\x07")).toEqual(white);
  expect(parseOsc11BackgroundColor("\x1b]11;rgb:f/f/f\x1b\\")).toEqual(white);
  expect(parseOsc11BackgroundColor("\x1b]11;#ffffff\x07")).toEqual(white);
  expect(parseOsc11BackgroundColor("\x1b]11;rgba:1e1e/1e1e/2e2e/ffff\x07")).toEqual({ r: 30, g: 30, b: 46 });
});

test("anything else is no colour", () => {
  for (const reply of ["\x1b]11;?\x07", "\x1b]10;rgb:0/0/0\x07", "\x1b]11;rgb:0/0\x07", "\x1b]11;#12345\x07", "x"]) {
    expect(parseOsc11BackgroundColor(reply)).toBeUndefined();
  }
});

test("a colour scheme report is dark or light", () => {
  expect(parseTerminalColorSchemeReport("\x1b[?997;1n")).toBe("dark");
  expect(parseTerminalColorSchemeReport("\x1b[?997;2n")).toBe("light");
  expect(parseTerminalColorSchemeReport("\x1b[?997;3n")).toBeUndefined();
});
