import { spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { constants as system } from "node:os";
import { join } from "node:path";
import { ownProcess, type PlacedProcess, processStart, processState } from "@tau/agent/process-identity";
import { replaceFile } from "../files/replace-file.ts";
import { uniqueName } from "../files/unique-name.ts";
import { killAtExit, leaderEnded } from "./ending/end-with-us.ts";
import { exitOf, watchForInterruption } from "./ending/process-ending.ts";
import { createProcessTree, killTree } from "./ending/process-tree.ts";
import { sendSignal } from "./ending/send-signal.ts";
import { followFile } from "./follow-file.ts";
import type { ProcessCommand, ProcessOutcome, ProcessRequest, RecordedProcess } from "./process-port.ts";
import { SUPERVISOR } from "./supervisor-script.ts";

interface Identity extends PlacedProcess {
  /** The mark in the environment of every process of the command. */
  readonly mark: string;
  readonly isConfined?: boolean;
}

/** Common mark prefix of all such commands of this process. */
const OUR_JOBS = `job-${uniqueName()}`;
/** A command that no Tau process follows is ended after this time. */
const ORPHAN_SECONDS = 600;
const LOOK_MS = 250;
const MAX_RECORD_BYTES = 1024 ** 3;

/**
 * Runs a command whose output and exit code are kept in a folder, so that it outlives a crash of this process and
 * `attachRecorded` can resume it. A Tau that exits normally or by a signal ends the command too. After a crash the
 * command is ended unless it is resumed within ten minutes.
 */
export async function runRecorded(
  request: ProcessRequest & { readonly record: string },
  command: ProcessCommand,
): Promise<ProcessOutcome> {
  const { record, isConfined = false } = request;
  await mkdir(record, { recursive: true, mode: 0o700 });
  for (const name of ["exit", "input"]) rmSync(join(record, name), { force: true });
  writeFileSync(join(record, "output"), "", { flag: "a", mode: 0o600 });
  own(record);
  const tree = createProcessTree(command.env, { family: OUR_JOBS });
  const { mark } = tree;
  const { maxRecordBytes = MAX_RECORD_BYTES } = request;
  const supervision = [record, String(ORPHAN_SECONDS), String(maxRecordBytes), mark];
  const supervisor = spawn("/bin/sh", ["-c", SUPERVISOR, "tau-job", ...supervision, command.file, ...command.args], {
    cwd: command.cwd,
    env: { ...command.env, ...tree.environment },
    detached: true,
    stdio: "ignore",
  });
  const exited = exitOf(supervisor);
  const { pid } = supervisor;
  if (pid !== undefined) {
    tree.started(pid);
    const identity: Identity = { pid, started: processStart(pid) ?? "0", place: ownProcess().place, mark, isConfined };
    writeFileSync(join(record, "process"), JSON.stringify(identity), { mode: 0o600 });
  }
  const output = followFile(join(record, "output"), request.onData);
  const interruption = watchForInterruption(request, () => tree.kill());
  try {
    await Promise.race([exited, interruption.killed]);
    if (interruption.ended) await interruption.killed;
    return { ended: interruption.ended ?? "exit", exitCode: exitCodeIn(record) ?? 128 + system.signals.SIGKILL };
  } finally {
    interruption.stop();
    tree.returned();
    if (pid !== undefined) leaderEnded(pid);
    await output.finish();
  }
}

/**
 * Resolves to the process that left the record, running or ended, or to `undefined` if there is no such record or it
 * belongs to another machine.
 */
export async function attachRecorded(record: string): Promise<RecordedProcess | undefined> {
  const identity = readIdentity(record);
  if (!identity || processState(identity) === "unknown") return undefined;
  const { pid, mark } = identity;
  const isRunning = () => exitCodeIn(record) === undefined && processState(identity) === "alive";
  if (isRunning()) {
    own(record);
    killAtExit(pid, mark);
  }
  return {
    pid,
    outputPath: join(record, "output"),
    isConfined: identity.isConfined === true,
    isRunning,
    exited: () => untilEnded(record, isRunning),
    write: (text) => writeInput(join(record, "input"), text),
    closeInput: () => void (isRunning() && sendSignal(pid, "SIGUSR1")),
    kill: async () => void (isRunning() && (await killTree(pid, mark))),
  };
}

/** Makes this process the owner of the command. */
function own(record: string): void {
  replaceFile(join(record, "owner"), String(process.pid), { mode: 0o600, enforceMode: true, isResolved: true });
}

async function untilEnded(record: string, isRunning: () => boolean): Promise<number | undefined> {
  while (isRunning()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
  return exitCodeIn(record);
}

function exitCodeIn(record: string): number | undefined {
  const path = join(record, "exit");
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : undefined;
}

function readIdentity(record: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(join(record, "process"), "utf8")) as Identity;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Writes to the command's input. Returns false if the command does not read: its pipe is full, or it has ended. */
function writeInput(path: string, text: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const bytes = Buffer.from(text);
    return writeSync(descriptor, bytes) === bytes.length;
  } catch (error) {
    if (["ENXIO", "ENOENT", "EAGAIN", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
