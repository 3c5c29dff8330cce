import { clipLines } from "./clip-lines.ts";
import { displayPath } from "./display-path.ts";
import { resultText } from "./result-text.ts";
import type { ToolRenderer } from "./tool-renderer.ts";

export const readRenderer: ToolRenderer = {
  title: ({ path, offset, limit }, { theme, cwd }) => {
    const from = typeof offset === "number" ? `:${offset}` : "";
    const to = typeof limit === "number" ? `-${(typeof offset === "number" ? offset : 1) + limit - 1}` : "";
    return `${theme.fg("toolTitle", theme.bold("read"))} ${theme.fg("accent", displayPath(path, cwd))}${theme.fg("warning", from + to)}`;
  },
  output: (result, paint) =>
    paint.theme.fg("toolOutput", clipLines(resultText(result), { lines: 6, from: "start" }, paint)),
};
