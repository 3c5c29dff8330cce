import type { ExtensionAPI } from "@tau/coding-agent";
import type { FileRewrite, Replacement, Rewrite } from "./rewrite.ts";
import type { Match, SearchResult } from "./search.ts";

type Decorate = ExtensionAPI["decorators"]["decorate"];

const MOST_LINES_PER_MATCH = 12;
const MOST_LINE = 500;
const MOST_VALUE = 80;
const MOST_PREVIEW_LINE = 120;
const MOST_CHANGES = 100;
/** `read` and `grep` mark a line that they cut in the same way, and edit modes know the mark. */
const CUT = "... [truncated]";

/** Renders matches by file: `*LINE|text` where a match begins, ` LINE|text` where it continues, and its metavariables. */
export function showMatches({ matches, hasMore, parseIssues, notes }: SearchResult, decorate: Decorate): string {
  const parts: string[] = [];
  let path = "";
  for (const match of matches) {
    if (match.candidate.path !== path) {
      path = match.candidate.path;
      parts.push(`${parts.length > 0 ? "\n" : ""}# ${path}`);
    }
    parts.push(...matchLines(match, decorate));
  }
  if (matches.length === 0) parts.push("No matches found");
  const told = [
    ...(hasMore ? ["Result limit reached; narrow paths or use skip for the next matches."] : []),
    ...(parseIssues.length > 0
      ? [`Syntax errors, around which matches may be missing: ${parseIssues.join(", ")}`]
      : []),
    ...notes,
  ];
  return [...parts, ...(told.length > 0 ? ["", ...told] : [])].join("\n");
}

function matchLines({ candidate, firstLine, lines, metavariables }: Match, decorate: Decorate): string[] {
  const shown = lines.slice(0, MOST_LINES_PER_MATCH).map((text, index) => ({
    number: firstLine + index,
    text: text.length > MOST_LINE ? text.slice(0, MOST_LINE) + CUT : text,
    path: candidate.path,
    file: candidate.file,
  }));
  const texts = decorate(shown);
  const rendered = shown.map(({ number, text }, index) => {
    const decorated = texts[index] ?? text;
    return `${index === 0 ? "*" : " "}${decorated === text ? `${number}|${text}` : decorated}`;
  });
  const hidden = lines.length - shown.length;
  const values = metavariables.filter(({ value }) => value !== "");
  return [
    ...rendered,
    ...(hidden > 0 ? [` … ${hidden} more lines`] : []),
    ...(values.length > 0
      ? [`  meta: ${values.map(({ name, value }) => `${name}=${oneLine(value, MOST_VALUE)}`).join(", ")}`]
      : []),
  ];
}

/** Renders a preview: two lines for each change, with its anchor or its line and column. */
export function showRewrite({ files, skipped, notes }: Rewrite, decorate: Decorate): string {
  const all = files.flatMap(({ candidate, replacements }) => replacements.map((change) => ({ candidate, change })));
  const told = [
    ...(skipped.length > 0 ? [`Left alone because of syntax errors: ${skipped.join(", ")}`] : []),
    ...notes,
  ];
  if (all.length === 0) return ["No replacements made", ...told].join("\n");
  const parts = [`Preview of ${countOf(files)}. Nothing is written yet.`];
  let path = "";
  for (const { candidate, change } of all.slice(0, MOST_CHANGES)) {
    if (candidate.path !== path) {
      path = candidate.path;
      parts.push(`# ${path}`);
    }
    const reference = referenceOf(change, candidate, decorate);
    parts.push(`-${reference}|${oneLine(change.before, MOST_PREVIEW_LINE)}`);
    parts.push(`+${reference}|${oneLine(change.after, MOST_PREVIEW_LINE)}`);
  }
  if (all.length > MOST_CHANGES) parts.push(`… ${all.length - MOST_CHANGES} more replacements`);
  return [...parts, ...told].join("\n");
}

/** Returns such as `3 replacements in 2 files`. */
export function countOf(files: readonly FileRewrite[]): string {
  const count = files.reduce((sum, { replacements }) => sum + replacements.length, 0);
  return `${count} ${count === 1 ? "replacement" : "replacements"} in ${files.length} ${files.length === 1 ? "file" : "files"}`;
}

/** Returns the anchor of the line in an edit mode that has anchors, else the position. */
function referenceOf(
  { line, column, lineText }: Replacement,
  { path, file }: FileRewrite["candidate"],
  decorate: Decorate,
): string {
  const text = lineText.length > MOST_LINE ? lineText.slice(0, MOST_LINE) + CUT : lineText;
  const [decorated = text] = decorate([{ number: line, text, path, file }]);
  const anchor = decorated.endsWith(`|${text}`) ? decorated.slice(0, -text.length - 1) : "";
  return anchor || `${line}:${column}`;
}

function oneLine(text: string, most: number): string {
  const [first = ""] = text.split(/\r?\n/);
  const isCut = first.length > most || first.length < text.length;
  return `${first.slice(0, most)}${isCut ? "…" : ""}`;
}
