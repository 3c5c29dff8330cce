import { expandTilde } from "../../core/paths/index.ts";
import type { SettingPath, SettingsStore, SettingValue } from "../../core/settings/index.ts";

/** Settings whose accessors only read or write one key. Every name has a `getX`; writable ones also have a `setX`. */
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

/** Paths, in which `~` stands for the user's home. */
const PATHS: ReadonlySet<SettingPath> = new Set<SettingPath>(["sessionDir", "shellPath"]);

/** Settings that are undefined until someone sets them: programs choose a value of their own then. */
const GIVEN: ReadonlySet<SettingPath> = new Set<SettingPath>(["defaultThinkingLevel", "theme"]);

type Table = Record<string, SettingPath>;
type Getters<T extends Table> = { [Name in keyof T & string as `get${Name}`]: () => SettingValue<T[Name]> };
type Setters<T extends Table> = {
  [Name in keyof T & string as `set${Name}`]: (value: SettingValue<T[Name]> | undefined) => void;
};

export type SettingAccessors = Getters<typeof readable> & Getters<typeof writable> & Setters<typeof writable>;

class Accessors {
  readonly store: SettingsStore;

  constructor(store: SettingsStore) {
    this.store = store;
  }
}

/** A store with a pair of accessors per row of the tables. */
export const SettingsWithAccessors = withAccessors(Accessors) as new (
  store: SettingsStore,
) => Accessors & SettingAccessors;

function withAccessors(target: typeof Accessors): typeof Accessors {
  const define = (name: string, value: (this: Accessors, ...parameters: never[]) => unknown) =>
    Object.defineProperty(target.prototype, name, { value, configurable: true, writable: true });
  for (const [name, path] of Object.entries<SettingPath>({ ...readable, ...writable })) {
    define(`get${name}`, function () {
      const value = GIVEN.has(path) ? this.store.given(path) : this.store.get(path);
      return PATHS.has(path) && typeof value === "string" ? expandTilde(value) : value;
    });
  }
  for (const [name, path] of Object.entries<SettingPath>(writable)) {
    define(`set${name}`, function (value: SettingValue<typeof path>) {
      this.store.set(path, value);
    });
  }
  return target;
}
