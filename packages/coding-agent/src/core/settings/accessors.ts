import type { SettingPath, SettingValue } from "./setting-path.ts";
import { SettingsStore } from "./settings-store.ts";

/** Settings whose accessors only read or write one key: `getX` for every name, `setX` too for those that are written. */
const readable = {
  SessionDir: "sessionDir",
  ThinkingBudgets: "thinkingBudgets",
  EnabledModels: "enabledModels",
  BranchSummarySkipPrompt: "branchSummary.skipPrompt",
  CodeBlockIndent: "markdown.codeBlockIndent",
  TrackingId: "trackingId",
} as const satisfies Record<string, SettingPath>;

const writable = {
  LastChangelogVersion: "lastChangelogVersion",
  DefaultProvider: "defaultProvider",
  DefaultModel: "defaultModel",
  DefaultThinkingLevel: "defaultThinkingLevel",
  SteeringMode: "steeringMode",
  FollowUpMode: "followUpMode",
  Theme: "theme",
  Transport: "transport",
  SessionShareDestination: "sessionShareDestination",
  CompactionEnabled: "compaction.enabled",
  RetryEnabled: "retry.enabled",
  CacheWarmingMode: "cacheWarming",
  HideThinkingBlock: "hideThinkingBlock",
  ShowCacheMissNotices: "showCacheMissNotices",
  ShellPath: "shellPath",
  ShellCommandPrefix: "shellCommandPrefix",
  NpmCommand: "npmCommand",
  QuietStartup: "quietStartup",
  DefaultProjectTrust: "defaultProjectTrust",
  CollapseChangelog: "collapseChangelog",
  EnableInstallTelemetry: "enableInstallTelemetry",
  EnableAnalytics: "enableAnalytics",
  EnableSkillCommands: "enableSkillCommands",
  ShowImages: "terminal.showImages",
  ImageWidthCells: "terminal.imageWidthCells",
  ClearOnShrink: "terminal.clearOnShrink",
  ShowTerminalTitle: "terminal.title",
  Notifications: "terminal.notifications",
  ShowTerminalProgress: "terminal.showTerminalProgress",
  TuiMode: "tuiMode",
  FullscreenExitOutput: "fullscreenExitOutput",
  FullscreenScrollbar: "fullscreenScrollbar",
  FullscreenCopyOnSelect: "fullscreenCopyOnSelect",
  FullscreenWheelScrollLines: "fullscreenWheelScrollLines",
  ImageAutoResize: "images.autoResize",
  BlockImages: "images.blockImages",
  DoubleEscapeAction: "doubleEscapeAction",
  TreeFilterMode: "treeFilterMode",
  ShowHardwareCursor: "showHardwareCursor",
  EditorPaddingX: "editorPaddingX",
  OutputPad: "outputPad",
  AutocompleteMaxVisible: "autocompleteMaxVisible",
  MermaidRenderingMode: "markdown.mermaid",
} as const satisfies Record<string, SettingPath>;

type Table = Record<string, SettingPath>;
type Getters<T extends Table> = { [Name in keyof T & string as `get${Name}`]: () => SettingValue<T[Name]> };
type Setters<T extends Table> = {
  [Name in keyof T & string as `set${Name}`]: (value: SettingValue<T[Name]> | undefined) => void;
};

export type SettingAccessors = Getters<typeof readable> & Getters<typeof writable> & Setters<typeof writable>;

class AccessibleSettings extends SettingsStore {}

/** The store with an accessor pair per row of the tables, so that a setting is named in one place. */
export const SettingsWithAccessors = withAccessors(AccessibleSettings) as new (
  ...parameters: ConstructorParameters<typeof SettingsStore>
) => SettingsStore & SettingAccessors;

function withAccessors(target: typeof AccessibleSettings): typeof AccessibleSettings {
  const define = (name: string, value: (this: AccessibleSettings, ...parameters: never[]) => unknown) =>
    Object.defineProperty(target.prototype, name, { value, configurable: true, writable: true });
  for (const [name, path] of Object.entries<SettingPath>({ ...readable, ...writable })) {
    define(`get${name}`, function () {
      return this.get(path);
    });
  }
  for (const [name, path] of Object.entries<SettingPath>(writable)) {
    define(`set${name}`, function (value: SettingValue<typeof path>) {
      this.set(path, value);
    });
  }
  return target;
}
