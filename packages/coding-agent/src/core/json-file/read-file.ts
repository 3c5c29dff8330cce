import { readFileSync, readlinkSync, type Stats, statSync } from "node:fs";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { FILE_LIMITS } from "@tau/agent/ordinary-file";
import { errorText } from "../error-text.ts";
import { decodeText } from "../files/text-encoding.ts";
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
    const problem = stats ? unreadable(stats) : brokenLink(path);
    if (problem !== undefined) return { diagnostics: [{ type: "error", path, message: problem }] };
    return stats ? { text: readText(path), diagnostics: [] } : { diagnostics: [] };
  } catch (error) {
    if (isMissing(error)) return { diagnostics: [] };
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${reasonOf(error)})` }] };
  }
}

/** A pipe would be waited for without end, and what is too large for a text of instructions or settings is something else. */
function unreadable(stats: Stats): string | undefined {
  if (!stats.isFile()) return `cannot be read (${stats.isDirectory() ? "it is a folder" : "it is no ordinary file"})`;
  return stats.size > FILE_LIMITS.config
    ? `is left out: it is larger than ${FILE_LIMITS.config / 1024 / 1024} MB`
    : undefined;
}

/** Some editors write UTF-16. What is written back is UTF-8. */
function readText(path: string): string {
  const text = readFileSync(path, "utf8");
  if (text.startsWith("\ufeff")) return text.slice(1);
  return text.startsWith(NOT_UTF8) ? decodeText(readFileSync(path)).text : text;
}

/** What the two bytes that UTF-16 begins with are in UTF-8. */
const NOT_UTF8 = "\ufffd\ufffd";

/** A file that is meant to be elsewhere and is not: to write it here would part the two. */
function brokenLink(path: string): string | undefined {
  try {
    return `is a link to ${readlinkSync(path)}, which does not exist`;
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "EINVAL") return undefined;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? errorText(error);
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a link to itself",
};
