import type { Theme } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import { summaryOf } from "./list-text.ts";
import type { TodoPhase, TodoTask } from "./read-phases.ts";

export const MARKS = { pending: "○", in_progress: "▸", completed: "✓", abandoned: "✗" } as const;
export const COLORS = { pending: "muted", in_progress: "accent", completed: "success", abandoned: "dim" } as const;

const SHOWN_TASKS = 8;

export function drawCall(theme: Theme): Component {
  return new Text(theme.fg("toolTitle", theme.bold("todo")), 0, 0);
}

/** Draws the list after the call; collapsed, only the part around the current task. */
export function drawList(
  phases: readonly TodoPhase[],
  { problems, expanded }: { readonly problems: readonly string[]; readonly expanded: boolean },
  theme: Theme,
): Component {
  const rows = phases.flatMap(({ name, tasks }) => [
    { isCurrent: false, text: theme.bold(neutralizeLine(name)) },
    ...tasks.map((task) => ({ isCurrent: task.status === "in_progress", text: taskLine(task, theme) })),
  ]);
  const current = Math.max(
    0,
    rows.findIndex(({ isCurrent }) => isCurrent),
  );
  const first = expanded ? 0 : Math.max(0, Math.min(current - 3, rows.length - SHOWN_TASKS));
  const shown = expanded ? rows : rows.slice(first, first + SHOWN_TASKS);
  const hidden = rows.length - shown.length;
  const { closed, total } = summaryOf(phases);
  const lines = [
    ...shown.map(({ text }) => text),
    ...(hidden > 0 ? [theme.fg("dim", `… ${hidden} more lines, ${closed} of ${total} tasks done`)] : []),
    ...(total === 0 ? [theme.fg("muted", "The list is empty.")] : []),
    ...problems.map((problem) => theme.fg("warning", neutralize(problem))),
  ];
  return new Text(lines.join("\n"), 0, 0);
}

function taskLine({ content, status }: TodoTask, theme: Theme): string {
  const text = neutralizeLine(content);
  return `  ${theme.fg(COLORS[status], MARKS[status])} ${status === "abandoned" ? theme.fg("dim", text) : text}`;
}
