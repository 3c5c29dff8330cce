import { plainLine } from "../../parts/plain-line.ts";
import { clipLines } from "./clip-lines.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import type { ToolArguments, ToolRenderer } from "./tool-renderer.ts";

const OUTPUT_LINES = 8;
const MAX_SUMMARY = 200;
/** Only this much of an argument is visible, so no more is processed. */
const MAX_ARGUMENT = 120;

/** Creates the renderer for tools without their own: shows the name, the arguments on one line, and the first lines of the result. */
export function genericRenderer(name: string): ToolRenderer {
  return {
    call: (args, { theme, last }) =>
      showText(`${theme.fg("toolTitle", theme.bold(name))} ${theme.fg("muted", summarize(args))}`, last),
    result: (result, row) => {
      const text = clipLines(resultText(result), { lines: OUTPUT_LINES, from: "start" }, row);
      return text === "" ? undefined : showText(row.theme.fg(row.isError ? "error" : "toolOutput", text), row.last);
    },
  };
}

function summarize(args: ToolArguments): string {
  const values = Object.values(args);
  // The name of a single text says less than the text, such as a command or a question.
  if (values.length === 1 && typeof values[0] === "string") return shorten(values[0]).slice(0, MAX_SUMMARY);
  const parts = Object.entries(args).map(([key, value]) => `${plainLine(key)}=${shorten(value)}`);
  return parts.join(" ").slice(0, MAX_SUMMARY);
}

function shorten(value: unknown): string {
  const text = typeof value === "string" ? value.slice(0, MAX_ARGUMENT) : (JSON.stringify(value) ?? "");
  return plainLine(text.slice(0, MAX_ARGUMENT));
}
