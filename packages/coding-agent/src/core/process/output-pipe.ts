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

/** A pipe that nobody writes to. */
interface IdlePipe {
  open(): PipeEnds;
  /** Whether it can be opened again when all who wrote to it are gone. */
  readonly isLasting: boolean;
  drop(): void;
}

interface PipeEnds {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Making a pipe needs a process of its own, so several are made at once. */
const BATCH = 4;
const idle: IdlePipe[] = [];
/** In a worker the runtime keeps account of open files, and the account is wrong for one that a socket closes. */
let isUnavailable = process.platform === "win32" || !isMainThread;
let refill: Promise<void> | undefined;

/** Resolves to `undefined` where named pipes cannot be had. */
export async function openOutputPipe(): Promise<OutputPipe | undefined> {
  while (idle.length === 0 && !isUnavailable) await prepare();
  const pipe = idle.pop();
  if (pipe === undefined) return undefined;
  const { readEnd, writeEnd } = pipe.open();
  const reader = new Socket({ fd: readEnd, readable: true, writable: false });
  let isEmpty = false;
  reader.once("end", () => {
    isEmpty = pipe.isLasting;
  });
  reader.once("close", () => (isEmpty ? idle.push(pipe) : pipe.drop()));
  return { reader, writeEnd, closeWriteEnd: () => closeSync(writeEnd) };
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
    idle.push(...paths.map(process.platform === "linux" ? holdByDescriptor : openOnce));
  } catch {
    isUnavailable = true;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Linux opens what a descriptor stands for anew, so that a pipe without a name serves one command after the other. */
function holdByDescriptor(path: string): IdlePipe {
  const held = openSync(path, WITHOUT_WAITING);
  return { open: () => openEnds(`/proc/self/fd/${held}`), isLasting: true, drop: () => closeSync(held) };
}

function openOnce(path: string): IdlePipe {
  const ends = openEnds(path);
  return { open: () => ends, isLasting: false, drop: () => undefined };
}

/** The reading end first: a pipe that nobody reads cannot be opened for writing without waiting. */
function openEnds(path: string): PipeEnds {
  return { readEnd: openSync(path, WITHOUT_WAITING), writeEnd: openSync(path, constants.O_WRONLY) };
}

const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
