import { readFileSync, readlinkSync, type Stats, statSync } from "node:fs";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { FILE_LIMITS } from "@tau/agent/ordinary-file";
import { errorText } from "../error-text.ts";
import { decodeText } from "../files/text-encoding.ts";
import type { FileDiagnostic } from "./diagnostic.ts";

export interface FileText {
  /** Absent if the file does not exist or cannot be read. */
  readonly text?: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Reads a text file. A missing file is not reported, because most configuration files are absent; any other failure is. */
export function readFile(path: string): FileText {
  try {
    // `statSync` without throwing is cheaper than catching an exception.
    const stats = statSync(path, { throwIfNoEntry: false });
    const problem = stats ? unreadable(stats) : brokenLink(path);
    if (problem !== undefined) return { diagnostics: [{ type: "error", path, message: problem }] };
    return stats ? { text: readText(path), diagnostics: [] } : { diagnostics: [] };
  } catch (error) {
    if (isMissing(error)) return { diagnostics: [] };
    return { diagnostics: [{ type: "error", path, message: `cannot be read (${reasonOf(error)})` }] };
  }
}

/**
 * Returns why the file must not be read. Reading a pipe would block forever, and a file this large holds no settings or
 * instructions.
 */
function unreadable(stats: Stats): string | undefined {
  if (!stats.isFile()) return `cannot be read (${stats.isDirectory() ? "it is a folder" : "it is no ordinary file"})`;
  return stats.size > FILE_LIMITS.config
    ? `is left out: it is larger than ${FILE_LIMITS.config / 1024 / 1024} MB`
    : undefined;
}

/** Reads UTF-8 or UTF-16, which some editors write. Files are always written back as UTF-8. */
function readText(path: string): string {
  const text = readFileSync(path, "utf8");
  if (text.startsWith("\ufeff")) return text.slice(1);
  return text.startsWith(NOT_UTF8) ? decodeText(readFileSync(path)).text : text;
}

/** The UTF-16 byte order mark decoded as UTF-8. */
const NOT_UTF8 = "\ufffd\ufffd";

/** Reports a link without a target. Writing the file here would replace the link and separate it from its intended target. */
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
