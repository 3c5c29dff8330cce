import { existsSync } from "node:fs";
import type {
  ExtensionAPI,
  KeptWorktree,
  ServiceKey,
  Worktree,
  WorktreeChange,
  WorktreeMergeOutcome,
  Worktrees,
} from "@tau/coding-agent";
import type { Agent } from "./agents/agent.ts";
import { attempt, type TaskOutcome } from "./outcome.ts";
import type { TaskSettings } from "./settings.ts";

const SERVICE = "worktrees" as ServiceKey<Worktrees>;

/** How the agents of a call are kept apart from the user's files. */
export interface Isolation {
  readonly kind: "worktree" | "overlay";
  readonly merge: "patch" | "branch";
  /** Whether a task fails if it cannot be isolated. Otherwise it works in the user's folder, with a warning. */
  readonly isRequired: boolean;
  /** Whether a worktree will do where no overlay can be mounted. */
  readonly hasFallback: boolean;
}

/** Returns undefined if the agents work in the user's folder. The agent's file comes before the call, and the call before the settings. */
export function chooseIsolation(
  agent: Agent,
  asked: boolean | undefined,
  { isPlanning, isolation }: TaskSettings,
): Isolation | undefined {
  const { mode, merge } = isolation;
  const usual = mode === "none" ? "worktree" : mode;
  const wanted = agent.isolation ?? (asked === undefined ? undefined : asked ? usual : "none");
  const kind = wanted ?? mode;
  if (isPlanning || kind === "none") return undefined;
  return { kind, merge, isRequired: wanted !== undefined, hasFallback: agent.isolation !== "overlay" };
}

export interface IsolatedRun {
  readonly cwd: string;
  /** Whether the tools work on another machine. */
  readonly isRemote: boolean;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Runs the agent in the given folder; in the user's if there is none. */
  run(cwd: string | undefined): Promise<TaskOutcome>;
  /** Records the outcome and the changes before they are merged, so that they can be merged after a crash. */
  onChanges(outcome: TaskOutcome, changes: readonly WorktreeChange[]): Promise<void>;
}

/** Runs an agent in a copy of the repository, and merges what it changed. */
export async function runIsolated(pi: ExtensionAPI, isolation: Isolation, task: IsolatedRun): Promise<TaskOutcome> {
  const { worktree, warnings } = await openCopy(pi, isolation, task);
  const warned = (outcome: TaskOutcome) => ({ ...outcome, warnings: [...warnings, ...outcome.warnings] });
  if (!worktree) return warned(await task.run(undefined));
  const outcome = warned(await attempt(task.name, () => task.run(worktree.cwd)));
  let merged: MergedTask;
  try {
    const changes = await worktree.changes();
    if (changes.length === 0) merged = { outcome: { ...outcome, notes: ["It changed no files."] }, hasFailed: false };
    else {
      await task.onChanges(outcome, changes);
      merged = await mergeTask(pi, isolation, outcome, changes);
    }
  } catch (error) {
    merged = { outcome: unmerged(outcome, [`The merge failed: ${textOf(error)}`]), hasFailed: true };
  }
  if (merged.hasFailed) {
    // On a full disk, for example, the copy is the only place that holds the work.
    const kept = await worktree.keep();
    if (existsSync(kept.folder)) return { ...merged.outcome, notes: [...(merged.outcome.notes ?? []), keptText(kept)] };
  }
  await worktree.remove();
  return merged.outcome;
}

export interface MergedTask {
  readonly outcome: TaskOutcome;
  /** Whether changes are neither merged nor in a branch. */
  readonly hasFailed: boolean;
}

function unmerged(outcome: TaskOutcome, notes: readonly string[]): TaskOutcome {
  const isDone = outcome.status === "completed";
  return { ...outcome, ...(isDone ? { status: "unmerged", reason: "Its changes were not merged." } : {}), notes };
}

function keptText({ folder, name }: KeptWorktree): string {
  return `Its files are kept in ${folder}.${name === undefined ? "" : ` To merge them later: tau worktree merge ${name}`}`;
}

/** Merges the changes of a task. Those of a task that was not completed are only kept in a branch. */
export async function mergeTask(
  pi: ExtensionAPI,
  { merge }: Pick<Isolation, "merge">,
  outcome: TaskOutcome,
  changes: readonly WorktreeChange[],
): Promise<MergedTask> {
  const worktrees = await pi.services.use(SERVICE);
  const method = outcome.status === "completed" ? merge : "branch";
  const merged = await worktrees.merge(changes, { name: outcome.id, method });
  const isLeft = merged.some(({ status }) => status === "conflict" || status === "failed");
  const notes = merged.map((each) => noteOf(each, merged.length > 1));
  return {
    outcome: isLeft ? unmerged(outcome, notes) : { ...outcome, notes },
    hasFailed: merged.some(({ status, branch }) => status === "failed" && branch === undefined),
  };
}

interface OpenedCopy {
  /** Absent if the task works in the user's folder. */
  readonly worktree?: Worktree;
  readonly warnings: readonly string[];
}

/** Rejects if there is no copy and the task must have one. */
async function openCopy(pi: ExtensionAPI, isolation: Isolation, task: IsolatedRun): Promise<OpenedCopy> {
  const { kind, isRequired, hasFallback } = isolation;
  const warnings: string[] = [];
  try {
    if (task.isRemote)
      throw new Error("Isolation does not work in a remote workspace, because the copy would be on this machine.");
    if (!pi.services.has(SERVICE)) throw new Error("The battery worktree is off. tau config enable worktree");
    const { cwd, name, signal } = task;
    const worktrees = await pi.services.use(SERVICE);
    if (kind === "overlay")
      try {
        return { worktree: await worktrees.create({ cwd, name, signal, kind }), warnings };
      } catch (error) {
        if (!hasFallback || signal.aborted) throw error;
        warnings.push(`A git worktree is used instead of an overlay: ${textOf(error)}`);
      }
    return { worktree: await worktrees.create({ cwd, name, signal }), warnings };
  } catch (error) {
    if (isRequired || task.signal.aborted) throw error;
    return { warnings: [`Not isolated: ${textOf(error)}`] };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const MOST_FILES = 20;

function noteOf(
  { repository, status, files, branch, branchRepository, reason }: WorktreeMergeOutcome,
  isOneOfMany: boolean,
): string {
  const where = isOneOfMany ? ` in ${repository}` : "";
  const list = files.slice(0, MOST_FILES).join(", ");
  const named = files.length > MOST_FILES ? `${list} and ${files.length - MOST_FILES} more` : list;
  const kept =
    branch === undefined
      ? ""
      : ` Its work is in the branch ${branch}${branchRepository === undefined ? "" : ` of the repository ${branchRepository}`}.`;
  switch (status) {
    case "merged":
      return `Merged${where}, uncommitted: ${named || "nothing that was not there already"}`;
    case "branch":
      return `Not merged${where}.${kept} It changes ${named}`;
    case "conflict":
      return `Conflict${where}: ${named}.${kept}`;
    case "failed":
      return `The merge failed${where}: ${reason}${kept}`;
  }
}
