import { homedir } from "node:os";
import type { SessionExtensions } from "../core/extensions/session/session-extensions.ts";
import { roleOverrides } from "../core/models/model-role.ts";
import { PERMISSION_MODES, type PermissionMode } from "../core/permission/permission-mode.ts";
import { loadEnvFiles, type SettingsStore } from "../core/settings/index.ts";
import { findWorkspace, loadWorkspace, type Workspace } from "../core/workspace/workspace.ts";
import { usageError } from "./cli-error.ts";
import type { FolderTrust } from "./folder-trust.ts";
import type { ExtensionArguments } from "./open-extensions.ts";
import type { Options } from "./options.ts";
import { packageSources, resourceOptions } from "./resource-flags.ts";
import { startedAsPi } from "./started-as-pi.ts";

/** What opening a folder goes by: the same for every folder of this process. */
export interface FolderOpening extends ExtensionArguments {
  readonly trust: FolderTrust;
}

export interface OpenFolder {
  readonly services: Workspace;
  /** Where the user's extensions had to be asked about the folder, they are loaded already. */
  readonly extensions: SessionExtensions | undefined;
}

/** What a session in a folder stands on. What the folder itself brings is read once it is known that it may be. */
export async function openFolder(cwd: string, opening: FolderOpening, present?: Workspace): Promise<OpenFolder> {
  const services = findWorkspace({
    cwd,
    ...(present ? { agentDir: present.agentDir, models: present.models } : {}),
    resourceOptions: resourceOptions(opening.options, opening.mode),
    packageSources: packageSources(opening.options),
    trust: opening.trust.decisions,
  });
  const { trusted, decided } = await opening.trust.decisions.decide(services);
  const extensions = opening.trust.loaded.get(services);
  await loadWorkspace(services, trusted);
  if (services.settings.isProjectTrusted()) await extensions?.host?.loadFound();
  // The environment is the process's: files of a second folder would mix with those of the first.
  // A folder's own file counts only where the user or an extension said yes: that there was nothing to ask about is not enough.
  if (!present) completeEnvironment(services, trusted && decided);
  // There is no --plan: an extension for planning may bring that flag.
  services.settings.applyOverrides(roleOverrides(opening.options, process.env));
  await bindModel(services, opening.options);
  return { services, extensions };
}

/** What the model may do here. Loaded only where there is something to decide. */
async function bindModel({ settings, cwd }: Workspace, { permissionMode, addDir }: Options): Promise<void> {
  settings.applyOverrides(permissionOverride(permissionMode, settings));
  if (settings.managed().permissions) (await import("../core/permission/settings-rules.ts")).managedRules(settings);
  if (!addDir) return;
  const { findFolder } = await import("../core/permission/workspace-roots.ts");
  const folders = addDir.map((folder) => {
    const { path, problem } = findFolder(folder, cwd);
    if (path === undefined) throw usageError(`--add-dir: ${problem}`);
    return path;
  });
  settings.applyOverrides({ workspace: { folders: [...(settings.get("workspace.folders") ?? []), ...folders] } });
}

/** The command line counts more than the environment, and both more than the settings. As pi, Tau asks nothing; deny rules still hold. */
function permissionOverride(
  given: PermissionMode | undefined,
  settings: SettingsStore,
): { permissionMode?: PermissionMode } {
  const named = given ?? process.env.TAU_PERMISSION_MODE;
  const mode = named ?? (startedAsPi() ? "yolo" : undefined);
  if (mode === undefined || mode === "") return {};
  const modes = settings.get("permissionModes") ?? PERMISSION_MODES;
  const source = given ? "--permission-mode" : "TAU_PERMISSION_MODE";
  if (named === undefined || modes.some((each) => each === mode)) return { permissionMode: mode as PermissionMode };
  throw usageError(`${source} is "${mode}". It must be one of ${modes.join(", ")}.`);
}

function completeEnvironment({ cwd, agentDir, settings }: Workspace, projectTrusted: boolean): void {
  loadEnvFiles({ cwd, agentDir, home: homedir(), projectTrusted });
  const proxy = settings.get("httpProxy");
  if (!proxy) return;
  process.env.HTTP_PROXY ??= proxy;
  process.env.HTTPS_PROXY ??= proxy;
}
