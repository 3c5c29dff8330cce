import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Transform, Writable } from "node:stream";
import { confined } from "./confine-processes.ts";
import { leaderEnded } from "./ending/end-with-us.ts";
import { exitOf, watchForInterruption } from "./ending/process-ending.ts";
import { createProcessTree } from "./ending/process-tree.ts";
import { sendSignal } from "./ending/send-signal.ts";
import type { ProcessOutcome, RunningProcess, StartRequest } from "./process-port.ts";

/** Starts a process. Resolves once it runs. */
export async function startProcess(request: StartRequest): Promise<RunningProcess> {
  request.signal?.throwIfAborted();
  const command = await confined(request);
  const tree = createProcessTree(command.env, request.lifetime);
  const output = request.output === "none" ? "ignore" : "pipe";
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: { ...command.env, ...tree.environment },
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: [request.stdin === "none" ? "ignore" : "pipe", output, output],
  });
  const exited = exitOf(child);
  await Promise.race([once(child, "spawn"), exited]);
  const pid = child.pid ?? 0;
  tree.started(pid);
  if (output === "ignore") child.unref();
  const interruption = watchForInterruption(request, () => tree.kill());
  const limited = limitOutput(request.maxOutputBytes, () => interruption.interrupt("limit"));
  // Ignore failed writes after the process has ended; `exited` reports the end.
  child.stdin?.on("error", () => undefined);
  return {
    pid,
    stdin: child.stdin ?? closedInput(),
    stdout: child.stdout ? limited(child.stdout) : Readable.from([]),
    stderr: child.stderr ? limited(child.stderr) : Readable.from([]),
    exited: outcomeOf(exited, interruption).finally(() => {
      interruption.stop();
      tree.returned();
      leaderEnded(pid);
    }),
    signal: (name) => (process.platform === "win32" ? child.kill(name) : sendSignal(-pid, name)),
    kill: () => tree.kill(),
  };
}

export async function outcomeOf(
  exited: Promise<number>,
  interruption: ReturnType<typeof watchForInterruption>,
): Promise<ProcessOutcome> {
  const exitCode = await Promise.race([exited, interruption.killed]);
  // The leader has ended, but processes that it started may still run.
  if (interruption.ended) await interruption.killed.catch(() => undefined);
  return { ended: interruption.ended ?? "exit", exitCode };
}

/** Cuts the streams of one process when together they exceed the limit. */
export function limitOutput(maxBytes: number | undefined, onExcess: () => void): (stream: Readable) => Readable {
  if (maxBytes === undefined) return (stream) => stream;
  let room = maxBytes;
  return (stream) => {
    const kept = new Transform({
      transform(bytes: Buffer, _encoding, done) {
        const isTooMuch = bytes.length > room;
        const part = bytes.subarray(0, room);
        room -= part.length;
        if (isTooMuch) onExcess();
        done(null, part);
      },
    });
    stream.on("error", () => kept.end());
    return stream.pipe(kept);
  };
}

function closedInput(): Writable {
  const input = new Writable({ write: (_chunk, _encoding, done) => done() });
  return input.end();
}
