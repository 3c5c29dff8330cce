import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fstatSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import type { SessionError } from "../session/session-error.ts";
import type { AppendFile } from "./append-file.ts";
import type { DamagedLine } from "./log-contents.ts";
import { makeFolder } from "./make-folder.ts";
import { scanLines } from "./scan-lines.ts";
import { errorCode, storageError } from "./storage-error.ts";

const NEWLINE = Buffer.from("\n");

export interface DamageReport {
  /** Of the lines that nobody has been told of. */
  readonly diagnostics: SessionDiagnostic[];
  /** Why a line has no copy, where it has none. */
  readonly failure: SessionError | undefined;
}

/**
 * What cannot be read stays in its file, and a copy of it is kept: beside a session that we write, for whoever wants to repair it by hand;
 * in the cache for one that must not be touched. A line that has a copy has been reported: nobody is told of it at every open.
 */
export class DamagedLines {
  private readonly cache: string;

  constructor(cache: string) {
    this.cache = cache;
  }

  /** Copies the lines that have no copy where they should, and describes those that had none anywhere. */
  setAside(file: AppendFile, path: string, damaged: readonly DamagedLine[], access: "write" | "read"): DamageReport {
    if (damaged.length === 0) return { diagnostics: [], failure: undefined };
    const beside = damagedPath(path);
    const cached = join(this.cache, createHash("sha256").update(path).digest("hex").slice(0, 32));
    const lines = damaged.map((line) => readLine(file, line));
    const untold = withoutCopy(withoutCopy(lines, beside), cached);
    const failure = access === "write" ? append(beside, withoutCopy(lines, beside)) : append(cached, untold);
    const whereabouts = access === "write" && !failure ? `a copy is in ${beside}.` : "it stays where it is.";
    const note = failure ? `${whereabouts} ${failure.message}` : whereabouts;
    return { diagnostics: untold.map(({ line }) => describeDamage(line, path, note)), failure };
  }
}

export function damagedPath(path: string): string {
  return path.replace(/(\.jsonl)?$/, ".damaged");
}

interface ReadLine {
  readonly line: DamagedLine;
  readonly bytes: Buffer;
  readonly digest: string;
}

function readLine(file: AppendFile, line: DamagedLine): ReadLine {
  const bytes = file.read(line.offset, line.length);
  return { line, bytes, digest: digestOf(bytes) };
}

function withoutCopy(lines: readonly ReadLine[], copies: string): readonly ReadLine[] {
  const known = digestsIn(copies);
  return lines.filter(({ digest }) => !known.has(digest));
}

/** Copies that cannot be read are as good as none: the lines are reported again. */
function digestsIn(path: string): Set<string> {
  const digests = new Set<string>();
  try {
    const fd = openSync(path, "r");
    try {
      scanLines(fd, 0, fstatSync(fd).size, ({ bytes, start, end }) =>
        digests.add(digestOf(bytes.subarray(start, end))),
      );
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
  return digests;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function append(target: string, lines: readonly ReadLine[]): SessionError | undefined {
  if (lines.length === 0) return undefined;
  try {
    makeFolder(dirname(target), 0o700);
    appendFileSync(target, Buffer.concat(lines.flatMap(({ bytes }) => [bytes, NEWLINE])), { mode: 0o600 });
    return undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return storageError(error, `copy what cannot be read to ${target}`);
  }
}

function describeDamage({ offset, length, torn }: DamagedLine, path: string, note: string): SessionDiagnostic {
  const what = torn ? "The last line was cut off while it was written" : "A line cannot be read";
  return {
    code: torn ? "torn-line" : "damaged-line",
    message: `${what} (${length} bytes at ${offset} of ${path}). It is left out; ${note}`,
    offset,
  };
}
