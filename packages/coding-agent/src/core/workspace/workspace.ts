import { AuthStorage } from "../auth/index.ts";
import { type FileDiagnostic, formatDiagnostic } from "../json-file/index.ts";
import { builtInCatalogue, ModelRegistry } from "../models/index.ts";
import { getAgentDir, getAuthPath, getModelsPath } from "../paths/index.ts";
import { localProcesses, type ProcessPort } from "../process/process-port.ts";
import {
  type PackagedPaths,
  type ResourceDiagnostic,
  ResourceLoader,
  type ResourceLoaderOptions,
} from "../resources/index.ts";
import { SettingsStore } from "../settings/index.ts";
import { ProjectTrustStore } from "../trust/index.ts";
import type { WorkspaceTrust } from "./workspace-trust.ts";

/** What one folder brings to the sessions in it: settings, models with their credentials, and resources. Opened once, before any of them. */
export interface Workspace {
  readonly cwd: string;
  readonly agentDir: string;
  readonly settings: SettingsStore;
  readonly models: ModelRegistry;
  /** What the user and the folder bring: context files, skills, templates, themes, paths of extensions. */
  readonly resources: ResourceLoader;
  /** Absent where the program that opened the folder has decided by itself. */
  readonly trust?: WorkspaceTrust | undefined;
  /** Where the sessions of the folder, their tools and their extensions start processes. A sandbox takes its place. */
  readonly processes: ProcessPort;
}

export interface WorkspaceOptions {
  readonly cwd?: string | undefined;
  readonly agentDir?: string | undefined;
  readonly settings?: SettingsStore | undefined;
  readonly models?: ModelRegistry | undefined;
  readonly resources?: ResourceLoader | undefined;
  readonly trust?: WorkspaceTrust | undefined;
  /** Default: this machine. */
  readonly processes?: ProcessPort | undefined;
  /** Packages that are used without being among the settings'; what is missing is installed to a place of its own. */
  readonly packageSources?: readonly string[];
  /** What to look for, and where else. */
  readonly resourceOptions?: Omit<ResourceLoaderOptions, "cwd" | "agentDir" | "settings">;
}

/**
 * The first step of opening a folder: what the user has for it. Nothing of the folder itself is read, so that it can be asked meanwhile
 * what is there and whether it may be used.
 */
export function findWorkspace(options: WorkspaceOptions = {}): Workspace {
  const { cwd = process.cwd(), agentDir = getAgentDir() } = options;
  const settings = options.settings ?? SettingsStore.open(cwd, agentDir);
  const models =
    options.models ??
    new ModelRegistry({
      auth: AuthStorage.create(getAuthPath(agentDir)),
      catalogue: builtInCatalogue,
      modelsPath: getModelsPath(agentDir),
    });
  const resources =
    options.resources ??
    new ResourceLoader({
      cwd,
      agentDir,
      settings,
      packages: () => installedPaths({ cwd, agentDir, settings }, options.packageSources),
      ...options.resourceOptions,
    });
  const { processes = localProcesses, trust } = options;
  return { cwd, agentDir, settings, models, resources, processes, trust };
}

/** The second step: reads what may be used. */
export async function loadWorkspace({ settings, resources }: Workspace, isTrusted: boolean): Promise<void> {
  if (isTrusted) settings.setProjectTrusted(true);
  await resources.reload();
}

/** Both steps, with the trust that the settings have. Resources that are given are loaded already. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const workspace = findWorkspace(options);
  await workspace.settings.readManaged();
  if (!options.resources) await workspace.resources.reload();
  return workspace;
}

/** What the installed packages bring. One that is missing is passed over: a start asks no network. */
export async function installedPaths(
  { cwd, agentDir, settings }: Pick<Workspace, "cwd" | "agentDir" | "settings">,
  sources: readonly string[] = [],
): Promise<PackagedPaths> {
  if ((settings.get("packages") ?? []).length + sources.length === 0) return {};
  const { PackageManager, joinPaths, packageProblems, providedPaths } = await import("../packages/index.ts");
  const manager = new PackageManager({ cwd, agentDir, settings });
  const temporary = await manager.resolveExtensionSources(sources, { temporary: true });
  const lasting = await manager.resolve(async () => "skip");
  return {
    ...joinPaths([temporary, lasting].map(providedPaths)),
    diagnostics: packageProblems(manager.listConfiguredPackages(), [temporary, lasting]),
  };
}

/** Something about the user's files that they should know. */
export interface ServiceProblem {
  /** A warning costs nothing; otherwise the part at fault is left out. */
  readonly isWarning: boolean;
  readonly text: string;
}

/** What is wrong with the user's files: said once, and Tau goes on without the part at fault. */
export function serviceDiagnostics(services: Workspace): string[] {
  return serviceProblems(services).map(({ text }) => text);
}

export function serviceProblems({ agentDir, settings, models, resources }: Workspace): ServiceProblem[] {
  const found: FileDiagnostic[] = [
    ...settings.diagnostics(),
    ...models.authStorage.diagnostics(),
    ...models.diagnostics(),
    ...new ProjectTrustStore(agentDir).diagnostics(),
  ];
  const unread = settings.drainErrors().map(({ path, scope, error }) => `${path ?? scope}: ${error.message}`);
  const texts = [resources.getSkills(), resources.getPrompts(), resources.getThemes()];
  const read = [resources.getContextDiagnostics(), ...texts.map(({ diagnostics }) => diagnostics)].flat();
  return [
    ...unread.map((text) => ({ isWarning: false, text })),
    ...found.map((each) => ({ isWarning: each.type !== "error", text: formatDiagnostic(each) })),
    ...read.map((each) => ({ isWarning: each.type !== "error", text: formatResourceDiagnostic(each) })),
  ];
}

/** With the file, and the line where one is known. */
export function formatResourceDiagnostic({ path, line, message }: ResourceDiagnostic): string {
  if (path === undefined) return message;
  return line === undefined ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
