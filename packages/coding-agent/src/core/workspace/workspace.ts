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

/**
 * What one folder provides to its sessions: settings, models with their credentials, and resources. Opened once, before
 * any session.
 */
export interface Workspace {
  readonly cwd: string;
  readonly agentDir: string;
  readonly settings: SettingsStore;
  readonly models: ModelRegistry;
  /** The resources of the user and the folder: context files, skills, templates, themes, paths of extensions. */
  readonly resources: ResourceLoader;
  /** Absent if the program that opened the folder decided on trust itself. */
  readonly trust?: WorkspaceTrust | undefined;
  /** Starts the processes of the folder's sessions, tools and extensions. A sandbox can replace it. */
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
  /** Packages to use in addition to those in the settings. Missing ones are installed in a separate place. */
  readonly packageSources?: readonly string[];
  /** What to look for, and in which additional places. */
  readonly resourceOptions?: Omit<ResourceLoaderOptions, "cwd" | "agentDir" | "settings">;
}

/**
 * Takes the first step of opening a folder: loads what the user has for it. Reads nothing of the folder itself, so that
 * meanwhile its contents can be listed and the user can be asked for trust.
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

/** Takes the second step: reads what may be used. */
export async function loadWorkspace({ settings, resources }: Workspace, isTrusted: boolean): Promise<void> {
  if (isTrusted) settings.setProjectTrusted(true);
  await resources.reload();
}

/** Runs both steps, with the trust that the settings have. Given resources must already be loaded. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const workspace = findWorkspace(options);
  await workspace.settings.readManaged();
  if (!options.resources) await workspace.resources.reload();
  return workspace;
}

/**
 * Resolves to the paths of installed packages and of `sources`. Missing packages of the settings are skipped, because a
 * start uses no network for them.
 */
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

/** A problem in the user's files that they should know about. */
export interface ServiceProblem {
  /** A warning leaves nothing out; otherwise the faulty part is left out. */
  readonly isWarning: boolean;
  readonly text: string;
}

/** Returns the problems in the user's files. They are reported once, and Tau continues without the faulty parts. */
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

/** Formats a diagnostic with its file, and with the line if it is known. */
export function formatResourceDiagnostic({ path, line, message }: ResourceDiagnostic): string {
  if (path === undefined) return message;
  return line === undefined ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
