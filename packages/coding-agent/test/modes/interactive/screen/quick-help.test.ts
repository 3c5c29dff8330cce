import { setKeybindings, stripTerminalSequences } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { QuickHelp } from "../../../../src/modes/interactive/screen/quick-help.ts";
import { darkTheme } from "../renderers/tool-view.ts";

function shown(
  width: number,
  help = new QuickHelp(
    () => darkTheme,
    () => 8,
  ),
): string[] {
  return help.render(width).map((row) => stripTerminalSequences(row).trimEnd());
}

test("as many columns as there is room for, what matters most first, and the way to the rest last", () => {
  setKeybindings(createKeymap({}));
  expect(shown(80)).toEqual([
    " /           commands        shift+tab think more     !!       private shell",
    " @           files           ctrl+l    models         ctrl+g   your editor",
    " !           shell           ctrl+p    next model     ctrl+x   copy answer",
    " enter       send, or steer  ctrl+o    whole outputs  ctrl+d   leave",
    " alt+enter   queue           ctrl+t    show thinking  /hotkeys every key",
    " esc         stop; 2x tree   ctrl+r    old prompts",
    " shift+enter new line        ctrl+v    paste image",
  ]);
  expect(shown(40)).toEqual([
    " /           commands",
    " @           files",
    " !           shell",
    " enter       send, or steer",
    " alt+enter   queue",
    " esc         stop; 2x tree",
    " shift+enter new line",
    " ↑↓ move · 1-7 of 19",
  ]);
});

test("where there is no room for all, it scrolls to the end and back", () => {
  setKeybindings(createKeymap({}));
  const help = new QuickHelp(
    () => darkTheme,
    () => 5,
  );
  expect(shown(40, help)[4]).toBe(" ↑↓ move · 1-4 of 19");
  expect([help.scroll(100), shown(40, help).slice(3)]).toEqual([
    true,
    [" /hotkeys    every key", " ↑↓ move · 16-19 of 19"],
  ]);
  expect([help.scroll(-1), shown(40, help)[4], help.scroll(-99)]).toEqual([true, " ↑↓ move · 15-18 of 19", true]);
  expect(shown(40, help)[0]).toBe(" /           commands");
  const wide = new QuickHelp(
    () => darkTheme,
    () => 8,
  );
  expect([shown(80, wide).length, wide.scroll(1)]).toEqual([7, false]);
});

test("the user's own keys are shown, and none for an action that has none", () => {
  setKeybindings(createKeymap({ "app.model.select": "f2", "app.tools.expand": [] }));
  const text = shown(80).join("\n").replace(/ +/g, " ");
  setKeybindings(createKeymap({}));
  expect(text).toContain("f2 models");
  expect(text).not.toContain("whole outputs");
});
