import { homedir } from "node:os";
import type { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import { roleOverrides } from "../../core/models/choice/model-role.ts";
import { PERMISSION_MODES, type PermissionMode } from "../../core/permission/permission-mode.ts";
import type { SessionOperations } from "../../core/session/tools/make-tools.ts";
import { loadEnvFiles } from "../../core/settings/index.ts";
import { findWorkspace, loadWorkspace, type Workspace } from "../../core/workspace/workspace.ts";
import { usageError } from "../cli-error.ts";
import { packageSources, resourceOptions } from "../options/resource-flags.ts";
import { startedAsPi } from "../started-as-pi.ts";
import type { FolderTrust } from "./folder-trust.ts";
import type { ExtensionArguments } from "./open-extensions.ts";

/** What opening a folder depends on. The same for every folder of this process. */
export interface FolderOpening extends ExtensionArguments {
  readonly trust: FolderTrust;
  /** What the tools use instead of the files and processes of this machine. */
  readonly operations?: SessionOperations | undefined;
}

export interface OpenFolder {
  readonly services: Workspace;
  /** Set if the user's extensions were already loaded to decide on the trust of the folder. */
  readonly extensions: SessionExtensions | undefined;
}

/** Opens the services that a session in a folder needs. Reads the folder's own resources only after the folder is trusted. */
export async function openFolder(cwd: string, opening: FolderOpening, present?: Workspace): Promise<OpenFolder> {
  const services = findWorkspace({
    cwd,
    ...(present ? { agentDir: present.agentDir, models: present.models } : {}),
    resourceOptions: resourceOptions(opening.options, opening.mode),
    packageSources: packageSources(opening.options),
    trust: opening.trust.decisions,
  });
  await services.settings.readManaged();
  const { trusted, decided } = await opening.trust.decisions.decide(services);
  const extensions = opening.trust.loaded.get(services);
  await loadWorkspace(services, trusted);
  if (services.settings.isProjectTrusted()) await extensions?.host?.loadFound();
  // The environment belongs to the process, so files of a second folder would mix with those of the first.
  // A folder's own file counts only if the user or an extension agreed. That there was nothing to ask about is not enough.
  if (!present) completeEnvironment(services, trusted && decided);
  // There is no --plan, because an extension for planning may add that flag.
  services.settings.applyOverrides(roleOverrides(opening.options, process.env));
  const { permissionMode, addDir } = opening.options;
  services.settings.applyOverrides(permissionOverride(permissionMode, services.settings.managed?.permissionModes));
  if (addDir) {
    const problem = (await import("../../core/permission/workspace-roots.ts")).addFolders(addDir, services);
    if (problem) throw usageError(`--add-dir: ${problem}`);
  }
  return { services, extensions };
}

/**
 * Returns the permission mode. The command line overrides the environment, and both override the settings. Started as pi, Tau does not ask,
 * but deny rules still apply.
 */
function permissionOverride(
  given: PermissionMode | undefined,
  modes = PERMISSION_MODES,
): { permissionMode?: PermissionMode } {
  const named = given ?? (process.env.TAU_PERMISSION_MODE || undefined);
  const mode = named ?? (startedAsPi() ? "yolo" : undefined);
  if (mode === undefined) return {};
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
