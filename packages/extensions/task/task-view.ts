import type { ChildState, Theme } from "@tau/coding-agent";
import { type Component, neutralizeLine, Text, truncateToWidth, wrapTextWithAnsi } from "@tau/tui";
import type { TaskOutcome } from "./outcome.ts";

/** A snapshot of a task for the screen and for clients. */
export interface TaskView {
  readonly id: string;
  readonly status: "pending" | "running" | TaskOutcome["status"];
  /** The running tool. */
  readonly activity?: string;
  /** What that tool works on, such as a command or a path. */
  readonly activityDetail?: string;
  readonly tokens?: number;
  readonly cost?: number;
  readonly seconds?: number;
  readonly reason?: string;
}

export interface TaskDetails {
  readonly agent: string;
  readonly tasks: readonly TaskView[];
}

export const MARKS = {
  pending: "○",
  running: "▸",
  completed: "✓",
  unmerged: "!",
  failed: "✗",
  aborted: "■",
  limit: "✗",
  skipped: "-",
} as const;

export const COLORS = {
  pending: "muted",
  running: "accent",
  completed: "success",
  unmerged: "warning",
  failed: "error",
  aborted: "warning",
  limit: "warning",
  skipped: "dim",
} as const;

export function viewOfChild({ id, activity, activityDetail, usage }: ChildState): TaskView {
  const { tokens, cost } = usage;
  return {
    ...{ id, status: "running", tokens, cost },
    ...(activity === undefined ? {} : { activity }),
    ...(activityDetail === undefined ? {} : { activityDetail }),
  };
}

const DOING_LENGTH = 40;

/** Returns what an agent does, such as `bash npm test`. */
export function doingText({ activity, activityDetail = "" }: Pick<TaskView, "activity" | "activityDetail">): string {
  if (activity === undefined) return "thinking";
  const text = neutralizeLine(`${activity} ${activityDetail}`).trim();
  return text.length > DOING_LENGTH ? `${text.slice(0, DOING_LENGTH - 1)}…` : text;
}

export function viewOfOutcome({ id, status, usage, ...outcome }: TaskOutcome): TaskView {
  const spent = usage ? { tokens: usage.tokens, cost: usage.cost, seconds: usage.seconds } : {};
  const reason = endText({ status, ...outcome });
  return { id, status, ...spent, ...(reason === "" ? {} : { reason }) };
}

const END_LENGTH = 200;

/** Returns why a task ended so, and what became of its changes: in which files they are, or in which branch. */
export function endText({
  status,
  reason,
  notes = [],
}: Partial<Pick<TaskOutcome, "status" | "reason" | "notes">>): string {
  // The notes say more exactly what was not merged.
  const why = status === "unmerged" && notes.length > 0 ? [] : reason === undefined ? [] : [reason];
  const text = [...why, ...notes].join(" ");
  return text.length > END_LENGTH ? `${text.slice(0, END_LENGTH - 1)}…` : text;
}

/** Returns a text such as `12.3k tokens $0.04 1m 5s`, without unknown values. */
export function spentText({ tokens = 0, cost = 0, seconds }: Omit<TaskView, "id" | "status">): string {
  return [
    ...(tokens > 0 ? [`${countText(tokens)} tokens`] : []),
    ...(cost > 0 ? [costText(cost)] : []),
    ...(seconds === undefined ? [] : [timeText(seconds)]),
  ].join(" ");
}

export function countText(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

export function costText(cost: number): string {
  return cost >= 0.01 ? `$${cost.toFixed(2)}` : `$${cost.toFixed(4)}`;
}

export function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function drawCall(
  { agent = "", tasks }: { agent?: string; tasks?: readonly unknown[] },
  theme: Theme,
): Component {
  const count = tasks?.length ?? 0;
  const what = `${neutralizeLine(agent)}${count > 1 ? ` ${count} tasks` : ""}`;
  return new Text(`${theme.fg("toolTitle", theme.bold("task"))} ${what}`, 0, 0);
}

export function drawTasks({ tasks }: TaskDetails, theme: Theme): Component {
  const lines = tasks.map(({ id, status, reason, ...task }) => {
    const doing = task.activity === undefined ? "" : doingText(task);
    const rest = [spentText(task), doing, reason ? neutralizeLine(reason) : ""].filter(Boolean).join(" · ");
    const text = `${theme.fg(COLORS[status], MARKS[status])} ${neutralizeLine(id)} ${theme.fg("dim", rest)}`;
    return { text, isRunning: status === "running" };
  });
  return {
    // What runs changes all the time: its line is cut, so that nothing moves.
    render: (width) =>
      lines.flatMap(({ text, isRunning }) =>
        isRunning ? [truncateToWidth(text, width, "…")] : wrapTextWithAnsi(text, width),
      ),
    invalidate: () => undefined,
  };
}
