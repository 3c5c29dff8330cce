import { clipLines } from "./clip-lines.ts";
import { displayPath } from "./display-path.ts";
import { resultText } from "./result-text.ts";
import type { ToolRenderer } from "./tool-renderer.ts";

export const writeRenderer: ToolRenderer = {
  title: ({ path }, { theme, cwd }) =>
    `${theme.fg("toolTitle", theme.bold("write"))} ${theme.fg("accent", displayPath(path, cwd))}`,
  preview: ({ content }, paint) =>
    typeof content === "string"
      ? paint.theme.fg("toolOutput", clipLines(content, { lines: 10, from: "start" }, paint))
      : "",
  output: (result, { theme }) => (result.isError ? theme.fg("error", resultText(result)) : ""),
};
