import { afterEach, expect, test } from "vitest";
import {
  getKeybindings,
  type Keybinding,
  type KeybindingsConfig,
  KeybindingsManager,
  setKeybindings,
  TUI_KEYBINDINGS,
} from "../../src/keys/index.ts";

afterEach(() => setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS)));

test("P-TUI-44: every action fires for each of its keys", () => {
  const bindings = new KeybindingsManager(TUI_KEYBINDINGS);
  expect(bindings.matches("\x01", "tui.editor.cursorLineStart")).toBe(true);
  expect(bindings.matches("\x1b[H", "tui.editor.cursorLineStart")).toBe(true);
  expect(bindings.matches("\x05", "tui.editor.cursorLineStart")).toBe(false);
  expect(bindings.getKeys("tui.editor.cursorWordLeft")).toEqual(["alt+left", "ctrl+left", "alt+b"]);
  expect(bindings.getKeys("tui.editor.historyNext")).toEqual([]);
});

test("P-TUI-38: an action happens when its key goes down, not when it comes up", () => {
  const bindings = new KeybindingsManager(TUI_KEYBINDINGS);
  const tells = ["\x1b[99;5u", "\x1b[99;5:2u", "\x1b[99;5:3u"].map((data) => bindings.matches(data, "tui.input.copy"));
  expect(tells).toEqual([true, true, false]);
});

test("P-TUI-44: the user's keys replace the defaults of their id, an empty list unbinds it", () => {
  const bindings = new KeybindingsManager(TUI_KEYBINDINGS, { "tui.input.submit": "ctrl+s", "tui.editor.undo": [] });
  expect([bindings.matches("\r", "tui.input.submit"), bindings.matches("\x13", "tui.input.submit")]).toEqual([
    false,
    true,
  ]);
  expect(bindings.getKeys("tui.editor.undo")).toEqual([]);
  expect(bindings.getResolvedBindings()["tui.input.submit"]).toBe("ctrl+s");
  bindings.setUserBindings({});
  expect(bindings.matches("\r", "tui.input.submit")).toBe(true);
});

test("a key that the user gives to two actions is a conflict, a shared default is none", () => {
  const bindings = new KeybindingsManager(TUI_KEYBINDINGS, {
    "tui.input.submit": "ctrl+shift+s",
    "tui.input.newLine": ["shift+ctrl+s", "ctrl+n"],
    "someone.else": "ctrl+n",
  });
  expect(bindings.getConflicts()).toEqual([
    { key: "ctrl+shift+s", keybindings: ["tui.input.submit", "tui.input.newLine"] },
  ]);
  expect(new KeybindingsManager(TUI_KEYBINDINGS).getConflicts()).toEqual([]);
});

test("what is no key in a user's file binds nothing and breaks nothing", () => {
  const config = { "tui.select.up": 5, "tui.select.down": [null, "ctrl+n"], "tui.select.confirm": "constructor" };
  const bindings = new KeybindingsManager(TUI_KEYBINDINGS, config as unknown as KeybindingsConfig);
  const ids = ["tui.select.up", "tui.select.down", "tui.select.confirm"] as const;
  expect(ids.map((id) => bindings.matches("x", id))).toEqual([false, false, false]);
  expect(bindings.matches("\x0e", "tui.select.down")).toBe(true);
  expect(ids.map((id) => bindings.getKeys(id))).toEqual([[], ["ctrl+n"], ["constructor"]]);
});

test("the application may install its own bindings", () => {
  const own = new KeybindingsManager({ ...TUI_KEYBINDINGS, "app.exit": { defaultKeys: "ctrl+d" } });
  setKeybindings(own);
  expect(getKeybindings()).toBe(own);
  expect(getKeybindings().matches("\x04", "app.exit" as Keybinding)).toBe(true);
});

test("every default is described", () => {
  const undescribed = Object.entries(TUI_KEYBINDINGS).filter(([, { description }]) => description.length < 3);
  expect(undescribed).toEqual([]);
});

test("an id that is not known has no definition", () => {
  expect(new KeybindingsManager(TUI_KEYBINDINGS).getDefinition("unknown" as Keybinding)).toBe(undefined);
});
