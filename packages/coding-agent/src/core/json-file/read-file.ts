import { existsSync, readFileSync } from "node:fs";
import type { FileDiagnostic } from "./diagnostic.ts";

export interface FileText {
  /** Absent where there is no such file, or it cannot be read. */
  readonly text?: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Most configuration files are absent most of the time: that is not worth a word. Anything else is. */
export function readFile(path: string): FileText {
  // A question is cheaper than an exception.
  if (!existsSync(path)) return { diagnostics: [] };
  try {
    return { text: withoutByteOrderMark(readFileSync(path, "utf8")), diagnostics: [] };
  } catch (error) {
    if (isMissing(error)) return { diagnostics: [] };
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${errorCode(error)})` }] };
  }
}

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
