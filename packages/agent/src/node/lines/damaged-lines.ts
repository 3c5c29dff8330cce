import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import { SessionError } from "../../session/session-error.ts";
import { errorCode } from "../error-code.ts";
import type { AppendFile } from "../log/append-file.ts";
import type { DamagedLine } from "../log/log-contents.ts";
import { storageError } from "../log/storage-error.ts";
import { openUnlinked } from "../log/unlinked-file.ts";
import { writeWhole } from "../log/write-whole.ts";
import { makeFolder } from "../make-folder.ts";
import { scanLines } from "./scan-lines.ts";

const NEWLINE = Buffer.from("\n");
/** Bytes of a file of copies that are read at most; larger files get no more copies. */
const MOST_COPIES = 64 << 20;
const CHUNK = 1 << 20;
const LINES_AT_ONCE = 1000;

export interface DamageReport {
  /** For the lines that were not reported before. */
  readonly diagnostics: SessionDiagnostic[];
  /** Why lines could not be copied, if that failed. */
  readonly failure: SessionError | undefined;
}

/**
 * Unreadable lines stay in their file, and a copy is kept: beside the session if we write to it, so that the user can repair it by hand; in
 * the cache if the session must not be touched. A line with a copy counts as reported, so that it is not reported at every open.
 */
export class DamagedLines {
  private readonly cache: string;

  constructor(cache: string) {
    this.cache = cache;
  }

  /** Copies the lines that have no copy yet, and describes the ones that were not reported before. */
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

/** Reads neighbouring lines together, because a file may have a million unreadable lines. */
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

/** Returns where a read that starts with this line ends: after the last neighbouring line within the limit, or after the line itself. */
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

/** Returns the digests of the copies. If the copies cannot be read, the lines are reported again. */
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

/** Returns a short line itself instead of a hash. */
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
