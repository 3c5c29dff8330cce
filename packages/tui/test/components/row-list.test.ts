import { expect, test, vi } from "vitest";
import { progressRowsTheme, rowListTheme } from "../../gallery/theme.ts";
import { ProgressRows, RowList, type RowListRow, stripTerminalSequences } from "../../src/index.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";

const rows = (...labels: string[]): RowListRow[] => labels.map((label) => ({ id: label, label }));
const text = (lines: readonly string[]) => lines.map((line) => stripTerminalSequences(line).trimEnd());

test("the selection stays on its row when rows change, and on its place where the row is gone", () => {
  const list = new RowList(rows("a", "b", "c"), 5, rowListTheme);
  list.handleInput(DOWN);
  list.setRows(rows("x", "y", "a", "b"));
  expect(text(list.render(20))).toEqual(["  x", "  y", "  a", "→ b"]);
  list.setRows(rows("x"));
  expect(list.getSelectedRow()?.id).toBe("x");
  list.setRows([]);
  expect(list.getSelectedRow()).toBeUndefined();
  expect(list.render(20)).toEqual([]);
  list.setRows(rows("new"));
  expect(text(list.render(20))).toEqual(["→ new"]);
});

test("columns have titles and fit the width; figures stand right", () => {
  const jobs = [{ id: "1", label: "a long name of a job", cells: ["running", "5 s"] }];
  const list = new RowList(jobs, 5, rowListTheme, [
    { title: "job" },
    { title: "state" },
    { title: "time", align: "right" },
  ]);
  expect(text(list.render(60))).toEqual([
    "  job                   state    time",
    "→ a long name of a job  running   5 s",
  ]);
  expect(text(list.render(28))).toEqual(["  job          state    time", "→ a long nam…  running   5 s"]);
});

test("optional columns go, the last first, where labels would be cut to less than sixteen cells", () => {
  const agents = [{ id: "1", label: "the long name of an agent", cells: ["bash", "1.2k", "$0.0031"] }];
  const list = new RowList(agents, 5, rowListTheme, [
    { title: "agent" },
    { title: "doing" },
    { title: "tokens", align: "right", optional: true },
    { title: "cost", align: "right", optional: true },
  ]);
  expect(text(list.render(60))[1]).toBe("→ the long name of an agent  bash     1.2k  $0.0031");
  expect(text(list.render(36))).toEqual([
    "  agent                doing  tokens",
    "→ the long name of a…  bash     1.2k",
  ]);
  expect(text(list.render(26))).toEqual(["  agent              doing", "→ the long name of…  bash"]);
});

test("a tree is folded and unfolded, and stays so when rows change", () => {
  const tree = (state: string) => [
    { id: "1", label: "one", cells: [state], children: [{ id: "2", label: "two" }] },
    { id: "3", label: "three", folded: true, children: rows("four") },
  ];
  const list = new RowList(tree("old"), 5, rowListTheme);
  expect(text(list.render(30))).toEqual(["→ ▾ one    old", "  └─ two", "  ▸ three"]);
  list.handleInput(RIGHT);
  list.handleInput(LEFT);
  list.handleInput(LEFT);
  list.setRows(tree("new"));
  expect(text(list.render(30))).toEqual(["→ ▸ one    new", "  ▸ three"]);
  list.handleInput(DOWN);
  list.handleInput(RIGHT);
  expect(text(list.render(30))).toEqual(["  ▸ one    new", "→ ▾ three", "  └─ four"]);
});

test("Enter and Escape tell, moving tells, and only as many rows as fit are in sight", () => {
  const list = new RowList(rows("a", "b", "c", "d"), 2, rowListTheme);
  const events: string[] = [];
  list.onSelect = ({ id }) => events.push(`select ${id}`);
  list.onSelectionChange = ({ id }) => events.push(id);
  list.onCancel = () => events.push("cancel");
  for (const key of [DOWN, DOWN, "\r", UP, "\x1b"]) list.handleInput(key);
  expect(events).toEqual(["b", "c", "select c", "b", "cancel"]);
  expect(text(list.render(20))).toEqual(["  a", "→ b", "  (2/4)"]);
  list.setMaxVisible(9);
  list.select("d");
  expect(text(list.render(20))).toEqual(["  a", "  b", "  c", "→ d"]);
});

test("foreign escape sequences do not reach the screen", () => {
  const list = new RowList([{ id: "1", label: "a\x1b[2Jb", cells: ["c\nd"] }], 2, rowListTheme);
  expect(text(list.render(30))).toEqual(["→ ab  c d"]);
  expect(list.render(30).join("")).not.toContain("\x1b[2J");
});

test("progress rows show text, bar, share and time; the clock runs only while a time is shown", () => {
  vi.useFakeTimers();
  try {
    let frames = 0;
    const progress = new ProgressRows(progressRowsTheme, { requestRender: () => frames++ });
    progress.set("a", { text: "Building", fraction: 0.5, started: performance.now() });
    progress.set("b", { text: "Looking" });
    expect(text(progress.render(60))).toEqual([" Building ██████░░░░░░ 50% · 1 s", " Looking"]);
    expect(progress.spoken).toEqual(["Building", "Looking"]);
    const before = frames;
    vi.advanceTimersByTime(2000);
    expect(frames).toBe(before + 2);
    expect(text(progress.render(40))[0]).toBe(" Building ████░░░░ 50% · 2 s");
    progress.set("a", { text: "Building with a very long description", fraction: 0.5 });
    expect(text(progress.render(24))[0]).toBe(" Building wit… ██░░░ 50%");
    const still = frames;
    vi.advanceTimersByTime(2000);
    expect(frames).toBe(still);
    progress.set("a", undefined);
    expect(text(progress.render(60))).toEqual([" Looking"]);
    expect(progress.render(60)).toBe(progress.render(60));
    progress.dispose();
    expect(progress.render(60)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
