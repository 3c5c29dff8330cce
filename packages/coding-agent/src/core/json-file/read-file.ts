import { readFileSync, type Stats, statSync } from "node:fs";
import type { FileDiagnostic } from "./diagnostic.ts";

export interface FileText {
  /** Absent where there is no such file, or it cannot be read. */
  readonly text?: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Most configuration files are absent most of the time: that is not worth a word. Anything else is. */
export function readFile(path: string): FileText {
  try {
    // A question is cheaper than an exception.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return { diagnostics: [] };
    const problem = unreadable(stats);
    if (problem !== undefined) return { diagnostics: [{ type: "error", path, message: problem }] };
    return { text: withoutByteOrderMark(readFileSync(path, "utf8")), diagnostics: [] };
  } catch (error) {
    if (isMissing(error)) return { diagnostics: [] };
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${errorCode(error)})` }] };
  }
}

/** A pipe would be waited for without end, and what is too large for a text of instructions or settings is something else. */
function unreadable(stats: Stats): string | undefined {
  if (!stats.isFile()) return `cannot be read (${stats.isDirectory() ? "it is a folder" : "it is no ordinary file"})`;
  return stats.size > MAX_BYTES ? `is left out: it is larger than ${MAX_BYTES / 1024 / 1024} MB` : undefined;
}

const MAX_BYTES = 16 * 1024 * 1024;

export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : String(error);
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
