import { type EventBus, forgetExtensionModules, loadExtensions } from "../../core/extensions/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { ResourceLoader } from "../../core/resources/index.ts";
import { type LoadExtensionsResult, toLoadResult } from "./extension-runtime.ts";
import { SettingsManager } from "./settings-manager.ts";

/** Loads the extensions at the given paths, and those of the user and the folder. */
export async function discoverAndLoadExtensions(
  configuredPaths: readonly string[],
  cwd: string,
  agentDir = getAgentDir(),
  events?: EventBus,
): Promise<LoadExtensionsResult> {
  const resources = new ResourceLoader({ cwd, agentDir, settings: SettingsManager.create(cwd, agentDir).store });
  await resources.reload();
  // A program that calls this again expects the current files.
  forgetExtensionModules();
  const paths = [...configuredPaths, ...resources.getExtensionPaths().items];
  return toLoadResult(await loadExtensions({ paths, cwd, ...(events ? { events } : {}) }));
}
