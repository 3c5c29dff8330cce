import { DEFAULT_MAX_BYTES, formatSize, type TruncationResult, truncateHead } from "../../output/index.ts";
import { ToolError } from "../tool-error.ts";

export interface TextSelection {
  readonly text: string;
  /** Present if the limits, not the caller, ended the text. */
  readonly truncation?: TruncationResult;
}

export interface TextPlace {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** The text is only the beginning: how many lines there are is unknown. */
  readonly isPartial?: boolean | undefined;
  /** Commands can read the path. False for a URL and for a part of a file. Default true. */
  readonly isFile?: boolean | undefined;
}

/** Selects the lines from `offset` (counted from 1) of a file's text, and says how to get the missing ones. */
export function selectLines(
  content: string,
  { path, offset = 1, limit, isPartial = false, isFile = true }: TextPlace,
  decorate: (text: string, first: number) => string = (text) => text,
): TextSelection {
  const lines = splitLines(content);
  if (content === "" && offset <= 1) return { text: "[Empty file]" };
  const first = Math.max(1, Math.floor(offset));
  if (first > lines.length) return beyondEnd(content, path, first, lines.length);
  const end = limit === undefined ? lines.length : Math.min(lines.length, first - 1 + Math.max(1, Math.floor(limit)));
  const wanted = lines.slice(first - 1, end).join("\n") + (end === lines.length && content.endsWith("\n") ? "\n" : "");
  const truncation = truncateHead(wanted);
  if (truncation.firstLineExceedsLimit) {
    const hasMore = first < lines.length || isPartial;
    return { text: longLine(lines[first - 1] ?? "", { path, isFile, number: first, hasMore }), truncation };
  }
  if (truncation.truncated) {
    return {
      text: `${decorate(truncation.content, first)}\n\n${truncationNotice(truncation, first, isPartial ? undefined : lines.length)}`,
      truncation,
    };
  }
  if (end === lines.length && !isPartial) return { text: decorate(wanted, first) };
  const more = isPartial ? "There are more lines" : `${lines.length - end} more lines in file`;
  return { text: `${decorate(wanted, first)}\n\n[${more}. Use offset=${end + 1} to continue.]` };
}

/** Answers a model that counts the line break at the end as one more line; anything further is an error. */
function beyondEnd(content: string, path: string, offset: number, lines: number): TextSelection {
  if (offset === lines + 1 && content.endsWith("\n")) return { text: `[The file ends at line ${lines}]` };
  throw new ToolError(
    "invalid-argument",
    `Offset ${offset} is beyond the end of ${path} (${countLines(lines)}). Use an offset from 1 to ${Math.max(1, lines)}.`,
  );
}

function splitLines(content: string): string[] {
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function truncationNotice(truncation: TruncationResult, first: number, total: number | undefined): string {
  const last = first + truncation.outputLines - 1;
  const limit = truncation.truncatedBy === "bytes" ? ` (${formatSize(truncation.maxBytes)} limit)` : "";
  const of = total === undefined ? "; there are more" : ` of ${total}`;
  return `[Showing lines ${first}-${last}${of}${limit}. Use offset=${last + 1} to continue.]`;
}

interface LongLine extends Pick<TextPlace, "path" | "isFile"> {
  readonly number: number;
  readonly hasMore: boolean;
}

/** Names the command that cuts the line. Where no command can read it, shows its beginning. */
function longLine(line: string, { path, isFile, number, hasMore }: LongLine): string {
  const bytes = Buffer.from(line);
  const size = formatSize(bytes.length);
  const limit = formatSize(DEFAULT_MAX_BYTES);
  if (isFile) {
    const quoted = `'${path.replaceAll("'", `'\\''`)}'`;
    return `[Line ${number} is ${size}, above the ${limit} limit. Use bash: sed -n '${number}p' ${quoted} | head -c ${DEFAULT_MAX_BYTES}]`;
  }
  // A character that the limit cuts in two is left out.
  const shown = new TextDecoder().decode(bytes.subarray(0, DEFAULT_MAX_BYTES), { stream: true });
  const next = hasMore ? ` Use offset=${number + 1} for the lines after it.` : "";
  return `${shown}\n\n[Line ${number} is ${size}; its first ${limit} are shown.${next}]`;
}

function countLines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
