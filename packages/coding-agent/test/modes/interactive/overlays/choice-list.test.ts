import { setKeybindings, stripTerminalSequences, type TUI } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { ChoiceList } from "../../../../src/modes/interactive/overlays/choice-list.ts";
import { darkTheme } from "../renderers/tool-view.ts";

const NAMES = ["short", "the longest of all", "a middle one"];

function rows(current: string, { names = NAMES, width = 60 } = {}): string[] {
  setKeybindings(createKeymap({}));
  const list = new ChoiceList<string>({
    tui: { terminal: { columns: 80, rows: 24 } } as TUI,
    theme: () => darkTheme,
    choices: names.map((name) => ({ value: name, label: name, description: "what it is" })),
    isCurrent: (name) => name === current,
    onChoose: () => undefined,
    onCancel: () => undefined,
  });
  return list.render(width).map((row) => stripTerminalSequences(row).trimEnd());
}

test("the mark of the chosen one has a column of its own, whichever it is", () => {
  expect(NAMES.map((name) => rows(name))).toEqual([
    ["→ short              ✓  what it is", "  the longest of all    what it is", "  a middle one          what it is"],
    ["  short                 what it is", "→ the longest of all ✓  what it is", "  a middle one          what it is"],
    ["  short                 what it is", "  the longest of all    what it is", "→ a middle one       ✓  what it is"],
  ]);
});

test("a name that is too long is cut, and its mark is not", () => {
  const long = "a name that is longer than any column may be";
  expect(rows(long, { names: ["short", long] })).toEqual([
    "  short                             what it is",
    "→ a name that is longer than an… ✓  what it is",
  ]);
});

test("a name cannot draw on the list by itself", () => {
  expect(rows("", { names: ["\x1b[2Jname\nof two lines"] })[0]).not.toMatch(/\x1b|\n/);
});
