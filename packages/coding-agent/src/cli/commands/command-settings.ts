import { type FileDiagnostic, formatDiagnostic } from "../../core/json-file/index.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import { type TrustFlags, trustedSettings } from "../resource-flags.ts";

/** The settings, for a command. What is wrong with their files is told: a broken file that says nothing would look like an empty one. */
export async function commandSettings(options: TrustFlags, cwd: string): Promise<SettingsStore> {
  const settings = await trustedSettings(options, cwd);
  tellProblems(settings.diagnostics());
  for (const { path, scope, error } of settings.drainErrors()) tell(`${path ?? scope}: ${error.message}`);
  return settings;
}

export function tellProblems(problems: readonly FileDiagnostic[]): void {
  for (const problem of problems) tell(formatDiagnostic(problem));
}

function tell(text: string): void {
  process.stderr.write(`tau: ${text}\n`);
}
