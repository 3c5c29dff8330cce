import { clipLines, countOf } from "./clip-lines.ts";
import { displayPath } from "./display-path.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import { title } from "./title.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tool-renderer.ts";

export interface ListingStyle {
  /** Returns what was searched, and where. */
  subject(args: ToolArguments, row: ToolRow): string;
  /** The unit of the results. */
  readonly unit: string;
  /** Returns whether a line of the result is a found item. Other lines are notes for the model. */
  isFound(line: string): boolean;
}

/** Creates the renderer for tools that return a list: one line with the number of results, and the list if expanded. */
export function listingRenderer(name: string, style: ListingStyle): ToolRenderer {
  return {
    call: (args, row) => showText(title(row.theme, name, style.subject(args, row), remark(row, style)), row.last),
    result: (result, row) => {
      if (row.isError) return showText(row.theme.fg("error", resultText(result)), row.last);
      if (!row.expanded) return undefined;
      const list = clipLines(resultText(result), { lines: Number.POSITIVE_INFINITY, from: "start" }, row);
      return showText(row.theme.fg("toolOutput", list), row.last);
    },
  };
}

export const grepRenderer = listingRenderer("grep", {
  subject: ({ pattern, path, glob }, { cwd }) => {
    const where = typeof path === "string" && path !== "." ? ` in ${displayPath(path, cwd)}` : "";
    return `${quote(pattern)}${where}${typeof glob === "string" ? ` (${glob})` : ""}`;
  },
  unit: "match",
  isFound: (line) => /^.+?:\d+:/.test(line),
});

export const findRenderer = listingRenderer("find", {
  subject: ({ pattern, path }, { cwd }) => {
    const where = typeof path === "string" && path !== "." ? ` in ${displayPath(path, cwd)}` : "";
    return `${typeof pattern === "string" ? pattern : "…"}${where}`;
  },
  unit: "file",
  isFound: isName,
});

export const lsRenderer = listingRenderer("ls", {
  subject: ({ path = "." }, { cwd }) => displayPath(path, cwd),
  unit: "entry",
  isFound: isName,
});

function remark({ result, isError, isPartial }: ToolRow, { unit, isFound }: ListingStyle): string {
  if (!result || isError || isPartial) return "";
  return countOf(resultText(result).split("\n").filter(isFound).length, unit);
}

function isName(line: string): boolean {
  return line !== "" && !/^[[(].*[\])]$/.test(line) && !line.startsWith("No ");
}

function quote(pattern: unknown): string {
  return typeof pattern === "string" ? `/${pattern}/` : "…";
}
