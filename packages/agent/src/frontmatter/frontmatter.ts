import type { FileDiagnostic } from "./file-diagnostic.ts";
import { parseYaml, YamlError } from "./yaml-block.ts";

export interface ParsedFrontmatter<T extends Record<string, unknown> = Record<string, unknown>> {
  frontmatter: T;
  /** The text after the frontmatter, trimmed. */
  body: string;
}

export interface FrontmatterProblem {
  /** Line number in the file, 1-based. */
  readonly line: number;
  readonly reason: string;
  /** Whether the lines were never closed, so that the text has no fields. */
  readonly isOpen?: boolean;
}

/**
 * Returns the fields between the `---` lines at the top of a file, and the text after them. Reads broken YAML line by line as plain text.
 */
export function parseFrontmatter<T extends Record<string, unknown> = Record<string, unknown>>(
  content: string,
): ParsedFrontmatter<T> & { problem?: FrontmatterProblem } {
  const { head, body } = split(content);
  if (head === undefined)
    return { frontmatter: {} as T, body, ...(UNFENCED.test(body) ? { problem: NEVER_CLOSED } : {}) };
  try {
    return { frontmatter: parseYaml(head) as T, body };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { frontmatter: readLines(head) as T, body, problem: { line: error.line + 1, reason: error.message } };
  }
}

export function stripFrontmatter(content: string): string {
  return split(content).body;
}

export function describeProblem(problem: FrontmatterProblem | undefined, path: string): FileDiagnostic[] {
  if (!problem) return [];
  const message = `the fields at its head are not YAML: ${problem.reason}; read as plain text`;
  return [{ type: "warning", path, line: problem.line, message }];
}

const FENCED = /^---[ \t]*\n(?<head>(?:[\s\S]*?\n)??)---[ \t]*(?:\n|$)/;

/** Matches a line of dashes followed by a field; other text may start with a horizontal rule. */
const UNFENCED = /^---[ \t]*\n[\w-]+:(?:[ \t]|\n|$)/;
const NEVER_CLOSED: FrontmatterProblem = { line: 1, reason: "the --- that opens them is never closed", isOpen: true };

function split(content: string): { head: string | undefined; body: string } {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const fenced = FENCED.exec(text);
  return fenced
    ? { head: fenced.groups?.head, body: text.slice(fenced[0].length).trim() }
    : { head: undefined, body: text };
}

function readLines(head: string): Record<string, string> {
  const entries = head.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).trimEnd();
    return /^[\w-]+$/.test(key) ? [[key, withoutQuotes(line.slice(colon + 1).trim())] as const] : [];
  });
  return Object.fromEntries(entries);
}

function withoutQuotes(value: string): string {
  const quote = value.charAt(0);
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}
