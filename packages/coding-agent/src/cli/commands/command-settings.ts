import { type FileDiagnostic, formatDiagnostic } from "../../core/json-file/index.ts";
import { printWarning } from "../../core/output/print.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import { type TrustFlags, trustedSettings } from "../options/resource-flags.ts";

/** Opens the settings for a command and prints what is wrong with their files. Without a warning, a broken file would look like an empty one. */
export async function commandSettings(options: TrustFlags, cwd: string): Promise<SettingsStore> {
  const settings = await trustedSettings(options, cwd);
  tellProblems(settings.diagnostics());
  for (const { path, scope, error } of settings.drainErrors()) printWarning(`${path ?? scope}: ${error.message}`);
  return settings;
}

export function tellProblems(problems: readonly FileDiagnostic[]): void {
  for (const problem of problems) printWarning(formatDiagnostic(problem));
}
