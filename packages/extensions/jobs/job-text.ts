import type { BackgroundState, Theme } from "@tau/coding-agent";
import { type Component, neutralizeLine, Text } from "@tau/tui";

export const MARKS = { running: "▸", completed: "✓", failed: "✗", cancelled: "■" } as const;
export const COLORS = { running: "accent", completed: "success", failed: "error", cancelled: "warning" } as const;

/** Returns a line such as `job-1a2b3c (npm test): running for 1 min 5 s`. */
export function jobLine(state: BackgroundState, now = Date.now()): string {
  const { id, label, status } = state;
  const time = elapsed(state, now);
  return `${id} (${label}): ${status === "running" ? `running for ${time}` : `${status} after ${time}`}`;
}

export function elapsed({ startedAt, endedAt }: BackgroundState, now = Date.now()): string {
  return timeText((endedAt ?? now) - startedAt);
}

export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function drawCall(args: object, theme: Theme): Component {
  const { poll, output, cancel, input, list } = args as {
    readonly [key in "poll" | "output" | "cancel"]?: readonly string[];
  } & { readonly input?: { readonly id?: string; readonly text?: string }; readonly list?: boolean };
  const parts = [
    ...(list ? ["list"] : []),
    ...(cancel ? [`cancel ${cancel.join(" ")}`] : []),
    ...(input ? [`input ${input.id ?? ""} ${JSON.stringify(input.text ?? "")}`] : []),
    ...(output ? [`output ${output.join(" ")}`] : []),
    ...(poll ? [`wait for ${poll.join(" ")}`] : []),
  ];
  const what = neutralizeLine(parts.join(", ") || "wait");
  return new Text(`${theme.fg("toolTitle", theme.bold("job"))} ${what}`, 0, 0);
}

export function drawJobs(jobs: readonly BackgroundState[], theme: Theme): Component {
  const lines = jobs.map((state) => {
    const { id, label, status } = state;
    const rest = theme.fg("dim", `${neutralizeLine(label)} ${elapsed(state)}`);
    return `${theme.fg(COLORS[status], MARKS[status])} ${id} ${rest}`;
  });
  return new Text(lines.join("\n"), 0, 0);
}
