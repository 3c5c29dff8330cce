import { expect, test } from "vitest";
import { Container, CURSOR_MARKER, renderFakeCursor, Spacer, TuiAltScreen, TuiMainScreen } from "../../src/index.ts";
import { Lines, numbered } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

async function screenOf(columns: number, rows: number, ...children: Lines[]) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  for (const child of children) tui.addChild(child);
  tui.start();
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
    return terminal.takeWrites();
  };
  await frame();
  return { terminal, tui, frame };
}

test("P-TUI-1 a change in one middle line writes only that line", async () => {
  const body = new Lines("one", "two", "three");
  const { terminal, frame } = await screenOf(20, 5, body);
  body.lines = ["one", "TWO", "three"];
  const bytes = await frame();
  expect(terminal.screen).toEqual(["one", "TWO", "three", "", ""]);
  expect(bytes).toContain("TWO");
  expect(bytes).not.toMatch(/one|three/);
});

test("P-TUI-2 identical frames write nothing", async () => {
  const { frame } = await screenOf(20, 5, new Lines("one", "two"));
  expect(await frame()).toBe("");
});

test("P-TUI-3 a frame is one write within one synchronized-output pair", async () => {
  const body = new Lines("one", "two");
  const { terminal, tui } = await screenOf(20, 5, body);
  body.lines = ["1", "2", "3"];
  tui.renderNow();
  expect(terminal.writes).toHaveLength(1);
  expect(terminal.writes[0]).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
  expect(terminal.writes[0]?.match(/\x1b\[\?2026h/g)).toHaveLength(1);
});

test("P-TUI-6 a change above the visible rows costs nothing and leaves the scrollback alone", async () => {
  const old = new Lines(...numbered("old ", 0, 10));
  const recent = new Lines(...numbered("new ", 0, 5));
  const { terminal, frame } = await screenOf(20, 5, old, recent);
  old.lines = numbered("CHANGED ", 0, 30);
  const renders = old.renders;
  expect(await frame()).toBe("");
  expect(old.renders - renders).toBeLessThanOrEqual(1);
  expect(terminal.scrollback).toEqual(numbered("old ", 0, 10));
  expect(terminal.screen).toEqual(numbered("new ", 0, 5));
});

test("P-TUI-7 12 lines that shrink to 7 in 5 rows show the last 5", async () => {
  const body = new Lines(...numbered("line ", 0, 12));
  const { terminal, frame } = await screenOf(20, 5, body);
  body.lines = numbered("line ", 0, 7);
  await frame();
  expect(terminal.screen).toEqual(numbered("line ", 2, 7));
  expect(terminal.scrollback).toEqual(numbered("line ", 0, 7));
});

test("P-TUI-9 lines that grow back are not committed a second time", async () => {
  const body = new Lines(...numbered("line ", 0, 12));
  const { terminal, frame } = await screenOf(20, 5, body);
  body.lines = numbered("line ", 0, 7);
  await frame();
  for (let count = 8; count <= 30; count++) {
    body.lines = numbered("line ", 0, count);
    await frame();
    expect([...terminal.scrollback, ...terminal.screen].slice(-5)).toEqual(numbered("line ", count - 5, count));
  }
  expect([...terminal.scrollback, ...terminal.screen]).toEqual(numbered("line ", 0, 30));
});

test("P-TUI-9 appended lines scroll, each into the scrollback once", async () => {
  const chat = new Lines();
  const editor = new Lines("> ", "status");
  const { terminal, frame } = await screenOf(20, 6, chat, editor);
  for (let count = 0; count < 50; count += 7) {
    chat.lines = numbered("line ", 0, count);
    await frame();
  }
  expect(terminal.scrollback).toEqual(numbered("line ", 0, 45));
  expect(terminal.screen).toEqual([...numbered("line ", 45, 49), ">", "status"]);
});

test("a gap takes up a status row that disappears: no line of the scrollback is shown twice, and the editor stays in place", async () => {
  const [chat, status, editor, gap] = [new Lines(), new Lines("working"), new Lines(), new Spacer(1)];
  const terminal = new VirtualTerminal(20, 6);
  const tui = new TuiMainScreen(terminal);
  for (const part of [chat, gap, status, editor]) tui.addChild(part);
  tui.setGap(gap, 1, [status]);
  tui.start();
  const frame = async (lines: number, shown: string[], list: string[] = []) => {
    chat.lines = numbered("line ", 0, lines);
    status.lines = shown;
    editor.lines = ["> ", ...list, "footer"];
    tui.renderNow();
    await terminal.flush();
    return terminal.screen;
  };
  expect(await frame(2, ["working"])).toEqual(["line 0", "line 1", "", "working", ">", "footer"]);
  expect(await frame(10, ["working"])).toEqual(["line 8", "line 9", "", "working", ">", "footer"]);
  expect(await frame(10, [])).toEqual(["line 8", "line 9", "", "", ">", "footer"]);
  expect(terminal.scrollback).toEqual(numbered("line ", 0, 8));
  expect(await frame(10, ["working"])).toEqual(["line 8", "line 9", "", "working", ">", "footer"]);
  await frame(10, []);
  expect(await frame(11, [])).toEqual(["line 8", "line 9", "line 10", "", ">", "footer"]);
  // What else disappears leaves no hole: the screen is again as it was before.
  expect(await frame(12, [], ["a", "list"])).toEqual(["line 11", "", ">", "a", "list", "footer"]);
  expect(await frame(12, [])).toEqual([...numbered("line ", 9, 12), "", ">", "footer"]);
  expect(await frame(14, [])).toEqual([...numbered("line ", 11, 14), "", ">", "footer"]);
  await frame(14, ["working"]);
  expect(await frame(14, [])).toEqual(["line 12", "line 13", "", "", ">", "footer"]);
  tui.stop();
  await terminal.flush();
  expect([...terminal.scrollback, ...terminal.screen].filter(Boolean)).toEqual([
    ...numbered("line ", 0, 14),
    ">",
    "footer",
  ]);
  tui.start();
  await frame(14, ["working"]);
  await frame(14, []);
  tui.restartDocument();
  expect((await frame(1, [])).slice(-5)).toEqual(["footer", "line 0", "", ">", "footer"]);
  // A document that becomes shorter by more than the status fills the screen without a hole.
  await frame(14, ["working"]);
  expect(await frame(9, [])).toEqual([...numbered("line ", 6, 9), "", ">", "footer"]);
});

test("P-TUI-10, P-TUI-11 style and hyperlink end with their line", async () => {
  const body = new Lines("\x1b[3mitalic", "plain", "\x1b]8;;https://example.org\x07link", "after");
  const { terminal } = await screenOf(20, 5, body);
  expect(terminal.cell(0, 0).styles).toContain("italic");
  expect(terminal.cell(1, 0).styles).not.toContain("italic");
  expect(terminal.cell(3, 0).styles).not.toContain("underline");
});

test("P-TUI-13 a line wider than the terminal is cut", async () => {
  const { terminal } = await screenOf(6, 4, new Lines("12345678", "日本語文字", "end"));
  expect(terminal.screen).toEqual(["123456", "日本語", "end", ""]);
});

test("P-TUI-14, P-TUI-15 the cursor stands at the marker, counted in cells", async () => {
  const editor = new Lines("top", `日本${CURSOR_MARKER}x`, "bottom");
  const { terminal, tui, frame } = await screenOf(20, 5, editor);
  expect(terminal.screen[1]).toBe("日本x");
  expect(terminal.cursor).toEqual({ row: 1, column: 4, isVisible: false });
  tui.setShowHardwareCursor(true);
  await frame();
  expect(terminal.cursor).toEqual({ row: 1, column: 4, isVisible: true });
  editor.lines = ["top", `日本x${CURSOR_MARKER}`, "bottom"];
  await frame();
  expect(terminal.cursor).toEqual({ row: 1, column: 5, isVisible: true });
});

test("P-TUI-16 without a marker the cursor is hidden", async () => {
  const terminal = new VirtualTerminal(20, 5);
  const tui = new TuiMainScreen(terminal, true);
  tui.addChild(new Lines("text"));
  tui.start();
  tui.renderNow();
  await terminal.flush();
  expect(terminal.cursor.isVisible).toBe(false);
});

test("the first frame starts at the cursor and leaves what is above alone", async () => {
  const terminal = new VirtualTerminal(20, 6);
  terminal.write("$ tau\r\n");
  const tui = new TuiMainScreen(terminal);
  const body = new Lines("one", "two");
  tui.addChild(body);
  tui.start();
  tui.renderNow();
  await terminal.flush();
  expect(terminal.screen).toEqual(["$ tau", "one", "two", "", "", ""]);
  body.lines = numbered("line ", 0, 8);
  tui.renderNow();
  await terminal.flush();
  expect([...terminal.scrollback, ...terminal.screen]).toEqual(["$ tau", ...numbered("line ", 0, 8)]);
});

test("stop leaves the cursor below the last line", async () => {
  const { terminal, tui } = await screenOf(20, 5, new Lines("one", `two${CURSOR_MARKER}`, "three"));
  tui.stop();
  terminal.write("$ ");
  await terminal.flush();
  expect(terminal.screen).toEqual(["one", "two", "three", "$ ", ""]);
});

test("components that are rebuilt on every frame keep their place", async () => {
  const message = new Container();
  const chat = new Container();
  chat.addChild(new Lines("first"));
  chat.addChild(message);
  const terminal = new VirtualTerminal(20, 5);
  const tui = new TuiMainScreen(terminal);
  tui.addChild(chat);
  tui.addChild(new Lines("> "));
  tui.start();
  for (let count = 1; count <= 20; count++) {
    message.clear();
    message.addChild(new Lines("title"));
    message.addChild(new Lines(...numbered("line ", 0, count)));
    tui.renderNow();
  }
  await terminal.flush();
  expect([...terminal.scrollback, ...terminal.screen]).toEqual(["first", "title", ...numbered("line ", 0, 20), ">"]);
});

test("a short component in place of a long one owes its lines alone: what is added below it is shown", async () => {
  const { terminal, tui, frame } = await screenOf(20, 5, new Lines("first"), new Lines(...numbered("long ", 0, 10)));
  tui.children = [...tui.children.slice(0, 1), new Lines("short"), new Lines(...numbered("new ", 0, 4))];
  await frame();
  expect(terminal.screen).toEqual(["short", ...numbered("new ", 0, 4)]);
  tui.addChild(new Lines(...numbered("more ", 0, 6)));
  await frame();
  const shown = [...terminal.scrollback, ...terminal.screen].filter((line) => /^(?:new|more)/.test(line));
  expect(shown).toEqual([...numbered("new ", 0, 4), ...numbered("more ", 0, 6)]);
});

test("lines that appear above an oversized editor still reach the scrollback", async () => {
  const chat = new Lines(...numbered("line ", 0, 4));
  const editor = new Lines("> ");
  const { terminal, frame } = await screenOf(20, 5, chat, editor);
  editor.lines = numbered("> ", 0, 8);
  await frame();
  chat.lines = numbered("line ", 0, 9);
  editor.lines = ["> "];
  await frame();
  chat.lines = numbered("line ", 0, 20);
  await frame();
  const all = [...terminal.scrollback, ...terminal.screen];
  expect(all.filter((line) => line.startsWith("line"))).toEqual(numbered("line ", 0, 20));
});

test("a fullscreen screen takes over and gives the terminal back as it was", async () => {
  const body = new Lines(...numbered("line ", 0, 12));
  const { terminal, tui, frame } = await screenOf(20, 5, body);
  tui.stop({ preserveScreen: true });
  const fullscreen = new TuiAltScreen(terminal);
  fullscreen.addChild(new Lines("fullscreen"));
  fullscreen.start();
  fullscreen.renderNow();
  await terminal.flush();
  expect(terminal.screen[0]).toBe("fullscreen");
  fullscreen.stop({ preserveScreen: true });
  tui.start();
  body.lines = numbered("line ", 0, 14);
  await frame();
  expect([...terminal.scrollback, ...terminal.screen]).toEqual(numbered("line ", 0, 14));
  expect(terminal.cursor.isVisible).toBe(false);
});

test("another document is shown from its first line, below the old one", async () => {
  const { terminal, tui, frame } = await screenOf(20, 4, new Lines(...numbered("old ", 0, 10)));
  tui.clear();
  tui.addChild(new Lines(...numbered("new ", 0, 10)));
  tui.restartDocument();
  await frame();
  expect([...terminal.scrollback, ...terminal.screen]).toEqual([
    ...numbered("old ", 0, 10),
    ...numbered("new ", 0, 10),
  ]);
});

test("what is on the screen can be captured, and is drawn again after something else wrote over it", async () => {
  const { terminal, tui, frame } = await screenOf(20, 5, new Lines("one", "two"));
  const state = tui.captureRenderState();
  expect(state).toMatchObject({ previousLines: ["one", "two"], previousWidth: 20, previousHeight: 5 });
  terminal.write("\rXXX");
  tui.restoreRenderState(state);
  await frame();
  expect(terminal.screen.slice(0, 2)).toEqual(["one", "two"]);
});

test.each([TuiMainScreen, TuiAltScreen])("the drawn cursor gives way to the hardware cursor on %o", async (Screen) => {
  const terminal = new VirtualTerminal(20, 4);
  const tui = new Screen(terminal);
  tui.addChild(new Lines(`a${CURSOR_MARKER}${renderFakeCursor("b")}c \x1b[7mother\x1b[27m`));
  tui.start();
  const inverse = async () => {
    tui.renderNow();
    await terminal.flush();
    return [0, 1, 2, 3, 4].filter((column) => terminal.cell(0, column).styles.includes("inverse"));
  };
  expect(await inverse()).toEqual([1, 4]);
  tui.setShowHardwareCursor(true);
  expect(await inverse()).toEqual([4]);
  expect(terminal.cursor).toEqual({ row: 0, column: 1, isVisible: true });
  tui.setShowHardwareCursor(false);
  expect(await inverse()).toEqual([1, 4]);
  tui.stop();
});
