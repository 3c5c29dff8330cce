import type {
  ExtensionAPI,
  ServiceKey,
  Worktree,
  WorktreeChange,
  WorktreeMergeOutcome,
  Worktrees,
} from "@tau/coding-agent";
import type { Agent } from "./agents/agent.ts";
import type { TaskOutcome } from "./outcome.ts";
import type { TaskSettings } from "./settings.ts";

const SERVICE = "worktrees" as ServiceKey<Worktrees>;

/** How the agents of a call are kept apart from the user's files. */
export interface Isolation {
  readonly merge: "patch" | "branch";
  /** Whether a task fails if there is no repository to copy. Otherwise it works in the user's folder, with a warning. */
  readonly isRequired: boolean;
}

/** Returns undefined if the agents work in the user's folder. The agent's file comes before the call, and the call before the settings. */
export function chooseIsolation(agent: Agent, asked: boolean | undefined, settings: TaskSettings) {
  const wanted = agent.isolation ?? (asked === undefined ? undefined : asked ? "worktree" : "none");
  if (settings.isPlanning || (wanted ?? settings.isolation.mode) === "none") return undefined;
  return { merge: settings.isolation.merge, isRequired: wanted === "worktree" } satisfies Isolation;
}

export interface IsolatedRun {
  readonly cwd: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Runs the agent in the given folder; in the user's if there is none. */
  run(cwd: string | undefined): Promise<TaskOutcome>;
  /** Records the outcome and the changes before they are merged, so that they can be merged after a crash. */
  onChanges(outcome: TaskOutcome, changes: readonly WorktreeChange[]): Promise<void>;
}

/** Runs an agent in a copy of the repository, and merges what it changed. */
export async function runIsolated(pi: ExtensionAPI, isolation: Isolation, task: IsolatedRun): Promise<TaskOutcome> {
  const worktree = await openWorktree(pi, isolation, task);
  if (typeof worktree === "string") {
    const outcome = await task.run(undefined);
    return { ...outcome, warnings: [`Not isolated: ${worktree}`, ...outcome.warnings] };
  }
  try {
    const outcome = await task.run(worktree.cwd);
    const changes = await worktree.changes();
    if (changes.length === 0) return { ...outcome, notes: ["It changed no files."] };
    await task.onChanges(outcome, changes);
    return await mergeTask(pi, isolation, outcome, changes);
  } finally {
    await worktree.remove();
  }
}

/** Merges the changes of a task. Those of a task that was not completed are only kept in a branch. */
export async function mergeTask(
  pi: ExtensionAPI,
  { merge }: Pick<Isolation, "merge">,
  outcome: TaskOutcome,
  changes: readonly WorktreeChange[],
): Promise<TaskOutcome> {
  const worktrees = await pi.services.use(SERVICE);
  const method = outcome.status === "completed" ? merge : "branch";
  const merged = await worktrees.merge(changes, { name: outcome.id, method });
  const isLeft = merged.some(({ status }) => status === "conflict" || status === "failed");
  return {
    ...outcome,
    ...(isLeft && outcome.status === "completed" ? { status: "unmerged", reason: "Its changes were not merged." } : {}),
    notes: merged.map((each) => noteOf(each, merged.length > 1)),
  };
}

/** Resolves to the reason if there is no worktree and the task may run without one. */
async function openWorktree(
  pi: ExtensionAPI,
  { isRequired }: Isolation,
  { cwd, name, signal }: IsolatedRun,
): Promise<Worktree | string> {
  try {
    if (!pi.services.has(SERVICE)) throw new Error("The battery worktree is off. tau config enable worktree");
    return await (await pi.services.use(SERVICE)).create({ cwd, name, signal });
  } catch (error) {
    if (isRequired || signal.aborted) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

const MOST_FILES = 20;

function noteOf({ repository, status, files, branch, reason }: WorktreeMergeOutcome, isOneOfMany: boolean): string {
  const where = isOneOfMany ? ` in ${repository}` : "";
  const list = files.slice(0, MOST_FILES).join(", ");
  const named = files.length > MOST_FILES ? `${list} and ${files.length - MOST_FILES} more` : list;
  const kept = branch === undefined ? "" : ` Its work is in the branch ${branch}.`;
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
