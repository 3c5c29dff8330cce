import { existsSync } from "node:fs";
import type { FileDiagnostic } from "../../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../../frontmatter/frontmatter.ts";
import { errorCode } from "../error-code.ts";
import { ignoreMissing } from "../log/storage-error.ts";
import { FILE_LIMITS, NOT_ORDINARY, readOrdinaryFileSync, TOO_LARGE } from "../ordinary-file.ts";

export interface MarkdownFile {
  readonly fields: Record<string, unknown>;
  readonly body: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Reads a Markdown file and its frontmatter; `undefined` if the file does not exist. */
export function readMarkdown(path: string): MarkdownFile | undefined {
  const { text, diagnostics } = readText(path);
  if (text === undefined) return diagnostics.length > 0 ? { fields: {}, body: "", diagnostics } : undefined;
  const { frontmatter, body, problem } = parseFrontmatter(text);
  return { fields: frontmatter, body, diagnostics: describeProblem(problem, path) };
}

/** Reads a file. A missing file is silently skipped; an unreadable one is reported as a diagnostic. */
export function readText(path: string): { readonly text?: string | undefined; readonly diagnostics: FileDiagnostic[] } {
  // This check is cheaper than an exception.
  if (!existsSync(path)) return { diagnostics: [] };
  try {
    return { text: ignoreMissing(() => decode(readOrdinaryFileSync(path, FILE_LIMITS.config))), diagnostics: [] };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${REASONS[code] ?? code})` }] };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  [NOT_ORDINARY]: "it is no ordinary file",
  [TOO_LARGE]: `it is larger than ${FILE_LIMITS.config / 1024 / 1024} MB`,
};

/** Decodes text. Some editors write UTF-16, marked by the first two bytes. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.toString("utf8");
}
