import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, systemThemeFrom } from "../../../../src/core/themes/built-in/system-from-terminal.ts";
import { parseHex, type Rgb, Theme } from "../../../../src/core/themes/index.ts";
import { ThemeChoice } from "../../../../src/modes/interactive/theme/theme-choice.ts";

const rgb = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)) as fc.Arbitrary<Rgb>;
const colors = fc.record({
  background: rgb,
  foreground: fc.option(rgb, { nil: undefined }),
  ansi: fc.option(fc.array(rgb, { minLength: 16, maxLength: 16 }), { nil: undefined }),
});

test("whatever colours a terminal has, text stands out from its background by 4.5 or all that can be had", () => {
  fc.assert(
    fc.property(colors, (terminal) => {
      const theme = Theme.of(systemThemeFrom(terminal), "truecolor");
      const most = Math.max(contrast([0, 0, 0], terminal.background), contrast([255, 255, 255], terminal.background));
      const text = parseHex(theme.hex("userMessageText") ?? "");
      expect(contrast(text, terminal.background)).toBeGreaterThanOrEqual(Math.min(4.5, most * 0.6));
    }),
  );
});

test("the hues of the terminal's own palette are kept where they can be read", () => {
  const ansi = Array.from({ length: 16 }, (_, index): Rgb => (index === 1 ? [255, 120, 120] : [200, 200, 200]));
  const theme = Theme.of(systemThemeFrom({ background: [0, 0, 0], foreground: [240, 240, 240], ansi }), "truecolor");
  expect(theme.hex("error")).toBe("#ff7878");
  expect(theme.appearance).toBe("dark");
});

test("the background decides between light and dark, and makes the system theme", () => {
  const choice = new ThemeChoice({ setting: "light/dark", depth: "truecolor", others: () => [] });
  expect(choice.current.name).toBe("dark");
  choice.followColors({ background: [250, 250, 250] });
  expect(choice.current.name).toBe("light");
  choice.use("system");
  expect([choice.current.name, choice.current.appearance]).toEqual(["system", "light"]);
  expect(choice.current.hex("userMessageBg")).toBe("#ebebeb");
});

test("on a background of middling grey, the text decides", () => {
  const choice = new ThemeChoice({ setting: "light/dark", depth: "truecolor", others: () => [] });
  const background = [150, 150, 150] as const;
  choice.followColors({ background, foreground: [0, 0, 0] });
  expect(choice.current.name).toBe("light");
  choice.followColors({ background, foreground: [255, 255, 255] });
  expect(choice.current.name).toBe("dark");
});
