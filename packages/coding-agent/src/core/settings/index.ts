export { type EnvFileScope, loadEnvFiles } from "./env-files.ts";
export { GLOBAL_ONLY } from "./merge.ts";
export { type Settings, settingsGroups, settingsSchema } from "./schema/index.ts";
export { type SettingPath, type SettingValue, valueAt } from "./setting-path.ts";
export {
  type PackageSource,
  SettingsManager,
  type SettingsManagerCreateOptions,
  type WarningSettings,
} from "./settings-manager.ts";
export type { SettingsError } from "./settings-store.ts";
export {
  FileSettingsStorage,
  InMemorySettingsStorage,
  type SettingsScope,
  type SettingsStorage,
} from "./storage.ts";
export {
  applyToolModifiers,
  DEFAULT_TOOL_NAMES,
  getToolListError,
  isToolModifier,
  selectTools,
} from "./tool-selection.ts";
