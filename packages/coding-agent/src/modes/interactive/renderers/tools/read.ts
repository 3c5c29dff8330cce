import { languageOfPath } from "../highlight/index.ts";
import { countOf } from "./clip-lines.ts";
import { CodePreview } from "./code-preview.ts";
import { displayPath } from "./display-path.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import { title } from "./title.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tool-renderer.ts";

/** Shows one line for a file that was read, and its highlighted text if expanded. */
export const readRenderer: ToolRenderer = {
  call: (args, row) =>
    showText(title(row.theme, "read", displayPath(args.path, row.cwd) + range(args), remark(row)), row.last),
  result: (result, row) => {
    const text = resultText(result);
    if (row.isError) return showText(row.theme.fg("error", text), row.last);
    if (!row.expanded || hasImage(row)) return undefined;
    const view = row.last instanceof CodePreview ? row.last : new CodePreview();
    const language = typeof row.args.path === "string" ? languageOfPath(row.args.path) : undefined;
    view.update({ text, language, lines: Number.POSITIVE_INFINITY, from: "start" }, row);
    return view;
  },
};

function range({ offset, limit }: ToolArguments): string {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return typeof limit === "number" ? `:${first}-${first + limit - 1}` : `:${first}`;
}

function remark(row: ToolRow): string {
  if (!row.result || row.isError) return "";
  if (hasImage(row)) return "image";
  if (isSummary(row.result.details)) return "summary";
  const text = resultText(row.result);
  return countOf(text === "" ? 0 : text.replace(/\n$/, "").split("\n").length, "line");
}

function isSummary(details: unknown): boolean {
  return typeof details === "object" && details !== null && "summary" in details;
}

function hasImage({ result }: ToolRow): boolean {
  return result?.content.some(({ type }) => type === "image") ?? false;
}
