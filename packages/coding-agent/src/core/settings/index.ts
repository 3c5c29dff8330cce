export {
  compactionLimits,
  externalEditorCommand,
  isHardwareCursorShown,
  milliseconds,
  modelThinkingLevels,
  requestLimits,
  retryPolicy,
  terminalOverrides,
} from "./composed-settings.ts";
export { withPresentNames } from "./earlier-names.ts";
export { loadEnvFiles } from "./env-files.ts";
export { extendedGroups, extendedSchema } from "./extended-schema.ts";
export { saveFailure } from "./save-failure.ts";
export { type PackageSource, type Settings, settingsSchema } from "./schema/index.ts";
export { type SettingPath, type SettingValue, valueAt } from "./setting-path.ts";
export { type SettingsError, SettingsStore, type SettingsStoreOptions } from "./settings-store.ts";
export type { SettingsStorage } from "./storage.ts";
export type { TerminalOverrides } from "./terminal-variables.ts";
export { selectTools } from "./tool-selection.ts";
