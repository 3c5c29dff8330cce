import { setKeybindings, stripTerminalSequences, type TUI } from "@tau/tui";
import { expect, test } from "vitest";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import {
  type MenuSetting,
  menuSettings,
  parseValue,
  shownValue,
} from "../../../../src/modes/interactive/overlays/settings/setting-items.ts";
import { SettingsBrowser } from "../../../../src/modes/interactive/overlays/settings/settings-browser.ts";
import { darkTheme } from "../renderers/tool-view.ts";

const LONG_NAME = { path: "compaction.keepRecentTokens", group: "Sessions", description: "", schema: {} };

function rows(value: string, settings: readonly MenuSetting[] = [LONG_NAME], height = 15): string[] {
  setKeybindings(createKeymap({}));
  const browser = new SettingsBrowser({
    tui: { terminal: { columns: 40, rows: height } } as TUI,
    theme: () => darkTheme,
    settings,
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

const settings = menuSettings(new Map());
const setting = (path: string) => settings.find((each) => each.path === path) as MenuSetting;

test("twelve settings come first, by plain names that fit a narrow terminal, and none comes twice", () => {
  const common = settings.filter(({ group }) => group === "Common settings");
  expect(common).toEqual(settings.slice(0, 12));
  expect(common.map(({ common: { name = "" } = {} }) => name).filter((name) => name.length > 21)).toEqual([]);
  expect(common.map(({ description }) => description.length > 0)).not.toContain(false);
  const paths = settings.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  expect(paths).toContain("retry.maxRetries");
});

test("what follows stands under All settings, by group", () => {
  expect(rows("x", settings, 40).slice(1, 20)).toEqual([
    "Common settings",
    ...settings
      .slice(0, 12)
      .map(({ common }, index) => expect.stringMatching(`^${index ? " " : "→"} ${common?.name} +x`)),
    expect.stringMatching(/^All settings ─+$/),
    "Model and thinking",
    ...settings.slice(12, 16).map(({ path }) => expect.stringContaining(path)),
  ]);
});

test.each([
  ["httpIdleTimeoutMs", 300_000, "300 s"],
  ["httpIdleTimeoutMs", "disabled", "no limit"],
  ["shellTimeoutSeconds", 90, "90 s"],
  ["shellTimeoutSeconds", undefined, "none"],
  ["compaction.enabled", true, "on"],
  ["hideThinkingBlock", true, "off"],
  ["defaultModel", undefined, "automatic"],
  ["retry.baseDelayMs", 2000, "2000"],
])("%s of %j is shown as %s", (path, value, text) => {
  expect(shownValue(value, setting(path))).toBe(text);
});

test.each([
  ["httpIdleTimeoutMs", "60", { value: 60_000 }],
  ["httpIdleTimeoutMs", "1.5 s", { value: 1500 }],
  ["httpIdleTimeoutMs", "disabled", { value: "disabled" }],
  ["shellTimeoutSeconds", "90s", { value: 90 }],
  ["shellTimeoutSeconds", "", { value: undefined }],
  ["shellTimeoutSeconds", "soon", { error: "must be a number" }],
  ["retry.baseDelayMs", "2000", { value: 2000 }],
])("%s typed as %j", (path, text, parsed) => {
  expect(parseValue(text, setting(path))).toEqual(parsed);
});
