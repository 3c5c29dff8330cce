import { expect, test } from "vitest";
import type { Component, Focusable, OverlayAnchor, OverlayOptions } from "../../src/index.ts";
import { compositeTuiLine, TuiMainScreen } from "../../src/index.ts";
import { overlayBounds, overlaySize } from "../../src/render/overlays/overlay-layout.ts";
import { Lines, numbered } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

class Field extends Lines implements Component, Focusable {
  focused = false;
  readonly input: string[] = [];
  handleInput(data: string): void {
    this.input.push(data);
  }
}

async function screenOf(columns: number, rows: number, ...children: Component[]) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  for (const child of children) tui.addChild(child);
  tui.start();
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
    return terminal.screen;
  };
  await frame();
  return { terminal, tui, frame };
}

test.each<[OverlayAnchor, number, number]>([
  ["top-left", 0, 0],
  ["top-center", 0, 5],
  ["top-right", 0, 10],
  ["left-center", 4, 0],
  ["center", 4, 5],
  ["right-center", 4, 10],
  ["bottom-left", 8, 0],
  ["bottom-center", 8, 5],
  ["bottom-right", 8, 10],
])("anchor %s", (anchor, row, col) => {
  expect(overlayBounds({ anchor }, { width: 10, height: 2 }, 20, 10)).toEqual({ row, col, width: 10, height: 2 });
});

test.each<[string, OverlayOptions, { row: number; col: number }]>([
  ["offsets move from the anchor", { anchor: "top-left", offsetX: 3, offsetY: 1 }, { row: 1, col: 3 }],
  ["margins are kept free", { anchor: "bottom-right", margin: 2 }, { row: 6, col: 8 }],
  ["margins hold against offsets", { anchor: "top-left", offsetX: -9, margin: { left: 1 } }, { row: 0, col: 1 }],
  ["a row and column win over the anchor", { anchor: "center", row: 3, col: 4 }, { row: 3, col: 4 }],
  ["a share is of the free room", { row: "100%", col: "0%" }, { row: 8, col: 0 }],
  ["nothing leaves the screen", { row: 50, col: 50 }, { row: 8, col: 10 }],
])("%s", (_name, options, expected) => {
  expect(overlayBounds(options, { width: 10, height: 2 }, 20, 10)).toMatchObject(expected);
});

test("sizes: default, share, floor, and what the margins leave", () => {
  expect(overlaySize({}, 200, 50)).toEqual({ width: 80, maxHeight: 50 });
  expect(overlaySize({}, 60, 50)).toEqual({ width: 60, maxHeight: 50 });
  expect(overlaySize({ width: "50%", maxHeight: "50%" }, 200, 50)).toEqual({ width: 100, maxHeight: 25 });
  expect(overlaySize({ width: 5, minWidth: 40 }, 200, 50)).toEqual({ width: 40, maxHeight: 50 });
  expect(overlaySize({ width: 500, margin: 3 }, 20, 10)).toEqual({ width: 14, maxHeight: 4 });
  expect(overlaySize({ margin: 9 }, 1, 1)).toEqual({ width: 1, maxHeight: 1 });
});

test("P-TUI-47 an overlay covers its cells and no others", () => {
  expect(compositeTuiLine("0123456789", "AB", 3, 4, 10)).toBe("012AB  789");
  expect(compositeTuiLine("日本語日本", "AB", 3, 2, 10)).toBe("日 AB 日本");
  expect(compositeTuiLine("", "AB", 3, 2, 10)).toBe("   AB");
  expect(compositeTuiLine("\x1b[31mred red red", "\x1b[1mB", 4, 3, 11)).toBe(
    "\x1b[31mred \x1b[0m\x1b[1mB\x1b[0m  \x1b[31m red",
  );
});

test("P-TUI-47, P-TUI-8 an overlay lies over the content and leaves nothing behind", async () => {
  const { tui, frame } = await screenOf(20, 6, new Lines("one", "two"));
  const before = await frame();
  const handle = tui.showOverlay(new Lines("[box]", "[box]"), { width: 5, anchor: "center" });
  expect(await frame()).toEqual(["one", "two", "       [box]", "       [box]", "", ""]);
  expect(handle.getBounds()).toEqual({ row: 2, col: 7, width: 5, height: 2 });
  handle.hide();
  expect(await frame()).toEqual(before);
  expect(tui.hasOverlay()).toBe(false);
  expect(handle.getBounds()).toBeUndefined();
});

test("an overlay never reaches the scrollback", async () => {
  const body = new Lines(...numbered("line ", 0, 6));
  const { terminal, tui, frame } = await screenOf(20, 6, body);
  tui.showOverlay(new Lines("[box]"), { width: 5, anchor: "top-left" });
  await frame();
  for (let count = 7; count <= 20; count += 3) {
    body.lines = numbered("line ", 0, count);
    const screen = await frame();
    expect(screen[0]).toMatch(/^\[box\]/);
    expect(terminal.scrollback).toEqual(numbered("line ", 0, count - 6));
  }
});

test("the later overlay is in front; focus() brings one forward", async () => {
  const { tui, frame } = await screenOf(10, 3, new Lines("base"));
  const first = tui.showOverlay(new Field("AAAA"), { width: 4, anchor: "top-left" });
  const second = tui.showOverlay(new Field("BB"), { width: 2, anchor: "top-left" });
  expect((await frame())[0]).toBe("BBAA");
  first.focus();
  expect((await frame())[0]).toBe("AAAA");
  expect([first.isFocused(), second.isFocused()]).toEqual([true, false]);
});

test("an overlay takes the focus and gives it back", async () => {
  const editor = new Field("editor");
  const { terminal, tui } = await screenOf(20, 5, editor);
  tui.setFocus(editor);
  const box = new Field("box");
  const handle = tui.showOverlay(box);
  terminal.send("x");
  expect([editor.focused, box.focused, box.input]).toEqual([false, true, ["x"]]);
  handle.hide();
  terminal.send("y");
  expect([editor.focused, editor.input]).toEqual([true, ["y"]]);
});

test("a hidden overlay gives the focus back and takes it again when shown", async () => {
  const editor = new Field("editor");
  const { tui, frame } = await screenOf(20, 3, editor);
  tui.setFocus(editor);
  const handle = tui.showOverlay(new Field("box"), { anchor: "top-left" });
  handle.setHidden(true);
  expect([handle.isHidden(), editor.focused, (await frame())[0]]).toEqual([true, true, "editor"]);
  handle.setHidden(false);
  expect([handle.isFocused(), (await frame())[0]]).toEqual([true, "box"]);
});

test("a non-capturing overlay leaves the focus where it is", async () => {
  const editor = new Field("editor");
  const { tui } = await screenOf(20, 3, editor);
  tui.setFocus(editor);
  const handle = tui.showOverlay(new Field("note"), { nonCapturing: true });
  expect([handle.isFocused(), editor.focused]).toEqual([false, true]);
});

test("hiding an overlay below another keeps the way back", async () => {
  const editor = new Field("editor");
  const { tui } = await screenOf(20, 3, editor);
  tui.setFocus(editor);
  const lower = tui.showOverlay(new Field("lower"));
  tui.showOverlay(new Field("upper"));
  lower.hide();
  tui.hideOverlay();
  expect(editor.focused).toBe(true);
});

test("a component below an overlay keeps the focus that a program gives it", async () => {
  const editor = new Field("editor");
  const dialog = new Field("dialog");
  const { tui } = await screenOf(20, 3, editor, dialog);
  const handle = tui.showOverlay(new Field("box"));
  tui.setFocus(dialog);
  tui.setFocus(editor);
  expect([handle.isFocused(), dialog.focused, editor.focused]).toEqual([false, false, true]);
  tui.setFocus(null);
  expect(handle.isFocused()).toBe(true);
});

test("an overlay takes the focus back after a component that interrupted it and has left the screen", async () => {
  const editor = new Field("editor");
  const dialog = new Field("dialog");
  const { tui } = await screenOf(20, 3, editor, dialog);
  tui.setFocus(editor);
  const handle = tui.showOverlay(new Field("box"));
  tui.setFocus(dialog);
  expect(dialog.focused).toBe(true);
  tui.removeChild(dialog);
  tui.setFocus(editor);
  expect([handle.isFocused(), editor.focused]).toEqual([true, false]);
  handle.unfocus({ target: editor });
  expect(editor.focused).toBe(true);
  tui.setFocus(dialog);
  tui.setFocus(null);
  expect([handle.isFocused(), tui.getFocusedComponent()]).toEqual([false, null]);
});

test("an overlay too large for the terminal is not shown and has no keyboard", async () => {
  const editor = new Field("editor");
  const { terminal, tui, frame } = await screenOf(20, 3, editor);
  tui.setFocus(editor);
  tui.showOverlay(new Field("wide"), { anchor: "top-left", visible: (columns) => columns >= 15 });
  expect((await frame())[0]).toBe("wide");
  await terminal.resize(10, 3);
  expect((await frame())[0]).toBe("editor");
  terminal.send("x");
  expect(editor.input).toEqual(["x"]);
});
