import fc from "fast-check";
import { expect, test } from "vitest";
import { CURSOR_MARKER, TuiMainScreen, visibleWidth } from "../../src/index.ts";
import { screenLine } from "../../src/render/lines/screen-line.ts";
import { Lines } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

test("plain text passes, without the blanks at its end", () => {
  expect(screenLine("hello  ", 20)).toEqual({ text: "hello", width: 5 });
});

test("styles and hyperlinks pass and are ended", () => {
  expect(screenLine("\x1b[1mbold", 20)).toEqual({ text: "\x1b[1mbold\x1b[0m", width: 4 });
  expect(screenLine("\x1b]8;;https://a.b\x07link", 20)).toEqual({
    text: "\x1b]8;;https://a.b\x07link\x1b]8;;\x07",
    width: 4,
  });
});

test("blanks that carry a background or a line stay", () => {
  expect(screenLine("\x1b[44mx  \x1b[49m", 20).width).toBe(3);
  expect(screenLine("\x1b[44mx  ", 20).width).toBe(3);
  expect(screenLine("\x1b[31mx  ", 20).width).toBe(1);
});

test("tabs are blanks", () => {
  expect(screenLine("a\tb", 20)).toEqual({ text: "a   b", width: 5 });
});

test("the cursor marker is taken out and its column kept within the screen", () => {
  expect(screenLine(`日${CURSOR_MARKER}x`, 20)).toEqual({ text: "日x", width: 3, cursor: 2 });
  expect(screenLine(`full${CURSOR_MARKER}`, 4)).toEqual({ text: "full", width: 4, cursor: 3 });
});

const HOSTILE = [
  "\x1b[2J",
  "\x1b[H",
  "\x1b[10A",
  "\x1b[5;5H",
  "\x1b[?1049h",
  "\x1b[?25h",
  "\x1b[3J",
  "\x1b[!p",
  "\x1bc",
  "\x1b7",
  "\x1b8",
  "\x1bM",
  "\x1bD",
  "\x1b]0;pwned\x07",
  "\x1b]2;pwned\x1b\\",
  "\x1b]52;c;cHduZWQ=\x07",
  "\x1b]1337;SetMark\x07",
  "\x1b]9;4;1;50\x07",
  "\x1b]8;;http://x\x9cpwned\x07",
  "\x1bP1$r0m\x1b\\",
  "\x1bPq#0;2;0;0;0~~\x1b\\",
  "\x1b_Ga=T,f=24;AAAA\x1b\\",
  "\x1b^pm\x1b\\",
  "\x9b2J",
  "\x9d0;pwned\x9c",
  "\x90q\x9c",
  "\r",
  "\n",
  "\v",
  "\f",
  "\b\b\b",
  "\x07",
  "\x0e",
  "\x7f",
  "\x1b",
  "\x1b[",
  "\x1b]0;open",
  "\x1b[6n",
  "\x1b[c",
  "\x1b[>4;2m",
  "\x1b[?7h",
  "\x1b(0",
  "\x1b%@",
  "\u2028",
  "\u0085",
];

test("hostile content moves nothing, sets nothing and asks nothing", async () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom("\x1b[31m", "\x1b[0m", "\x1b]8;;http://ok\x07", "text", "日本", "é", "\t"),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const terminal = new VirtualTerminal(30, 6);
      const answers: string[] = [];
      terminal.emulator.onReply((data) => answers.push(data));
      const tui = new TuiMainScreen(terminal, true);
      tui.addChild(new Lines("before", pieces.join(""), `after${CURSOR_MARKER}`));
      tui.start();
      tui.renderNow();
      await terminal.flush();
      const { screen, cursor, title } = terminal;
      expect({ cursor, title, answers, isAlternate: terminal.emulator.isAlternateScreen }).toEqual({
        cursor: { row: 2, column: 5, isVisible: true },
        title: "",
        answers: [],
        isAlternate: false,
      });
      expect([screen[0], ...screen.slice(2)]).toEqual(["before", "after", "", "", ""]);
      expect(terminal.cell(2, 0).foreground).toBe("default");
      tui.stop();
      terminal.emulator[Symbol.dispose]();
    }),
    { numRuns: 400 },
  );
});

test("no line is ever wider than the screen, and what was cut is measured right", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      const line = screenLine(text, width);
      expect(visibleWidth(line.text)).toBe(line.width);
      expect(line.width).toBeLessThanOrEqual(width);
    }),
  );
});
