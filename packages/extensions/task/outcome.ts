import type { ChildUsage } from "@tau/coding-agent";

/** How a task ended. `unmerged`: its changes could not be merged. `skipped`: it was never started. */
export type TaskStatus = "completed" | "unmerged" | "failed" | "aborted" | "limit" | "skipped";

export interface TaskOutcome {
  /** The id of the agent's session and its output; the id that the model asked for if the task was never started. */
  readonly id: string;
  readonly status: TaskStatus;
  /** The whole output; may be empty. */
  readonly text: string;
  readonly reason?: string;
  readonly warnings: readonly string[];
  /** How the changes of an isolated task were merged. */
  readonly notes?: readonly string[];
  readonly usage?: ChildUsage;
}

/** Turns an error into a failed outcome of that one task. */
export async function attempt(id: string, work: () => Promise<TaskOutcome>): Promise<TaskOutcome> {
  try {
    return await work();
  } catch (error) {
    return {
      id,
      status: "failed",
      text: "",
      reason: error instanceof Error ? error.message : String(error),
      warnings: [],
    };
  }
}

const MOST_BYTES = 500_000;
const MOST_LINES = 5_000;
/** The limit in the parent's context for all outputs of one call. */
const INLINE_CHARACTERS = 24_000;
const LEAST_CHARACTERS = 2_000;

/** Returns the end of an output that is too large to keep. */
export function cutOutput(text: string): string {
  const lines = text.split("\n");
  const kept = lines.length > MOST_LINES ? lines.slice(-MOST_LINES).join("\n") : text;
  const bytes = Buffer.from(kept);
  const end =
    bytes.length > MOST_BYTES
      ? bytes
          .subarray(-MOST_BYTES)
          .toString("utf8")
          .replace(/^\uFFFD+/, "")
      : kept;
  return end === text ? text : `[Only the end is kept: the output was too long.]\n${end}`;
}

/** Returns the text for the parent's model. */
export function outcomesText(agent: string, outcomes: readonly TaskOutcome[]): string {
  const room = Math.max(LEAST_CHARACTERS, Math.floor(INLINE_CHARACTERS / outcomes.length));
  return outcomes.map((outcome) => outcomeText(agent, outcome, room)).join("\n\n");
}

function outcomeText(
  agent: string,
  { id, status, text, reason, warnings, notes = [] }: TaskOutcome,
  room: number,
): string {
  const head = `## ${id} (${agent}): ${status}${reason ? `. ${reason}` : ""}`;
  const isCut = text.length > room;
  const shown = isCut
    ? `${text.slice(0, room)}…\n[${text.length - room} more characters. Read agent://${id} for the whole.]`
    : text;
  return [head, ...warnings.map((warning) => `Warning: ${warning}`), ...notes, ...(shown ? [shown] : [])].join("\n");
}
