import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../../../src/core/json-file/index.ts";
import {
  appKeybindings,
  findKeyConflicts,
  keysOf,
  loadKeybindingsFile,
  normalizeKey,
} from "../../../src/core/keybindings/index.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const linux = appKeybindings({ platform: "linux", env: {} });
const actions = new Set([...Object.keys(linux), "tui.editor.cursorUp", "tui.select.up"]);

function load(text: string) {
  const path = join(temporaryDirectory(), "keybindings.json");
  writeFileSync(path, text);
  const { bindings, diagnostics } = loadKeybindingsFile(path, actions);
  return { bindings, found: diagnostics.map((each) => formatDiagnostic(each).slice(path.length)) };
}

test("the defaults clash nowhere, on any platform", () => {
  for (const platform of ["linux", "darwin", "win32"] as const) {
    for (const env of [{}, { WSL_DISTRO_NAME: "Ubuntu" }]) {
      expect(findKeyConflicts(appKeybindings({ platform, env }), {})).toEqual([]);
    }
  }
});

test("every default is a key", () => {
  expect(
    Object.values(linux)
      .flatMap(({ defaultKeys }) => defaultKeys)
      .filter((key) => !normalizeKey(key)),
  ).toEqual([]);
});

test("Windows, and Linux inside it, have their own keys", () => {
  const keys = (platform: NodeJS.Platform, env = {}) => {
    const definitions = appKeybindings({ platform, env });
    return ["app.message.followUp", "app.suspend"].map((id) => keysOf(id, definitions, {}));
  };
  expect(keys("linux")).toEqual([["alt+enter", "ctrl+enter"], ["ctrl+z"]]);
  expect(keys("win32")).toEqual([["ctrl+q"], []]);
  expect(keys("linux", { WSL_DISTRO_NAME: "Ubuntu" })).toEqual([["ctrl+q"], ["ctrl+z"]]);
});

test("a value replaces the default, and an empty list takes the keys away", () => {
  const { bindings, found } = load(
    '{ "$schema": "x", "app.exit": "ctrl+q", "app.clear": ["ctrl+c", "f1"], "app.suspend": [] }',
  );
  expect({ bindings, found }).toEqual({
    bindings: { "app.exit": ["ctrl+q"], "app.clear": ["ctrl+c", "f1"], "app.suspend": [] },
    found: [],
  });
  expect([keysOf("app.exit", linux, bindings), keysOf("app.interrupt", linux, bindings)]).toEqual([
    ["ctrl+q"],
    ["escape"],
  ]);
});

test("plain names of earlier versions are understood", () => {
  expect(load('{ "cursorUp": "up", "expandTools": "f2", "interrupt": "f3", "selectUp": "k" }')).toEqual({
    bindings: {
      "tui.editor.cursorUp": ["up"],
      "app.tools.expand": ["f2"],
      "app.interrupt": ["f3"],
      "tui.select.up": ["k"],
    },
    found: [],
  });
});

test("what names no action or no key is told by line", () => {
  expect(load('{\n"app.exti": "x",\n"app.exit": ["hyper+x", "ctrl+x"],\n"app.clear": 5\n}')).toEqual({
    bindings: { "app.exit": ["ctrl+x"] },
    found: [
      ':4: "app.clear" must be a key or a list of keys; ignored',
      ':2: there is no action "app.exti"; ignored',
      ':3: "hyper+x" is no key; ignored',
    ],
  });
  expect(load("{ nonsense").bindings).toEqual({});
});

test("an action of which only wrong keys are named keeps its own; an empty list takes them away", () => {
  expect(load('{ "app.interrupt": "ctr+x", "app.suspend": [] }')).toEqual({
    bindings: { "app.suspend": [] },
    found: [':1: "ctr+x" is no key; ignored'],
  });
});

test("a key that would mean two things in one place is found, however it is spelled", () => {
  expect(findKeyConflicts(linux, { "app.exit": ["Shift+Ctrl+P"], "app.session.rename": ["ctrl+t"] })).toEqual([
    { key: "ctrl+shift+p", context: "main", actions: ["app.exit", "app.model.cycleBackward"] },
  ]);
});

test("the spelling of a key does not depend on the order of its modifiers", () => {
  const modifiers = fc.subarray(["ctrl", "shift", "alt", "super"]);
  const key = fc.constantFrom("a", "7", "f12", "pageUp", "+", "-", "escape", "]");
  fc.assert(
    fc.property(modifiers, key, fc.boolean(), (names, name, reversed) => {
      const ordered = reversed ? names.toReversed() : names;
      expect(normalizeKey([...ordered, name].join("+"))).toBe([...names, name.toLowerCase()].join("+"));
    }),
  );
  expect([normalizeKey("esc"), normalizeKey("Return"), normalizeKey("ctrl++")]).toEqual(["escape", "enter", "ctrl++"]);
  expect(["", "ctrl", "ctrl+", "f13", "ab", "ctrl+ctrl", "meta+a"].map(normalizeKey)).toEqual(Array(7).fill(undefined));
});
