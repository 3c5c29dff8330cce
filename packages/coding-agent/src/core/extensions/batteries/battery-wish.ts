import type { SettingsStore } from "../../settings/index.ts";
import type { ExtensionMode } from "../contract/index.ts";
import type { Battery } from "./battery.ts";
import type { BatteryWish } from "./battery-set.ts";

/**
 * Reads the settings' choice for a battery: `-builtin:name` or `+builtin:name` in a list
 * of extensions. The project's settings override the user's.
 */
export function batteryWish({ name, optIn }: Battery, settings: SettingsStore): BatteryWish {
  for (const scope of ["project", "global"] as const) {
    const entries = settings.layer(scope).extensions ?? [];
    if (entries.includes(`-builtin:${name}`)) return scope === "project" ? "off:project" : "off:user";
    if (entries.includes(`+builtin:${name}`)) return "wanted";
  }
  return optIn ? "off:opt-in" : "wanted";
}

/** Switches a battery off in modes that its manifest does not list. */
export function wishInMode({ modes }: Battery, mode: ExtensionMode): BatteryWish {
  return modes && !modes.includes(mode) ? "off:mode" : "wanted";
}
