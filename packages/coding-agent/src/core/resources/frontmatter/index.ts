import { parseYaml, YamlError } from "./yaml-block.ts";

export interface ParsedFrontmatter<T extends Record<string, unknown> = Record<string, unknown>> {
  frontmatter: T;
  body: string;
}

export interface FrontmatterProblem {
  /** 1-based, in the file. */
  readonly line: number;
  readonly reason: string;
}

/** The fields between the `---` lines a file opens with, and the rest. Broken YAML is read line by line instead, as plain text. */
export function parseFrontmatter<T extends Record<string, unknown> = Record<string, unknown>>(
  content: string,
): ParsedFrontmatter<T> & { problem?: FrontmatterProblem } {
  const parts = split(content);
  if (!parts) return { frontmatter: {} as T, body: content };
  try {
    return { frontmatter: parseYaml(parts.head) as T, body: parts.body };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const problem = { line: error.line + 1, reason: error.message };
    return { frontmatter: readLines(parts.head) as T, body: parts.body, problem };
  }
}

export function stripFrontmatter(content: string): string {
  return split(content)?.body ?? content;
}

function split(content: string): { head: string; body: string } | undefined {
  const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(content);
  return match ? { head: match[1] ?? "", body: content.slice(match[0].length).replace(/^\s*\n/, "") } : undefined;
}

function readLines(head: string): Record<string, string> {
  const entries = head.split(/\r?\n/).flatMap((line) => {
    const match = /^([\w-]+)\s*:\s*(.*)$/.exec(line);
    return match ? [[match[1] ?? "", (match[2] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2")] as const] : [];
  });
  return Object.fromEntries(entries);
}
