import type { ChildUsage } from "@tau/coding-agent";

/** How a task ended. `skipped`: it was never begun. */
export type TaskStatus = "completed" | "failed" | "aborted" | "limit" | "skipped";

export interface TaskOutcome {
  /** Of the agent's session and of its output; what the user asked for where it was never begun. */
  readonly id: string;
  readonly status: TaskStatus;
  /** The whole output; empty where there is none. */
  readonly text: string;
  readonly reason?: string;
  readonly warnings: readonly string[];
  readonly usage?: ChildUsage;
}

const MOST_BYTES = 500_000;
const MOST_LINES = 5_000;
/** What all outputs of one call may take of the parent's context, and what each may take at least. */
const INLINE_CHARACTERS = 24_000;
const LEAST_CHARACTERS = 2_000;

/** The end of an output that is too large to be kept. */
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

/** What the parent's model reads. */
export function outcomesText(agent: string, outcomes: readonly TaskOutcome[]): string {
  const room = Math.max(LEAST_CHARACTERS, Math.floor(INLINE_CHARACTERS / outcomes.length));
  return outcomes.map((outcome) => outcomeText(agent, outcome, room)).join("\n\n");
}

function outcomeText(agent: string, { id, status, text, reason, warnings }: TaskOutcome, room: number): string {
  const head = `## ${id} (${agent}): ${status}${reason ? `. ${reason}` : ""}`;
  const isCut = text.length > room;
  const shown = isCut
    ? `${text.slice(0, room)}…\n[${text.length - room} more characters. Read agent://${id} for the whole.]`
    : text;
  return [head, ...warnings.map((warning) => `Warning: ${warning}`), ...(shown ? [shown] : [])].join("\n");
}
