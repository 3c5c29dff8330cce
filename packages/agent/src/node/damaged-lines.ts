import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import { SessionError } from "../session/session-error.ts";
import type { AppendFile } from "./append-file.ts";
import { errorCode } from "./error-code.ts";
import type { DamagedLine } from "./log-contents.ts";
import { makeFolder } from "./make-folder.ts";
import { scanLines } from "./scan-lines.ts";
import { storageError } from "./storage-error.ts";
import { openUnlinked } from "./unlinked-file.ts";
import { writeWhole } from "./write-whole.ts";

const NEWLINE = Buffer.from("\n");
/** Copies beyond this are neither read nor added to. */
const MOST_COPIES = 64 << 20;
const CHUNK = 1 << 20;
const LINES_AT_ONCE = 1000;

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
    const uncopied = withoutCopy(readLines(file, damaged), beside);
    const untold = withoutCopy(uncopied, cached);
    const failure = access === "write" ? append(beside, uncopied) : append(cached, untold);
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

/** Neighbours are read together: a file may have a million lines that cannot be read. */
function readLines(file: AppendFile, damaged: readonly DamagedLine[]): ReadLine[] {
  let start = 0;
  let chunk: Buffer = Buffer.alloc(0);
  return damaged.map((line, index) => {
    const end = line.offset + line.length;
    if (line.offset < start || end > start + chunk.length) {
      start = line.offset;
      chunk = file.read(start, chunkEnd(damaged, index) - start);
    }
    const bytes = chunk.subarray(line.offset - start, end - start);
    return { line, bytes, digest: digestOf(bytes) };
  });
}

/** Where a reading that begins with a line may end: after the last of its neighbours within the limit, or after the line itself. */
function chunkEnd(damaged: readonly DamagedLine[], first: number): number {
  const { offset, length } = damaged[first] as DamagedLine;
  let end = offset + length;
  for (let next = first + 1; next < damaged.length; next++) {
    const line = damaged[next] as DamagedLine;
    if (line.offset < end || line.offset + line.length > offset + CHUNK) break;
    end = line.offset + line.length;
  }
  return end;
}

function withoutCopy(lines: readonly ReadLine[], copies: string): readonly ReadLine[] {
  const known = digestsIn(copies);
  return lines.filter(({ digest }) => !known.has(digest));
}

/** Copies that cannot be read are as good as none: the lines are reported again. */
function digestsIn(path: string): Set<string> {
  const digests = new Set<string>();
  try {
    const { fd, stats } = openUnlinked(path, "read");
    try {
      scanLines(fd, 0, Math.min(stats.size, MOST_COPIES), ({ bytes, start, end }) =>
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

/** A short text stands for itself. */
function digestOf(bytes: Buffer): string {
  if (bytes.length < 64) return bytes.toString("latin1");
  return createHash("sha256").update(bytes).digest("hex");
}

function append(target: string, lines: readonly ReadLine[]): SessionError | undefined {
  if (lines.length === 0) return undefined;
  try {
    makeFolder(dirname(target), 0o700);
    const { fd, stats } = openUnlinked(target, "append");
    try {
      if (stats.size > MOST_COPIES) throw new SessionError("io", `${target} is too large for more copies.`);
      for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
        const part = lines.slice(at, at + LINES_AT_ONCE);
        writeWhole(fd, Buffer.concat(part.flatMap(({ bytes }) => [bytes, NEWLINE])));
      }
    } finally {
      closeSync(fd);
    }
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
