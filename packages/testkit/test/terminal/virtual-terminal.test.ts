import { VirtualTerminal } from "@tau/testkit";
import { expect, test } from "vitest";

test("P-TUI-49 the screen is what was drawn, the scrollback what has left it", async () => {
  using terminal = new VirtualTerminal({ columns: 10, rows: 3 });
  await terminal.feed("one\r\ntwo\r\nthree\r\nfour\r\nfive");
  expect(terminal.screen()).toEqual(["three", "four", "five"]);
  expect(terminal.scrollback()).toEqual(["one", "two"]);
  expect(terminal.text()).toBe("one\ntwo\nthree\nfour\nfive");
});

test("cells carry text, width, colours and styles", async () => {
  using terminal = new VirtualTerminal({ columns: 10, rows: 2 });
  await terminal.feed("\x1b[1;31mA\x1b[0m\x1b[38;2;1;2;255;48;5;200;3;4mB\x1b[0m日");
  const plain = { foreground: "default", background: "default", styles: [] };
  expect(terminal.row(0).slice(0, 4)).toEqual([
    { ...plain, text: "A", width: 1, foreground: { palette: 1 }, styles: ["bold"] },
    {
      text: "B",
      width: 1,
      foreground: { rgb: "#0102ff" },
      background: { palette: 200 },
      styles: ["italic", "underline"],
    },
    { ...plain, text: "日", width: 2 },
    { ...plain, text: "", width: 0 },
  ]);
});

test("a cluster of several code points takes the cells of one character", async () => {
  using terminal = new VirtualTerminal({ columns: 10, rows: 1 });
  await terminal.feed("👩‍💻é!");
  expect(
    terminal
      .row(0)
      .slice(0, 4)
      .map(({ text, width }) => [text, width]),
  ).toEqual([
    ["👩‍💻", 2],
    ["", 0],
    ["é", 1],
    ["!", 1],
  ]);
});

test("the cursor has a place and may be hidden", async () => {
  using terminal = new VirtualTerminal({ columns: 10, rows: 5 });
  await terminal.feed("\x1b[3;4H\x1b[?25l");
  expect(terminal.cursor).toEqual({ row: 2, column: 3, isVisible: false });
  await terminal.feed("\x1b[?25h");
  expect(terminal.cursor.isVisible).toBe(true);
});

test("resizing, the alternate screen, modes, the title and the bytes written can be seen", async () => {
  using terminal = new VirtualTerminal({ columns: 10, rows: 5 });
  terminal.resize(20, 6);
  await terminal.feed("\x1b[?1049h\x1b[?2004h\x1b]0;tau\x07é");
  expect([terminal.columns, terminal.rows]).toEqual([20, 6]);
  expect(terminal.isAlternateScreen).toBe(true);
  expect(terminal.modes.bracketedPasteMode).toBe(true);
  expect(terminal.title).toBe("tau");
  expect(terminal.bytesWritten).toBe(8 + 8 + 8 + 2);
});

test("it answers queries as a terminal does", async () => {
  using terminal = new VirtualTerminal();
  const replies: string[] = [];
  terminal.onReply((data) => replies.push(data));
  await terminal.feed("ab\x1b[6n");
  expect(replies).toEqual(["\x1b[1;3R"]);
});

test("waiting for text ends when it appears, or says what was there instead", async () => {
  using terminal = new VirtualTerminal({ columns: 20, rows: 2 });
  const seen = terminal.waitForText(/rea.y/);
  terminal.write("not yet ");
  terminal.write("ready");
  await seen;
  await expect(terminal.waitForText("gone", 1)).rejects.toThrow(/never showed gone. It shows:\nnot yet ready/);
});

test("a screen that got narrower ends at its edge, the alternate one too", async () => {
  using terminal = new VirtualTerminal({ columns: 20, rows: 3 });
  await terminal.feed("\x1b[?1049hfrom edge to edge ..");
  terminal.resize(10, 3);
  expect(terminal.screen()[0]).toBe("from edge ");
});
