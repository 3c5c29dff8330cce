import { appendFileSync, readFileSync } from "node:fs";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import type { SessionError } from "../session/session-error.ts";
import type { AppendFile } from "./append-file.ts";
import type { DamagedLine, ScanFindings } from "./log-contents.ts";
import { errorCode, ignoreMissing, storageError } from "./storage-error.ts";

/** Whether what could not be read has a copy: it has, it could not be made, or the file is not ours to do so. */
export type Copied = "copied" | "not-copied" | SessionError;

/** Keeps a copy of what could not be read beside the session, once, for whoever wants to repair it by hand. */
export function setAside(file: AppendFile, path: string, damaged: readonly DamagedLine[]): Copied {
  if (damaged.length === 0) return "not-copied";
  const target = damagedPath(path);
  try {
    const known = ignoreMissing(() => readFileSync(target)) ?? Buffer.alloc(0);
    const lines = damaged.map(({ offset, length }) => file.read(offset, length));
    const added = lines.filter((line) => !known.includes(line)).flatMap((line) => [line, Buffer.from("\n")]);
    if (added.length > 0) appendFileSync(target, Buffer.concat(added), { mode: 0o600 });
    return "copied";
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return storageError(error, `copy what cannot be read to ${target}`);
  }
}

export function damagedPath(path: string): string {
  return path.replace(/(\.jsonl)?$/, ".damaged");
}

export function describeFindings(
  { damaged, duplicates, orphans }: ScanFindings,
  path: string,
  copied: Copied,
): SessionDiagnostic[] {
  return [
    ...damaged.map((line) => describeDamage(line, path, copied)),
    ...duplicates.map(
      (id): SessionDiagnostic => ({
        code: "duplicate-id",
        message: `Entry id ${id} is used more than once in ${path}; the last entry with it counts.`,
      }),
    ),
    ...orphans.map(
      (id): SessionDiagnostic => ({
        code: "missing-parent",
        message: `The parent of entry ${id} is not in ${path} before it; the entry starts a tree of its own.`,
      }),
    ),
  ];
}

function describeDamage({ offset, length, torn }: DamagedLine, path: string, copied: Copied): SessionDiagnostic {
  const what = torn ? "The last line was cut off while it was written" : "A line cannot be read";
  return {
    code: torn ? "torn-line" : "damaged-line",
    message: `${what} (${length} bytes at ${offset} of ${path}). It is left out; ${whereabouts(path, copied)}`,
    offset,
  };
}

function whereabouts(path: string, copied: Copied): string {
  if (copied === "copied") return `a copy is in ${damagedPath(path)}.`;
  return copied === "not-copied" ? "it stays where it is." : `it stays where it is. ${copied.message}`;
}
