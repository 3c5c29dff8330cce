import { waitUntil } from "@tau/testkit";
import { afterEach, expect, test } from "vitest";
import { Markdown, TuiAltScreen, TuiMainScreen } from "../../src/index.ts";
import { resetEmojiWidths, setEmojiWidths } from "../../src/text/cluster-width.ts";
import { visibleWidth } from "../../src/text/visible-width.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";
import { markdownTheme } from "../themes.ts";

const TABLE = `| who | what |
| --- | --- |
| 👩‍💻 | writes |
| 👨‍👩‍👧‍👦 | reads |
| 👍🏽 | agrees |
| ⚠️ | warns |
| 1️⃣ | first |
| 🇩🇪 | flag |
| 漢 | plain |`;

afterEach(resetEmojiWidths);

/** The columns at which the second border of each row of the table stands. */
function borders(terminal: VirtualTerminal): number[] {
  return Array.from({ length: terminal.rows }, (_, row) => terminal.emulator.row(row))
    .map((cells) => cells.flatMap(({ text }, column) => (text === "│" ? [column] : []))[1] ?? -1)
    .filter((column) => column > 0);
}

test.each([
  ["regular", "whole"],
  ["regular", "parts"],
  ["fullscreen", "whole"],
  ["fullscreen", "parts"],
] as const)(
  "on a %s screen a table with emoji is straight where the terminal shows them by %s",
  async (mode, emoji) => {
    const terminal = new VirtualTerminal(40, 24, 1000, emoji);
    const tui = mode === "regular" ? new TuiMainScreen(terminal) : new TuiAltScreen(terminal);
    tui.addChild(new Markdown(TABLE, 0, 0, markdownTheme));
    tui.start();
    const isStraight = async () => {
      await terminal.emulator.settled();
      const columns = borders(terminal);
      return columns.length >= 8 && new Set(columns).size === 1 ? true : undefined;
    };
    await waitUntil(isStraight, { describe: () => `${borders(terminal)}\n${terminal.screen.join("\n")}` });
    expect(terminal.screen.join("\n").match(/👩‍💻/g)).toHaveLength(1);
    tui.stop();
  },
);

test("a screen without such emoji asks nothing", async () => {
  const terminal = new VirtualTerminal(40, 24);
  const tui = new TuiMainScreen(terminal);
  tui.addChild(new Markdown("plain 😀 漢", 0, 0, markdownTheme));
  tui.start();
  tui.renderNow();
  await terminal.emulator.settled();
  expect(terminal.writes.join("")).not.toContain("\x1b[6n");
  tui.stop();
});

test("a terminal that does not answer is drawn for as before", async () => {
  const terminal = new VirtualTerminal(40, 24);
  terminal.answers = false;
  const tui = new TuiMainScreen(terminal);
  tui.addChild(new Markdown("⚠️ careful", 0, 0, markdownTheme));
  tui.start();
  tui.renderNow();
  tui.renderNow();
  await terminal.emulator.settled();
  expect(terminal.screen[0]).toBe("⚠️ careful");
  tui.stop();
  expect(visibleWidth("⚠️")).toBe(2);
});

test("widths are those of the parts that the terminal shows", () => {
  const all = ["👩‍💻", "👍🏽", "❤️", "1️⃣", "🏳️‍🌈", "👩🏽‍💻", "🇩🇪", "😀"];
  expect(all.map(visibleWidth)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  setEmojiWidths({ joined: false, toned: false, selected: false, flagged: false });
  expect(all.map(visibleWidth)).toEqual([4, 4, 1, 1, 3, 6, 4, 2]);
  // As tmux 3.3 has it.
  setEmojiWidths({ joined: true, toned: false, selected: false, flagged: true });
  expect(all.map(visibleWidth)).toEqual([2, 4, 1, 1, 1, 4, 2, 2]);
});
