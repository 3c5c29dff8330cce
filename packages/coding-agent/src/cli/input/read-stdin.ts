import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { LONGEST_TIMER_MS } from "@tau/ai";
import { FILE_LIMITS } from "../../core/files/ordinary-file.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

const PATIENCE_MS = 3000;

export interface StdinRequest {
  readonly stdin: NodeJS.ReadStream;
  /** There is a prompt without stdin, so a pipe that never delivers anything must not block it. */
  readonly optional: boolean;
  readonly patienceMs?: number;
  /** Limit for reading all of stdin, in seconds. */
  readonly timeout?: number | undefined;
  readonly maxBytes?: number;
  readonly warn: (message: string) => void;
}

/** Returns whether stdin is the null device, as scripts and CI often give it. Creating a stream only to find that out takes 4 ms. */
export function hasNoStdin(descriptor = 0): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev === statSync(devNull).rdev;
  } catch {
    // The descriptor is closed, or this system has no such device: the stream tells.
    return false;
  }
}

/** Resolves to the piped input, or to `undefined` if there was none. Never reads from a terminal. */
export async function readStdin(request: StdinRequest): Promise<Uint8Array | undefined> {
  const { stdin, timeout } = request;
  if (timeout === undefined) return await readPipe(request);
  const late = new CliError(`Stopped after ${timeout} s (--timeout): stdin did not end.`, ExitCode.runFailed);
  const timer = setTimeout(() => stdin.destroy(late), Math.min(timeout * 1000, LONGEST_TIMER_MS));
  try {
    return await readPipe(request);
  } finally {
    clearTimeout(timer);
  }
}

async function readPipe({
  stdin,
  optional,
  patienceMs = PATIENCE_MS,
  maxBytes = FILE_LIMITS.attachment,
  warn,
}: StdinRequest): Promise<Uint8Array | undefined> {
  if (stdin.isTTY) return undefined;
  const chunks: Uint8Array[] = [];
  const first = Promise.withResolvers<"data">();
  const read = async () => {
    let bytes = 0;
    for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw usageError("stdin is larger than a model can read. Name a file in the prompt instead.");
      first.resolve("data");
    }
    return "end" as const;
  };
  const reading = read();
  if (optional && (await somethingComes([reading, first.promise], patienceMs)) === "nothing") {
    stdin.destroy();
    await reading.catch(() => undefined);
    warn(
      `no input on stdin for ${patienceMs / 1000} s; continuing without it. Close stdin with </dev/null to avoid the wait.`,
    );
    return undefined;
  }
  await reading;
  const bytes = Buffer.concat(chunks);
  return isBlank(bytes) ? undefined : bytes;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

async function somethingComes<T>(signs: Promise<T>[], patienceMs: number): Promise<T | "nothing"> {
  const given = new AbortController();
  const patience = delay(patienceMs, "nothing" as const, { signal: given.signal }).catch(() => "nothing" as const);
  try {
    return await Promise.race([...signs, patience]);
  } finally {
    given.abort();
  }
}
