import { appendFileSync, readFileSync } from "node:fs";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import type { AppendFile } from "./append-file.ts";
import type { DamagedLine, ScanFindings } from "./log-contents.ts";
import { ignoreMissing } from "./storage-error.ts";

/** Keeps a copy of what could not be read beside the session, once, for whoever wants to repair it by hand. */
export function setAside(file: AppendFile, path: string, damaged: readonly DamagedLine[]): void {
  if (damaged.length === 0) return;
  const target = damagedPath(path);
  const known = ignoreMissing(() => readFileSync(target)) ?? Buffer.alloc(0);
  for (const { offset, length } of damaged) {
    const line = file.read(offset, length);
    if (!known.includes(line)) appendFileSync(target, Buffer.concat([line, Buffer.from("\n")]), { mode: 0o600 });
  }
}

export function damagedPath(path: string): string {
  return path.replace(/(\.jsonl)?$/, ".damaged");
}

export function describeFindings({ damaged, duplicates, orphans }: ScanFindings, path: string): SessionDiagnostic[] {
  return [
    ...damaged.map((line) => describeDamage(line, path)),
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

function describeDamage({ offset, length, torn }: DamagedLine, path: string): SessionDiagnostic {
  const what = torn ? "The last line was cut off while it was written" : "A line cannot be read";
  return {
    code: torn ? "torn-line" : "damaged-line",
    message: `${what} (${length} bytes at ${offset} of ${path}). It is left out; a copy is in ${damagedPath(path)}.`,
    offset,
  };
}
