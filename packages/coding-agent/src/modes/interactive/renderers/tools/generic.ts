import { clipLines } from "./clip-lines.ts";
import { resultText } from "./result-text.ts";
import type { ToolRenderer } from "./tool-renderer.ts";

/** For tools that brought no renderer: their name, their arguments on a line, the first lines of what they say. */
export function genericRenderer(name: string): ToolRenderer {
  return {
    title: (args, { theme }) => {
      const summary = Object.entries(args)
        .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join(" ");
      const line = summary.replace(/\s+/g, " ").slice(0, 200);
      return `${theme.fg("toolTitle", theme.bold(name))} ${theme.fg("muted", line)}`;
    },
    output: (result, paint) =>
      paint.theme.fg("toolOutput", clipLines(resultText(result), { lines: 8, from: "start" }, paint)),
  };
}
