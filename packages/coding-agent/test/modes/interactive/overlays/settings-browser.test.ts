import { setKeybindings, stripTerminalSequences, type TUI } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import type { MenuSetting } from "../../../../src/modes/interactive/overlays/settings/setting-items.ts";
import { SettingsBrowser } from "../../../../src/modes/interactive/overlays/settings/settings-browser.ts";
import { darkTheme } from "../renderers/tool-view.ts";

function rows(value: string): string[] {
  setKeybindings(createKeymap({}));
  const browser = new SettingsBrowser({
    tui: { terminal: { columns: 40, rows: 15 } } as TUI,
    theme: () => darkTheme,
    settings: [{ path: "compaction.keepRecentTokens", group: "Sessions", description: "", schema: {} } as MenuSetting],
    valueOf: () => ({ text: value, isSet: true }),
    onChoose: () => undefined,
    onReset: () => undefined,
    onCancel: () => undefined,
  });
  return browser.render(36).map((row) => stripTerminalSequences(row).trimEnd());
}

test("in a narrow terminal a name has what the values leave, and no less than they can spare", () => {
  expect(rows("50")[2]).toBe("→ compaction.keepRecentTokens  50");
  expect(rows("as long as the screen is wide")[2]).toBe("→ compaction.keepRecen… as long as …");
});
