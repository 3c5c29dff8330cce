import { expect, test } from "vitest";
import {
  type SelectItem,
  SelectList,
  stripTerminalSequences,
  type TuiMouseEvent,
  visibleWidth,
} from "../../src/index.ts";
import { selectListTheme } from "../themes.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";

function items(count: number): SelectItem[] {
  return Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `item ${index}` }));
}

function shown(list: SelectList, width = 40): string[] {
  return list.render(width).map(stripTerminalSequences);
}

test("shows labels, descriptions and the selected item", () => {
  const list = new SelectList(
    [
      { value: "a", label: "alpha", description: "first\nof all" },
      { value: "b", label: "be", description: "second" },
    ],
    5,
    selectListTheme,
  );
  expect(shown(list)).toEqual(["→ alpha  first of all", "  be     second"]);
  expect(shown(list, 12)).toEqual(["→ alpha", "  be"]);
});

test("navigation wraps, paging does not, and the window follows", () => {
  const list = new SelectList(items(20), 3, selectListTheme);
  const seen: string[] = [];
  list.onSelectionChange = (item) => seen.push(item.value);
  for (const key of [UP, DOWN, "\x1b[6~", "\x1b[5~", "\x1b[5~"]) list.handleInput(key);
  expect(seen).toEqual(["v19", "v0", "v3", "v0"]);
  list.setSelectedIndex(10);
  expect(shown(list)).toEqual(["  item 9", "→ item 10", "  item 11", "  (11/20)"]);
});

test("confirm and cancel call back", () => {
  const list = new SelectList(items(2), 3, selectListTheme);
  const events: string[] = [];
  list.onSelect = (item) => events.push(item.value);
  list.onCancel = () => events.push("cancel");
  for (const key of [DOWN, "\r", "\x1b"]) list.handleInput(key);
  expect(events).toEqual(["v1", "cancel"]);
});

test("a filter keeps the values that begin with it, in any case", () => {
  const list = new SelectList(items(12), 9, selectListTheme);
  list.setFilter("V1");
  expect(shown(list)).toEqual(["→ item 1", "  item 10", "  item 11"]);
  list.setFilter("1");
  expect(list.getSelectedItem()).toBeNull();
});

test("a step in a list of one item tells which it is; an empty list tells nothing", () => {
  const seen: string[] = [];
  for (const count of [1, 0]) {
    const list = new SelectList(items(count), 3, selectListTheme);
    list.onSelectionChange = (item) => seen.push(item.value);
    for (const key of [UP, DOWN]) list.handleInput(key);
  }
  expect(seen).toEqual(["v0", "v0"]);
});

test("a search keeps the best matches first, and none says so", () => {
  const list = new SelectList(items(1000), 3, selectListTheme);
  list.search("42");
  expect(list.getSelectedItem()?.label).toBe("item 42");
  list.search("zzz");
  expect(shown(list)).toEqual(["  No matches"]);
  expect(list.getSelectedItem()).toBeNull();
  list.handleInput(DOWN);
  list.handleInput("\r");
  list.setFilter("");
  expect(list.getSelectedItem()?.value).toBe("v0");
});

test("the mouse highlights, chooses and scrolls", () => {
  const list = new SelectList(items(20), 3, selectListTheme);
  const chosen: string[] = [];
  list.onSelect = (item) => chosen.push(item.value);
  const event = (type: TuiMouseEvent["type"], y: number, wheelDelta = 0): TuiMouseEvent => ({
    type,
    button: "left",
    x: 2,
    y,
    screenX: 2,
    screenY: y,
    width: 40,
    height: 4,
    shift: false,
    alt: false,
    ctrl: false,
    wheelDelta,
  });
  expect(list.handleMouse(event("move", 1))).toEqual({ handled: true, render: true });
  expect(list.handleMouse(event("move", 1))).toEqual({ handled: true, render: false });
  list.handleMouse(event("click", 2));
  list.handleMouse(event("wheel", 0, 1));
  expect([chosen, list.getSelectedItem()?.value]).toEqual([["v2"], "v3"]);
  expect(list.handleMouse(event("click", 3))).toBeUndefined();
});

test("rows fit every width, and unchanged ones are the same array", () => {
  const wide = [{ value: "日本語の長い項目", label: "", description: "説明".repeat(30) }, ...items(10)];
  const list = new SelectList(wide, 4, selectListTheme);
  for (const width of [1, 2, 3, 10, 40, 200]) {
    expect(list.render(width).filter((line) => visibleWidth(line) > width)).toEqual([]);
  }
  expect(list.render(40)).toBe(list.render(40));
});
