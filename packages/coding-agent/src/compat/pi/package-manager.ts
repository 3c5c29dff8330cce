import { type PackageManagerOptions as Options, PackageManager } from "../../core/packages/index.ts";
import type { SettingsManager } from "./settings-manager.ts";

export interface PackageManagerOptions extends Omit<Options, "settings"> {
  settingsManager: SettingsManager;
}

/** The package manager with pi's name and options. */
export class DefaultPackageManager extends PackageManager {
  constructor({ settingsManager, ...options }: PackageManagerOptions) {
    super({ ...options, settings: settingsManager.store });
  }
}
