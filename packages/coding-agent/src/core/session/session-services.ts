import { AuthStorage } from "../auth/index.ts";
import { type FileDiagnostic, formatDiagnostic } from "../json-file/index.ts";
import { builtInCatalogue, ModelRegistry } from "../models/index.ts";
import { getAgentDir, getAuthPath, getModelsPath } from "../paths/index.ts";
import { SettingsManager } from "../settings/index.ts";

/** What a session stands on: made once per working directory, shared by the sessions in it. */
export interface SessionServices {
  readonly cwd: string;
  readonly agentDir: string;
  readonly settings: SettingsManager;
  readonly models: ModelRegistry;
}

export interface SessionServicesOptions {
  readonly cwd?: string | undefined;
  readonly agentDir?: string | undefined;
  readonly settings?: SettingsManager | undefined;
  readonly models?: ModelRegistry | undefined;
}

export function createSessionServices(options: SessionServicesOptions = {}): SessionServices {
  const { cwd = process.cwd(), agentDir = getAgentDir() } = options;
  const settings = options.settings ?? SettingsManager.create(cwd, agentDir);
  const models =
    options.models ??
    new ModelRegistry({
      auth: AuthStorage.create(getAuthPath(agentDir)),
      catalogue: builtInCatalogue,
      modelsPath: getModelsPath(agentDir),
    });
  return { cwd, agentDir, settings, models };
}

/** What is wrong with the user's files: said once, and Tau goes on without the part at fault. */
export function serviceDiagnostics({ settings, models }: SessionServices): string[] {
  const found: FileDiagnostic[] = [
    ...settings.diagnostics(),
    ...models.authStorage.diagnostics(),
    ...models.diagnostics(),
  ];
  return found.map(formatDiagnostic);
}
