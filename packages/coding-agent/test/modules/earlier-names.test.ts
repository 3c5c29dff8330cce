import * as agent from "@tau/agent";
import * as ai from "@tau/ai/compat";
import * as tui from "@tau/tui";
import { expect, test } from "vitest";
import exported from "../../../../differential/exports.json" with { type: "json" };
import * as codingAgent from "../../src/pi.ts";

test("each module has every name that pi's package of the same name exports", () => {
  const modules = { ai, agent, tui, codingAgent };
  const missing = Object.entries(modules).flatMap(([module, names]) =>
    exported[module as keyof typeof modules].filter((name) => !(name in names)).map((name) => `${module}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("uuidv7 comes from the agent's module as well", () => {
  expect(agent.uuidv7(0)).toMatch(/^00000000-0000-7/);
});

test.each([
  ["selectUp", "\x1b[A", "tui.select.up"],
  ["selectCancel", "\x1b", "tui.select.cancel"],
  ["cursorLeft", "\x1b[D", "tui.editor.cursorLeft"],
  ["submit", "\r", "tui.input.submit"],
  ["tui.select.down", "\x1b[B", "tui.select.down"],
] as const)("getEditorKeybindings knows %s", (action, key, id) => {
  const keybindings = tui.getEditorKeybindings();
  expect(keybindings.matches(key, action)).toBe(true);
  expect(keybindings.getKeys(action)).toEqual(tui.getKeybindings().getKeys(id));
});
