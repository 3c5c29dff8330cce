import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isMainThread } from "node:worker_threads";

/**
 * One real pipe for both output streams of a child. The runtime's own pipes are socket pairs, one for each stream: through them the
 * order between stdout and stderr is lost, and a command that opens `/dev/stderr` fails. A named pipe has neither fault.
 */
export interface OutputPipe {
  readonly reader: Socket;
  /** For the child's stdio. */
  readonly writeEnd: number;
  /** Closes our copy of the write end: to be called once the child has its own. */
  closeWriteEnd(): void;
}

interface PipeEnds {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Making a pipe needs a process of its own, so several are made at once. */
const BATCH = 4;
const ready: PipeEnds[] = [];
/** In a worker the runtime keeps account of open files, and the account is wrong for one that a socket closes. */
let isUnavailable = process.platform === "win32" || !isMainThread;
let refill: Promise<void> | undefined;

/** Resolves to `undefined` where named pipes cannot be had. */
export async function openOutputPipe(): Promise<OutputPipe | undefined> {
  while (ready.length === 0 && !isUnavailable) await prepare();
  const ends = ready.pop();
  if (ends === undefined) return undefined;
  return {
    reader: new Socket({ fd: ends.readEnd, readable: true, writable: false }),
    writeEnd: ends.writeEnd,
    closeWriteEnd: () => closeSync(ends.writeEnd),
  };
}

function prepare(): Promise<void> {
  refill ??= make().finally(() => {
    refill = undefined;
  });
  return refill;
}

/** Nothing stays on disk: an open pipe needs no name. */
async function make(): Promise<void> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "tau-pipes-"));
    const paths = Array.from({ length: BATCH }, (_, index) => `${folder}/${index}`);
    await promisify(execFile)("mkfifo", ["-m", "600", ...paths]);
    ready.push(...paths.map(openEnds));
  } catch {
    isUnavailable = true;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The reading end first: a pipe that nobody reads cannot be opened for writing without waiting. */
function openEnds(path: string): PipeEnds {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) };
}
