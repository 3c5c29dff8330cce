import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isMainThread } from "node:worker_threads";
import { errorCode } from "@tau/agent/error-code";

/**
 * One real pipe for both output streams of a child. Node's own pipes are socket pairs, one per stream: they lose the
 * order between stdout and stderr, and a command that opens `/dev/stderr` fails. A named pipe has neither problem.
 */
export interface OutputPipe {
  readonly reader: Socket;
  /** The write end, for the child's stdio. */
  readonly writeEnd: number;
  /** Closes our copy of the write end. Call it once the child has its own. */
  closeWriteEnd(): void;
}

/** A pipe that is not in use. */
interface IdlePipe {
  open(): PipeEnds;
  /** Whether the pipe can be opened again once all its writers are gone. */
  readonly isLasting: boolean;
  drop(): void;
}

interface PipeEnds {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Number of pipes to make at once, because making them needs a process. */
const BATCH = 4;
const idle: IdlePipe[] = [];
/** In a worker, Node tracks open files, and its tracking is wrong for a file that a socket closes. */
let isUnavailable = process.platform === "win32" || !isMainThread;
let refill: Promise<boolean> | undefined;

/** Opens a pipe. Resolves to `undefined` if named pipes are not available, or the system has no room for one now. */
export async function openOutputPipe(): Promise<OutputPipe | undefined> {
  while (idle.length === 0) if (isUnavailable || !(await prepare())) return undefined;
  const pipe = idle.pop();
  const ends = pipe && openIfPossible(pipe);
  if (!pipe || !ends) return undefined;
  const { readEnd, writeEnd } = ends;
  const reader = new Socket({ fd: readEnd, readable: true, writable: false });
  let isEmpty = false;
  reader.once("end", () => {
    isEmpty = pipe.isLasting;
  });
  reader.once("close", () => (isEmpty ? idle.push(pipe) : pipe.drop()));
  return { reader, writeEnd, closeWriteEnd: () => closeSync(writeEnd) };
}

function openIfPossible(pipe: IdlePipe): PipeEnds | undefined {
  try {
    return pipe.open();
  } catch (error) {
    if (!isShortage(error)) throw error;
    idle.push(pipe);
    return undefined;
  }
}

/** Whether the error says that descriptors, processes, memory or disk space are used up, which passes. */
function isShortage(error: unknown): boolean {
  return ["EMFILE", "ENFILE", "EAGAIN", "ENOMEM", "ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "");
}

function prepare(): Promise<boolean> {
  refill ??= make().finally(() => {
    refill = undefined;
  });
  return refill;
}

/** Makes several pipes. Their files are removed at once, because an open pipe needs no name. Resolves to whether it worked. */
async function make(): Promise<boolean> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "tau-pipes-"));
    const paths = Array.from({ length: BATCH }, (_, index) => `${folder}/${index}`);
    await promisify(execFile)("mkfifo", ["-m", "600", ...paths]);
    idle.push(...paths.map(process.platform === "linux" ? holdByDescriptor : openOnce));
    return true;
  } catch (error) {
    isUnavailable ||= !isShortage(error);
    return false;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Keeps a pipe by its descriptor. Linux can reopen a descriptor, so a pipe without a name serves one command after another. */
function holdByDescriptor(path: string): IdlePipe {
  const held = openSync(path, WITHOUT_WAITING);
  return { open: () => openEnds(`/proc/self/fd/${held}`), isLasting: true, drop: () => closeSync(held) };
}

function openOnce(path: string): IdlePipe {
  const ends = openEnds(path);
  return { open: () => ends, isLasting: false, drop: () => undefined };
}

/** Opens the read end first: opening a pipe for writing blocks while it has no reader. */
function openEnds(path: string): PipeEnds {
  const readEnd = openSync(path, WITHOUT_WAITING);
  try {
    return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(readEnd);
    throw error;
  }
}

const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
