import { displayPath } from "./display-path.ts";
import { resultText } from "./result-text.ts";
import type { ToolPaint, ToolRenderer } from "./tool-renderer.ts";

export const editRenderer: ToolRenderer = {
  title: ({ path }, { theme, cwd }) =>
    `${theme.fg("toolTitle", theme.bold("edit"))} ${theme.fg("accent", displayPath(path, cwd))}`,
  output: (result, paint) => {
    const diff = diffOf(result.details);
    return diff === undefined ? paint.theme.fg("error", resultText(result)) : paintDiff(diff, paint);
  },
};

function diffOf(details: unknown): string | undefined {
  if (typeof details !== "object" || details === null || !("diff" in details)) return undefined;
  return typeof details.diff === "string" ? details.diff : undefined;
}

function paintDiff(diff: string, { theme }: ToolPaint): string {
  return diff
    .split("\n")
    .map((line) => {
      if (line.startsWith("+")) return theme.fg("toolDiffAdded", line);
      if (line.startsWith("-")) return theme.fg("toolDiffRemoved", line);
      return theme.fg("toolDiffContext", line);
    })
    .join("\n");
}
