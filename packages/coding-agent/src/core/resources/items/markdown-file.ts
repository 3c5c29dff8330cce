import { readFile } from "../../json-file/index.ts";
import { parseFrontmatter } from "../frontmatter/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

export interface MarkdownFile {
  readonly fields: Record<string, unknown>;
  readonly body: string;
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** A Markdown file with its head read; `undefined` where there is no such file. */
export function readMarkdown(path: string): MarkdownFile | undefined {
  const { text, diagnostics } = readFile(path);
  if (text === undefined)
    return diagnostics.length > 0 ? { fields: {}, body: "", diagnostics: [...diagnostics] } : undefined;
  const { frontmatter, body, problem } = parseFrontmatter(text);
  if (!problem) return { fields: frontmatter, body, diagnostics: [] };
  const message = `the fields at its head are not YAML: ${problem.reason}; read as plain text`;
  return { fields: frontmatter, body, diagnostics: [{ type: "warning", path, line: problem.line, message }] };
}

export function textField(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A list as YAML has it, or words between commas. */
export function listField(fields: Record<string, unknown>, name: string): string[] | undefined {
  const value = fields[name];
  if (Array.isArray(value)) return value.map(String);
  const text = textField(fields, name);
  return text?.split(",").flatMap((part) => part.trim() || []);
}
