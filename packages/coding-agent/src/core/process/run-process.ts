import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, constants as fileFlags, openSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { confined } from "./confine-processes.ts";
import { leaderEnded } from "./ending/end-with-us.ts";
import { exitOf, watchForInterruption } from "./ending/process-ending.ts";
import { createProcessTree } from "./ending/process-tree.ts";
import { sendSignal } from "./ending/send-signal.ts";
import { type OutputPipe, openOutputPipe } from "./output-pipe.ts";
import type { DirectCommand, ProcessCommand, ProcessOutcome, ProcessRequest } from "./process-port.ts";

/**
 * After the leader has ended, a background process may hold the pipe open. Stop reading after this much silence, or
 * after `LINGER_MS` at the latest.
 */
const QUIET_MS = 50;
const LINGER_MS = 500;

export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  if (request.signal?.aborted) return { ended: "abort", exitCode: 128 + constants.signals.SIGTERM };
  const command = await confined(request);
  const { record } = request;
  if (record !== undefined && process.platform !== "win32")
    return await (await import("./recorded-process.ts")).runRecorded({ ...request, record }, command);
  const tree = createProcessTree(command.env, request.lifetime);
  const { child, outputs } = await start(request, command, tree.environment);
  const exited = exitOf(child);
  if (child.pid !== undefined) tree.started(child.pid);
  for (const { stream, onData } of outputs) stream.on("data", onData).on("error", () => stream.destroy());

  const interruption = watchForInterruption(request, async () => {
    if (!request.keepsGroup || process.platform === "win32") await tree.kill();
    else if (child.pid !== undefined && sendSignal(-child.pid, "SIGKILL")) await exited;
  });
  try {
    const exitCode = await Promise.race([exited, interruption.killed]);
    if (interruption.ended) await interruption.killed;
    await Promise.all(outputs.map((output) => settled(output.stream)));
    return { ended: interruption.ended ?? "exit", exitCode };
  } finally {
    interruption.stop();
    tree.returned();
    if (child.pid !== undefined) leaderEnded(child.pid);
    for (const output of outputs) ignoreRest(output);
  }
}

interface Output {
  readonly stream: Readable & { unref?(): unknown };
  readonly onData: (bytes: Buffer) => void;
}

async function start(
  request: Pick<ProcessRequest, "onData" | "onErrorData" | "direct" | "confine">,
  command: ProcessCommand,
  mark: Readonly<Record<string, string>>,
) {
  const options = {
    cwd: command.cwd,
    env: { ...command.env, ...mark },
    detached: process.platform !== "win32",
    windowsHide: true,
  };
  const pipe = request.onErrorData ? undefined : await openOutputPipe();
  if (pipe) {
    // A sandbox hook has seen and may have replaced the other form of the command.
    const direct = request.confine ? undefined : request.direct;
    const child = direct ? spawnDirect(pipe, direct, options) : spawnInto(pipe, command, options);
    return { child, outputs: [{ stream: pipe.reader, onData: request.onData }] };
  }
  const { file, args } = request.onErrorData ? command : withMergedOutput(command);
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  // Without a descriptor for the pipes, Node returns a child that has no streams, and reports the error later.
  if ((child as ChildProcess).stdout === undefined) await exitOf(child);
  const outputs: Output[] = [
    { stream: child.stdout, onData: request.onData },
    { stream: child.stderr, onData: request.onErrorData ?? request.onData },
  ];
  return { child: child as ChildProcess, outputs };
}

function spawnDirect(
  pipe: OutputPipe,
  { descriptors, ...command }: DirectCommand,
  options: SpawnOptions,
): ChildProcess {
  const opened = new Map<number, number>();
  try {
    for (const [number, { path, flags }] of descriptors)
      opened.set(number, openSync(path, flags === "r" ? "r" : CREATE, 0o600));
  } catch (error) {
    pipe.closeWriteEnd();
    pipe.reader.destroy();
    closeAll(opened.values());
    throw error;
  }
  const highest = Math.max(2, ...opened.keys());
  const further = Array.from({ length: highest - 2 }, (_, index) => opened.get(index + 3) ?? ("ignore" as const));
  try {
    return spawnInto(pipe, command, options, further);
  } finally {
    closeAll(opened.values());
  }
}

const CREATE = fileFlags.O_WRONLY | fileFlags.O_CREAT;

function closeAll(descriptors: Iterable<number>): void {
  for (const descriptor of descriptors) closeSync(descriptor);
}

function spawnInto(
  pipe: OutputPipe,
  { file, args }: Pick<ProcessCommand, "file" | "args">,
  options: SpawnOptions,
  further: readonly (number | "ignore")[] = [],
): ChildProcess {
  try {
    return spawn(file, args, { ...options, stdio: ["ignore", pipe.writeEnd, pipe.writeEnd, ...further] });
  } catch (error) {
    // A command line that is too long fails before a process exists. The unread pipe would keep our own process alive.
    pipe.reader.destroy();
    throw error;
  } finally {
    pipe.closeWriteEnd();
  }
}

/** Merges stderr into stdout by a shell that then executes the program, because two separate Node streams have no common order. */
function withMergedOutput({ file, args }: ProcessCommand): Pick<ProcessCommand, "file" | "args"> {
  if (process.platform === "win32") return { file, args };
  return { file: "/bin/sh", args: ["-c", 'exec "$@" 2>&1', "sh", file, ...args] };
}

/** Resolves at the end of the stream, or when it has been silent for a while although another process still holds it open. */
function settled(stream: Readable): Promise<void> {
  if (stream.closed || stream.readableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    let isHeard = false;
    const finish = () => {
      clearTimeout(quiet);
      clearTimeout(linger);
      stream.off("data", hear).off("close", finish).off("end", finish);
      resolve();
    };
    // If this process was blocked, the timer may fire before the pipe was checked, so look once more.
    const quiet = setTimeout(() => {
      isHeard = false;
      setImmediate(() => (isHeard ? quiet.refresh() : finish()));
    }, QUIET_MS);
    const linger = setTimeout(() => setImmediate(finish), LINGER_MS);
    const hear = () => {
      isHeard = true;
      quiet.refresh();
    };
    stream.on("data", hear).once("close", finish).once("end", finish);
  });
}

/** Reads and drops what a background process writes later: closing the pipe would kill it at its next write. */
function ignoreRest(output: Output): void {
  output.stream.off("data", output.onData);
  output.stream.resume();
  output.stream.unref?.();
}
