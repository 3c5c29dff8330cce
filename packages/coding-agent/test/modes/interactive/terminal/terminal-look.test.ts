import { visibleWidth } from "@tau/tui";
import { expect, test } from "vitest";
import { toAscii } from "../../../../src/modes/interactive/terminal/ascii-terminal.ts";
import { chooseLook } from "../../../../src/modes/interactive/terminal/terminal-look.ts";

const settings = { ascii: "auto", plain: false } as const;

test("a flag wins over the environment, and the environment over the settings", () => {
  const env = { TERM: "xterm-256color", LANG: "C.UTF-8" };
  const look = (flags: object, more: object, wished: object = settings) =>
    chooseLook({ flags, env: { ...env, ...more }, settings: { ...settings, ...wished } });
  expect(look({}, {})).toEqual({ ascii: false, plain: false });
  expect(look({ ascii: true, plain: true }, { TAU_ASCII: "0", TAU_PLAIN: "0" })).toEqual({ ascii: true, plain: true });
  expect(look({}, { TAU_ASCII: "0", TAU_PLAIN: "1" }, { ascii: true })).toEqual({ ascii: false, plain: true });
  expect(look({}, {}, { ascii: true, plain: true })).toEqual({ ascii: true, plain: true });
});

test("left to itself, the kernel's console and a locale without line art get ASCII, and a dumb terminal is not drawn on", () => {
  const look = (env: Record<string, string>) => chooseLook({ flags: {}, settings, env });
  expect(look({ TERM: "linux" })).toEqual({ ascii: true, plain: false });
  expect(look({ TERM: "xterm", LANG: "de_DE.ISO-8859-1" })).toEqual({ ascii: true, plain: false });
  expect(look({ TERM: "xterm", LANG: "C" })).toEqual({ ascii: false, plain: false });
  expect(look({ TERM: "dumb" })).toEqual({ ascii: true, plain: true });
});

test("every sign has a stand-in of its own width, and letters of any script stay", () => {
  const drawn = "╭─ Theme ──╮ │→ dark ✓│ ⠹ Working… ↑400 ↓40 · “x” — ▸ ● █▌";
  expect(toAscii(drawn)).toBe('+- Theme --+ |> dark x| / Working~ ^400 v40 - "x" - > * #|');
  expect(visibleWidth(toAscii(drawn))).toBe(visibleWidth(drawn));
  expect(toAscii("é 日本 ß")).toBe("é 日本 ß");
});
