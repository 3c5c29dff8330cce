import { readFile, stat } from "node:fs/promises";
import { relative } from "node:path";
import { isBelow } from "@tau/coding-agent";
import type { DebugProtocol } from "@vscode/debugprotocol";

const MOST_SOURCE_BYTES = 4 * 1024 * 1024;
const LINES_AROUND = 2;
const MOST_LINE = 200;

/** Returns `average (src/stats.py:7)`, with the address where there is no source. */
export function frameText(
  { name, source, line, instructionPointerReference }: DebugProtocol.StackFrame,
  cwd: string,
): string {
  const place = source?.path ?? source?.name;
  if (place === undefined) return `${name}${instructionPointerReference ? ` (${instructionPointerReference})` : ""}`;
  return `${name} (${shownPath(place, cwd)}:${line})`;
}

/** Returns a path relative to the session's folder if it is in it. */
export function shownPath(path: string, cwd: string): string {
  return isBelow(cwd, path) ? relative(cwd, path) || "." : path;
}

/** Resolves to the lines around a frame's place, with an arrow at it; nothing if the source cannot be read. */
export async function sourceLines({ source, line }: DebugProtocol.StackFrame): Promise<string[]> {
  if (source?.path === undefined || line < 1) return [];
  const stats = await stat(source.path).catch(() => undefined);
  if (!stats?.isFile() || stats.size > MOST_SOURCE_BYTES) return [];
  const lines = (await readFile(source.path, "utf8")).split(/\r?\n/);
  const first = Math.max(1, line - LINES_AROUND);
  const shown = lines.slice(first - 1, Math.min(lines.length, line + LINES_AROUND));
  const width = String(first + shown.length - 1).length;
  return shown.map((text, index) => {
    const number = first + index;
    return `${number === line ? "→" : " "} ${String(number).padStart(width)} | ${text.slice(0, MOST_LINE)}`.trimEnd();
  });
}
