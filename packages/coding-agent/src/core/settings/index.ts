export { withPresentNames } from "./earlier-names.ts";
export { loadEnvFiles } from "./env-files.ts";
export { saveFailure } from "./save-failure.ts";
export { type Settings, settingsGroups, settingsSchema } from "./schema/index.ts";
export { type SettingPath, type SettingValue, valueAt } from "./setting-path.ts";
export {
  type PackageSource,
  SettingsManager,
  type SettingsManagerCreateOptions,
} from "./settings-manager.ts";
export { selectTools } from "./tool-selection.ts";
