import { lstatSync, readlinkSync, renameSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { uniqueName } from "../files/unique-name.ts";
import { startedFiles } from "../permission/started-files.ts";
import type { DirectCommand } from "../process/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { bubblewrapCommand } from "./bubblewrap.ts";
import { confinedEnvironment } from "./confined-environment.ts";
import { detectSandbox, type SandboxState } from "./detect.ts";
import type { ProtectedLink } from "./mount.ts";
import { nestedRepositories } from "./nested-repositories.ts";
import type { SandboxNetwork } from "./network/sandbox-network.ts";
import { hiddenProgram } from "./own-program.ts";
import { placeholderRun, removePlaceholders } from "./placeholders.ts";
import { type PlanSources, planSandbox } from "./plan.ts";
import { sandboxFiles, sandboxTemporary } from "./sandbox-files.ts";
import { seatbeltCommand, seatbeltProfile } from "./seatbelt.ts";

/** A command as it is started. */
export interface PlainCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface ConfinedCommand extends PlainCommand {
  /** The same command, started without a shell. */
  readonly direct?: DirectCommand | undefined;
  readonly hasNetwork: boolean;
  /** Returns the hosts that were refused since the command was created. */
  refusedHosts(): readonly string[];
  /** Call this when the command has ended. Returns what it did to protected links; those changes are undone. */
  ended(): readonly string[];
}

export interface SandboxSources {
  readonly settings: SettingsStore;
  readonly agentDir: string;
  /** Folders in which the model works. */
  readonly roots: readonly string[];
  /** The command and everything it starts end together with the process that started it. */
  readonly diesWithParent?: boolean;
  /** The command runs in a terminal of its own, not in the user's, so it may get the signals of its keys and of its size. */
  readonly keepsTerminal?: boolean;
  /** The command is a debugger, which traces the programs that it starts. */
  readonly allowsTracing?: boolean;
  /** The command was permitted because it only reads, so it may write to its temporary files alone. */
  readonly onlyReads?: boolean;
}

export function sandboxState({
  settings,
  agentDir,
}: Pick<SandboxSources, "settings" | "agentDir">): Promise<SandboxState> {
  return detectSandbox(settings.get("sandbox"), agentDir);
}

/** Removes placeholders. Call it before a command runs unconfined, which should find the folder as the user left it. */
export async function clearPlaceholders({ agentDir }: Pick<SandboxSources, "agentDir">): Promise<void> {
  await removePlaceholders(join(agentDir, "sandbox", "runs"));
}

/** Returns the environment of a command of the model, inside or outside the sandbox. */
export function environmentOfModel(env: NodeJS.ProcessEnv, settings: SettingsStore): NodeJS.ProcessEnv {
  return confinedEnvironment(env, settings.get("env.passThrough"));
}

/** Puts a command into the sandbox. Resolves to `undefined` if there is no sandbox, or if it surrounds all of Tau. */
export async function confineCommand(
  command: PlainCommand,
  sources: SandboxSources,
): Promise<ConfinedCommand | undefined> {
  const state = await sandboxState(sources);
  if (state.kind === "bubblewrap") return await byBubblewrap(command, sources, state);
  return state.kind === "seatbelt" ? await bySeatbelt(command, sources) : undefined;
}

async function byBubblewrap(
  command: PlainCommand,
  sources: SandboxSources,
  state: SandboxState & { readonly kind: "bubblewrap" },
): Promise<ConfinedCommand> {
  const { settings, agentDir } = sources;
  const allowsUnixSockets = settings.get("sandboxOptions.unixSockets") ?? false;
  const files = sandboxFiles(agentDir, { allowsUnixSockets, allowsTracing: sources.allowsTracing ?? false });
  const temporary = sandboxTemporary();
  const planned = await planSources(command, sources);
  let links: readonly ProtectedLink[] = [];
  const run = await placeholderRun(join(files.folder, "runs"), () => {
    const plan = planSandbox(planned);
    links = plan.links;
    return plan.mounts;
  });
  const network = await networkFor(sources, state);
  const refusals = network?.refusals() ?? 0;
  const started = bubblewrapCommand({
    ...command,
    network: network && state.nsenter !== undefined ? { nsenter: state.nsenter, pid: network.pid } : undefined,
    bwrap: state.bwrap,
    mounts: run.mounts,
    files,
    temporary,
    infoFile: run.infoFile,
    diesWithParent: sources.diesWithParent,
    keepsTerminal: sources.keepsTerminal,
  });
  return {
    ...started,
    cwd: command.cwd,
    env: { ...insideEnvironment(command.env, settings, temporary), ...network?.environment },
    hasNetwork: network !== undefined,
    refusedHosts: () => network?.refusedSince(refusals) ?? [],
    ended: () => {
      run.ended();
      return restoreLinks(links);
    },
  };
}

const networks = new Map<string, Promise<SandboxNetwork>>();

/** Starts the network with the first command after a host was allowed. The rules are read at each connection. */
async function networkFor(
  { settings, agentDir }: SandboxSources,
  { bwrap, nsenter }: SandboxState & { readonly kind: "bubblewrap" },
): Promise<SandboxNetwork | undefined> {
  const rules = () => settings.get("sandboxOptions.hosts") ?? [];
  if (rules().length === 0 || nsenter === undefined) return undefined;
  const started =
    networks.get(agentDir) ??
    import("./network/sandbox-network.ts").then(({ startNetwork }) => startNetwork({ bwrap, agentDir, rules }));
  networks.set(agentDir, started);
  return await started;
}

async function bySeatbelt(command: PlainCommand, sources: SandboxSources): Promise<ConfinedCommand> {
  const temporary = sandboxTemporary();
  const { mounts, links } = planSandbox(await planSources(command, sources));
  return {
    ...seatbeltCommand(command, seatbeltProfile({ mounts, temporary })),
    cwd: command.cwd,
    env: insideEnvironment(command.env, sources.settings, temporary),
    hasNetwork: false,
    refusedHosts: () => [],
    ended: () => restoreLinks(links),
  };
}

async function planSources(
  command: PlainCommand,
  { settings, agentDir, roots, onlyReads }: SandboxSources,
): Promise<PlanSources> {
  const home = homedir();
  const [started, nested] = await Promise.all([
    startedFiles({ settings, agentDir, roots }),
    Promise.all(roots.map((root) => nestedRepositories(root))),
  ]);
  return {
    roots,
    home,
    agentDir,
    writable: inHome(settings.get("sandboxOptions.writable"), home),
    hidden: inHome(settings.get("sandboxOptions.hidden"), home),
    program: hiddenProgram(),
    nested: nested.flat(),
    started,
    usesGit: USES_GIT.test([command.file, ...command.args].join(" ")),
    onlyReads,
  };
}

/** Matches the name of a program that writes to repositories, as a separate word. For other commands the repository is read-only. */
const USES_GIT =
  /(?:^|[\s;&|()`"'=]|\/bin\/)(?:git|gh|jj|hub|tig|stg|pre-commit|lefthook|lint-staged|semantic-release|changeset)(?=$|[\s;&|()`"'])/;

function inHome(paths: readonly string[] | undefined, home: string): string[] {
  return (paths ?? []).map((path) => path.replace(/^~(?=\/|$)/, home));
}

function insideEnvironment(env: NodeJS.ProcessEnv, settings: SettingsStore, temporary: string): NodeJS.ProcessEnv {
  return {
    ...environmentOfModel(env, settings),
    TMPDIR: temporary,
    GOCACHE: join(temporary, "go-build"),
    // Keeps git from writing an index just to refresh it.
    GIT_OPTIONAL_LOCKS: "0",
    TAU_SANDBOX: "1",
  };
}

/**
 * Restores links that were replaced. The replacements are kept beside them, under a name that no program obeys: another
 * folder may be on another disk, and one that commands can write to may lead elsewhere.
 */
export function restoreLinks(links: readonly ProtectedLink[]): string[] {
  return links.flatMap(({ path, target }) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() && readlinkSync(path) === target) return [];
    if (stats) renameSync(path, `${path}.replaced-${uniqueName()}`);
    // What still runs may have put something there again.
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(target, path);
    return [path];
  });
}
