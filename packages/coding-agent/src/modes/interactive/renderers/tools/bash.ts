import { clipLines } from "./clip-lines.ts";
import { resultText } from "./result-text.ts";
import type { ToolRenderer } from "./tool-renderer.ts";

export const bashRenderer: ToolRenderer = {
  title: ({ command }, { theme }) =>
    theme.fg("toolTitle", theme.bold(`$ ${typeof command === "string" ? command : "…"}`)),
  output: (result, paint) =>
    paint.theme.fg("toolOutput", clipLines(resultText(result), { lines: 8, from: "end" }, paint)),
};
