import { existsSync, readFileSync } from "node:fs";
import type { FileDiagnostic } from "../../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../../frontmatter/frontmatter.ts";
import { errorCode, ignoreMissing } from "../storage-error.ts";

export interface MarkdownFile {
  readonly fields: Record<string, unknown>;
  readonly body: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** A Markdown file with its head read; `undefined` where there is no such file. */
export function readMarkdown(path: string): MarkdownFile | undefined {
  const { text, diagnostics } = readText(path);
  if (text === undefined) return diagnostics.length > 0 ? { fields: {}, body: "", diagnostics } : undefined;
  const { frontmatter, body, problem } = parseFrontmatter(text);
  return { fields: frontmatter, body, diagnostics: describeProblem(problem, path) };
}

/** A file that is not there is not worth a word. One that cannot be read is, and is no reason to fail. */
export function readText(path: string): { readonly text?: string | undefined; readonly diagnostics: FileDiagnostic[] } {
  // A question is cheaper than an exception.
  if (!existsSync(path)) return { diagnostics: [] };
  try {
    return { text: ignoreMissing(() => readFileSync(path, "utf8")), diagnostics: [] };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${code})` }] };
  }
}
