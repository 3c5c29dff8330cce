import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isMainThread } from "node:worker_threads";

/**
 * One real pipe for both output streams of a child. The runtime's own pipes are socket pairs, one for each stream: through them the
 * order between stdout and stderr is lost, and a command that opens `/dev/stderr` fails. A named pipe has neither fault; it is
 * unlinked as soon as both ends are open.
 */
export interface OutputPipe {
  readonly reader: Socket;
  /** For the child's stdio. */
  readonly writeEnd: number;
  /** Closes our copy of the write end: to be called once the child has its own. */
  closeWriteEnd(): void;
}

const BATCH = 8;
const ready: string[] = [];
let folder: string | undefined;
let count = 0;
/** In a worker the runtime keeps account of open files, and the account is wrong for one that a socket closes. */
let isUnavailable = process.platform === "win32" || !isMainThread;
let refill: Promise<void> | undefined;

/** Resolves to `undefined` where named pipes cannot be had. */
export async function openOutputPipe(): Promise<OutputPipe | undefined> {
  while (ready.length === 0 && !isUnavailable) await prepare();
  const path = ready.pop();
  if (path === undefined) return undefined;
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  unlinkSync(path);
  return {
    reader: new Socket({ fd: readEnd, readable: true, writable: false }),
    writeEnd,
    closeWriteEnd: () => closeSync(writeEnd),
  };
}

/** Making a pipe needs a process of its own, so several are made at once. */
function prepare(): Promise<void> {
  refill ??= make().finally(() => {
    refill = undefined;
  });
  return refill;
}

async function make(): Promise<void> {
  try {
    const paths = Array.from({ length: BATCH }, () => join(pipeFolder(), String(count++)));
    await promisify(execFile)("mkfifo", ["-m", "600", ...paths]);
    ready.push(...paths);
  } catch {
    isUnavailable = true;
  }
}

function pipeFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "tau-pipes-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}
