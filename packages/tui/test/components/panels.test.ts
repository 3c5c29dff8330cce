import { describe, expect, test } from "vitest";
import { diffTheme, tableTheme, treeTheme } from "../../gallery/theme.ts";
import {
  Diff,
  type DiffTheme,
  ProgressBar,
  parseUnifiedDiff,
  SettingsList,
  type SettingsListTheme,
  stripTerminalSequences,
  Table,
  Tabs,
  Text,
  Tree,
  type TreeNode,
  Viewport,
} from "../../src/index.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";
const plain = (text: string) => text;

const settingsTheme: SettingsListTheme = { label: plain, value: plain, description: plain, cursor: "> ", hint: plain };

function settings(events: string[], options = {}) {
  return new SettingsList(
    [
      { id: "theme", label: "Theme", currentValue: "dark", values: ["dark", "light"], description: "Colours" },
      { id: "model", label: "Model", currentValue: "a", submenu: (value, done) => menu(value, done) },
      { id: "other", label: "Other", currentValue: "x" },
    ],
    2,
    settingsTheme,
    (id, value) => events.push(`${id}=${value}`),
    () => events.push("cancel"),
    options,
  );
}

function menu(value: string, done: (value?: string, options?: { navigateTo?: string }) => void) {
  return Object.assign(new Text(`choose instead of ${value}`, 0, 0), {
    handleInput: (data: string) => (data === "y" ? done("b", { navigateTo: "other" }) : done()),
  });
}

describe("settings list", () => {
  test("enter and space cycle through values", () => {
    const events: string[] = [];
    const list = settings(events);
    for (const key of ["\r", " ", "\x1b"]) list.handleInput(key);
    expect(events).toEqual(["theme=light", "theme=dark", "cancel"]);
  });

  test("a submenu takes the room, sets a value and may lead on", () => {
    const events: string[] = [];
    const list = settings(events);
    list.handleInput(DOWN);
    list.handleInput("\r");
    expect(list.render(40)).toEqual(["choose instead of a".padEnd(40)]);
    list.handleInput("y");
    expect(events).toEqual(["model=b"]);
    expect(list.render(40).slice(0, 3)).toEqual(["  Model  b", "> Other  x", "  (3/3)"]);
    list.selectItem("model");
    list.handleInput("\r");
    list.handleInput("n");
    expect(events).toEqual(["model=b"]);
  });

  test("search narrows the list; a value set from outside is shown", () => {
    const list = settings([], { enableSearch: true });
    for (const key of "oth") list.handleInput(key);
    list.updateValue("other", "changed");
    expect(list.render(40).map(stripTerminalSequences).slice(0, 3)).toEqual([
      "> oth".padEnd(40),
      "",
      "> Other  changed",
    ]);
    for (const key of "zz") list.handleInput(key);
    expect(list.render(40)[2]).toBe("  No matching settings");
  });

  test("a key for the search leads to the first setting even if the text stays the same", () => {
    const list = settings([], { enableSearch: true });
    list.selectItem("other");
    list.handleInput("\x7f");
    expect(list.render(40)[2]).toBe("> Theme  dark");
  });
});

describe("tree", () => {
  const nodes = (): TreeNode[] => [
    { id: "a", label: "a", children: [{ id: "b", label: "b", children: [{ id: "c", label: "c" }] }] },
    { id: "d", label: "d" },
  ];
  const theme = { selected: (text: string) => `[${text}]`, guide: plain, scrollInfo: plain };

  test("left folds or goes to the parent, right unfolds or goes in", () => {
    const tree = new Tree(nodes(), 10, theme);
    const seen: string[] = [];
    tree.onSelectionChange = (node) => seen.push(node.id);
    for (const key of [RIGHT, RIGHT, LEFT, LEFT]) tree.handleInput(key);
    expect(seen).toEqual(["b", "c", "b"]);
    expect(tree.render(40)).toEqual(["▾ a", "└─ [▸ b]", "d"]);
    tree.handleInput(RIGHT);
    expect(tree.render(40)).toEqual(["▾ a", "└─ [▾ b]", "   └─ c", "d"]);
  });

  test("a long chain is no problem", () => {
    let node: TreeNode = { id: "leaf", label: "leaf" };
    for (let depth = 0; depth < 20_000; depth++) node = { id: `${depth}`, label: "n", folded: false, children: [node] };
    const tree = new Tree([node], 3, theme);
    tree.selectNode("19990");
    expect(tree.getSelectedNode()?.id).toBe("19990");
  });
});

test("tabs switch both ways around and keep the active one visible", () => {
  const tabs = new Tabs(
    ["one", "two", "three", "four"].map((id) => ({ id, label: id })),
    { active: (text) => `[${text}]`, inactive: plain },
  );
  const seen: string[] = [];
  tabs.onChange = (tab) => seen.push(tab.id);
  for (const key of [LEFT, RIGHT, "\t", "\x1b[Z"]) tabs.handleInput(key);
  expect(seen).toEqual(["four", "one", "two", "one"]);
  tabs.setActiveTab("four");
  expect(tabs.render(14)).toEqual(["‹ [four]"]);
});

test("a viewport scrolls within its content and gives up the bar when it fits", () => {
  const text = new Text("1\n2\n3\n4\n5", 0, 0);
  const viewport = new Viewport(text, 3, { thumb: plain, track: plain });
  const column = () =>
    viewport
      .render(10)
      .map((line) => line.charAt(0))
      .join("");
  expect(column()).toBe("123");
  const shown = ["\x1b[6~", UP, UP, UP, "\x1b[F"].map((key) => {
    viewport.handleInput(key);
    return column();
  });
  expect(shown).toEqual(["345", "234", "123", "123", "345"]);
  text.setText("1\n2");
  expect(viewport.render(10)).toEqual(["1".padEnd(10), "2".padEnd(10)]);
});

test("a viewport in another size gives up the bar where its columns are enough for the content", () => {
  const viewport = new Viewport(new Text("one two three", 0, 0), 2, { thumb: plain, track: plain });
  expect(viewport.render(6)).toHaveLength(2);
  expect(viewport.render(6)[0]).toMatch(/█$/);
  expect(viewport.render(8).map((line) => line.trimEnd())).toEqual(["one two", "three"]);
});

describe("diff", () => {
  const theme: DiffTheme = {
    added: (text) => `+${text}+`,
    removed: (text) => `-${text}-`,
    same: plain,
    lineNumber: plain,
    changed: (text) => `<${text}>`,
  };

  test("reads a unified diff", () => {
    const patch =
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@ fn\n same\n-old\n+new\n\\ No newline at end of file\n";
    expect(parseUnifiedDiff(patch)).toEqual([
      { kind: "same", text: "same", oldNumber: 3, newNumber: 3 },
      { kind: "removed", text: "old", oldNumber: 4 },
      { kind: "added", text: "new", newNumber: 4 },
    ]);
    expect(parseUnifiedDiff("not a diff")).toEqual([]);
  });

  test("shows what differs within a replaced line, by whole words", () => {
    const diff = new Diff(
      [
        { kind: "removed", text: "const count = total;", oldNumber: 1 },
        { kind: "added", text: "const counter = total;", newNumber: 1 },
      ],
      theme,
    );
    expect(diff.render(60)).toEqual(["1 - -const --<count>-- = total;-", "1 + +const ++<counter>++ = total;+"]);
  });
});

test("a table aligns and cuts its cells, a bar is clamped", () => {
  const table = new Table(
    [{ title: "a" }, { title: "n", align: "right" }],
    [
      ["日本語", "1"],
      ["x\ny", "100"],
    ],
    {
      header: plain,
      border: plain,
    },
  );
  expect(table.render(20)).toEqual(["a         n", "───────────", "日本語    1", "x y     100"]);
  expect(table.render(8)).toEqual(["a      n", "────────", "日…    1", "x y  100"]);
  const bar = new ProgressBar({ filled: plain, empty: plain, label: plain });
  const shares = [-1, 0.5, 2, Number.NaN].map((share) => {
    bar.setProgress(share);
    return bar.render(13)[0];
  });
  expect(shares).toEqual(["           0%", "████      50%", "████████ 100%", "           0%"]);
});

test("a tree and a list of settings have pages, and the pointer chooses in a tree too", () => {
  const chosen: string[] = [];
  const nodes = Array.from({ length: 20 }, (_, index) => ({ id: `n${index}`, label: `node ${index}` }));
  const tree = new Tree(nodes, 5, treeTheme);
  tree.onSelect = (node) => chosen.push(node.id);
  tree.handleInput("\x1b[6~");
  expect(tree.getSelectedNode()?.id).toBe("n5");
  const click = { type: "click", button: "left", x: 1, y: 0, screenX: 1, screenY: 0, width: 20, height: 6 } as const;
  tree.handleMouse({ ...click, shift: false, alt: false, ctrl: false });
  expect(chosen).toEqual(["n3"]);
  const items = nodes.map(({ id, label }) => ({ id, label, currentValue: "on", values: ["on", "off"] }));
  const settings = new SettingsList(
    items,
    5,
    settingsTheme,
    (id) => chosen.push(id),
    () => undefined,
  );
  settings.handleInput("\x1b[6~");
  settings.handleInput("\r");
  settings.handleInput("\x1b[5~");
  settings.handleInput("\x1b[A");
  settings.handleInput(" ");
  expect(chosen).toEqual(["n3", "n5", "n19"]);
});

test("two hundred thousand lines and rows are no problem", () => {
  const lines = Array.from(
    { length: 200_000 },
    (_, index) => ({ kind: "same", text: "x", newNumber: index + 1 }) as const,
  );
  expect(new Diff(lines, diffTheme).render(40)).toHaveLength(200_000);
  const rows = lines.map(({ newNumber }) => [String(newNumber)]);
  expect(new Table([{ title: "n" }], rows, tableTheme).render(40)).toHaveLength(200_002);
});
