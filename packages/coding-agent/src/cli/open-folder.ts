import { homedir } from "node:os";
import { relative } from "node:path";
import type { SessionExtensions } from "../core/extensions/session/session-extensions.ts";
import { roleOverrides } from "../core/models/model-role.ts";
import { PERMISSION_MODES, type PermissionMode } from "../core/permission/permission-mode.ts";
import { findProtectedResources } from "../core/resources/index.ts";
import { loadEnvFiles } from "../core/settings/index.ts";
import { canonicalPath, type ProjectTrust, ProjectTrustStore, resolveProjectTrust } from "../core/trust/index.ts";
import { findWorkspace, loadWorkspace, type TrustDeciders, type Workspace } from "../core/workspace/workspace.ts";
import type { TrustPrompt } from "../modes/interactive/trust/trust-prompt.ts";
import { usageError } from "./cli-error.ts";
import { type ExtensionArguments, loadExtensions } from "./open-extensions.ts";
import { packageSources, resourceOptions, trustOverride } from "./resource-flags.ts";

/** What opening a folder goes by: the same for every folder of this process. */
export interface FolderOpening extends ExtensionArguments {
  /** Asks the user about a folder. Before there is a screen, one is opened for the question. */
  prompt?: TrustPrompt | undefined;
  /** Folders that were decided on in this process, by their real path. */
  readonly trust: Map<string, ProjectTrust>;
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
    beforeReload: async (loaded, extensions) => await askBeforeReload(loaded, opening, extensions),
  });
  const { trust, extensions } = await trustOf(services, opening);
  await loadWorkspace(services, trust.trusted);
  if (services.settings.isProjectTrusted()) await extensions?.host?.loadFound();
  // The environment is the process's: files of a second folder would mix with those of the first.
  if (!present) completeEnvironment(services, opening);
  // There is no --plan: an extension for planning may bring that flag.
  services.settings.applyOverrides(roleOverrides(opening.options, process.env));
  services.settings.applyOverrides(permissionOverride(opening.options.permissionMode));
  return { services, extensions };
}

/** The command line counts more than the environment, and both more than the settings. */
function permissionOverride(given: PermissionMode | undefined): { permissionMode?: PermissionMode } {
  const mode = given ?? process.env.TAU_PERMISSION_MODE;
  if (mode === undefined || mode === "") return {};
  if (PERMISSION_MODES.some((each) => each === mode)) return { permissionMode: mode as PermissionMode };
  throw usageError(`TAU_PERMISSION_MODE is "${mode}". It must be one of ${PERMISSION_MODES.join(", ")}.`);
}

/** As it was decided in this process before, or as it is decided now. */
async function trustOf(services: Workspace, opening: FolderOpening): Promise<Decision> {
  const folder = canonicalPath(services.cwd);
  const known = opening.trust.get(folder);
  if (known && !isOpenQuestion(known)) return { trust: known };
  const decided = await decide(services, opening);
  opening.trust.set(folder, decided.trust);
  return decided;
}

/** The folder brought nothing when it was opened, so that it was not asked about. By now it may bring something. */
function isOpenQuestion({ trusted, decided }: ProjectTrust): boolean {
  return trusted && !decided;
}

async function askBeforeReload(services: Workspace, opening: FolderOpening, extensions?: TrustDeciders) {
  const folder = canonicalPath(services.cwd);
  const known = opening.trust.get(folder);
  if (!known || !isOpenQuestion(known)) return;
  if (findProtectedResources(services.cwd, { agentDir: services.agentDir }).length === 0) return;
  // Until the answer is there, nothing of the folder may be read by what looks for the answer.
  services.settings.setProjectTrusted(false);
  const { trust } = await decide(services, opening, extensions ?? { projectTrust: async () => undefined });
  opening.trust.set(folder, trust);
  if (trust.trusted) services.settings.setProjectTrusted(true);
}

interface Decision {
  readonly trust: ProjectTrust;
  readonly extensions?: SessionExtensions | undefined;
}

async function decide(services: Workspace, opening: FolderOpening, present?: TrustDeciders): Promise<Decision> {
  const { cwd, agentDir, settings } = services;
  const override = trustOverride(opening.options);
  const found = override === undefined ? findProtectedResources(cwd, { agentDir }) : [];
  const extensions = found.length > 0 && !present ? await earlyExtensions(services, opening) : undefined;
  const deciders = present ?? extensions?.host;
  const names = found.map((path) => relative(cwd, path));
  const trust = await resolveProjectTrust({
    cwd,
    store: new ProjectTrustStore(agentDir),
    hasProtected: found.length > 0,
    override,
    fallback: settings.get("defaultProjectTrust"),
    ...(deciders ? { decide: () => askExtensions(deciders, services, opening) } : {}),
    ...(opening.mode === "interactive"
      ? { ask: async (options) => (await promptOf(services, opening)).ask({ cwd, found: names }, options) }
      : {}),
  });
  if (!trust.decided && !trust.trusted && opening.mode !== "interactive") opening.warn(leftOut(names));
  return { trust, extensions };
}

/** The extensions that are not the folder's own may decide on it. */
async function earlyExtensions(services: Workspace, opening: FolderOpening): Promise<SessionExtensions | undefined> {
  await services.resources.reloadExtensions();
  if (services.resources.getExtensionPaths().items.length === 0) return undefined;
  return await loadExtensions(services, opening);
}

async function askExtensions(
  extensions: TrustDeciders,
  services: Workspace,
  opening: FolderOpening,
): Promise<{ trusted: boolean; remember: boolean } | undefined> {
  const { cwd } = services;
  const { mode, warn } = opening;
  const hasUI = mode === "interactive";
  const ui = hasUI
    ? (await promptOf(services, opening)).ui
    : (await import("../core/extensions/no-ui.ts")).createNoUi();
  const answer = await extensions.projectTrust({ cwd, mode: hasUI ? "tui" : mode, hasUI, ui }, (failure) =>
    warn(`${failure.extensionPath} failed at ${failure.event}: ${failure.error}`),
  );
  return answer && { trusted: answer.trusted === "yes", remember: answer.remember ?? false };
}

async function promptOf(services: Workspace, opening: FolderOpening): Promise<TrustPrompt> {
  if (opening.prompt) return opening.prompt;
  return (await import("./trust-screen.ts")).createTrustScreen(services, opening.options);
}

function leftOut(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
  return `this folder is not trusted: ${shown} left out. Use --approve for one run, or decide with /trust in tau.`;
}

/** A folder's own file counts only where somebody said yes: that there was nothing to ask about is not enough. */
function completeEnvironment({ cwd, agentDir, settings }: Workspace, { trust }: FolderOpening): void {
  const { trusted = false, decided = false } = trust.get(canonicalPath(cwd)) ?? {};
  loadEnvFiles({ cwd, agentDir, home: homedir(), projectTrusted: trusted && decided });
  const proxy = settings.get("httpProxy");
  if (!proxy) return;
  process.env.HTTP_PROXY ??= proxy;
  process.env.HTTPS_PROXY ??= proxy;
}
