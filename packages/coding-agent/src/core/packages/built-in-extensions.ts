import type { SettingsStore } from "../settings/index.ts";

/** Extensions that come with Tau are on, unless `-builtin:name` is in a list of extensions. A word of the project's counts more than the user's. */
export function isBuiltInEnabled(name: string, settings: SettingsStore): boolean {
  for (const scope of ["project", "global"] as const) {
    const entries = settings.layer(scope).extensions ?? [];
    if (entries.includes(`-builtin:${name}`)) return false;
    if (entries.includes(`+builtin:${name}`)) return true;
  }
  return true;
}
