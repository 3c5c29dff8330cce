import { Readable } from "node:stream";
import type { IPty } from "@lydell/node-pty";
import { confined } from "./confine-processes.ts";
import { leaderEnded } from "./ending/end-with-us.ts";
import { watchForInterruption } from "./ending/process-ending.ts";
import { createProcessTree } from "./ending/process-tree.ts";
import { sendSignal } from "./ending/send-signal.ts";
import type { TerminalProcess, TerminalRequest } from "./process-port.ts";
import { limitOutput, outcomeOf } from "./start-process.ts";

/** Starts a process in a pseudo-terminal. The library has a native part, so it is loaded with the first terminal. */
export async function startTerminal(request: TerminalRequest): Promise<TerminalProcess> {
  request.signal?.throwIfAborted();
  const command = await confined(request);
  const { spawn } = await loadPty();
  const tree = createProcessTree(command.env);
  const pty = spawn(command.file, [...command.args], {
    name: "xterm-256color",
    cols: size(request.columns, 80),
    rows: size(request.rows, 24),
    cwd: command.cwd,
    env: { ...command.env, ...tree.environment },
    encoding: null,
  });
  const { pid } = pty;
  tree.started(pid);
  const interruption = watchForInterruption(request, () => tree.kill());
  const limited = limitOutput(request.maxOutputBytes, () => interruption.interrupt("limit"));
  const exit = exitOf(pty);
  let isOver = false;
  const exited = outcomeOf(exit, interruption).finally(() => {
    isOver = true;
    interruption.stop();
    tree.returned();
    leaderEnded(pid);
  });
  return {
    pid,
    output: limited(outputOf(pty, exit)),
    exited,
    write: (text) => void (isOver || pty.write(text)),
    resize: (columns, rows) => void (isOver || pty.resize(size(columns, 80), size(rows, 24))),
    signal: (name) => !isOver && sendSignal(-pid, name),
    kill: () => tree.kill(),
  };
}

async function loadPty(): Promise<typeof import("@lydell/node-pty")> {
  try {
    return await import("@lydell/node-pty");
  } catch (cause) {
    const reason = `There is no pseudo-terminal for ${process.platform}-${process.arch}: @lydell/node-pty cannot be loaded.`;
    throw new Error(`${reason} Install Tau again with its optional packages.`, { cause });
  }
}

function exitOf(pty: IPty): Promise<number> {
  return new Promise((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode));
  });
}

/**
 * Returns the output as a stream. Unread output stays in the terminal's own buffer, and a program that fills the buffer
 * blocks. 200 ms after a program has ended, the library discards what it has not read. The rest, at most one buffer, is
 * therefore read as soon as the program has ended.
 */
function outputOf(pty: IPty, exit: Promise<number>): Readable {
  let hasEnded = false;
  let watch: NodeJS.Timeout | undefined;
  const resume = () => {
    clearInterval(watch);
    watch = undefined;
    pty.resume();
  };
  const output = new Readable({ read: resume });
  pty.onData((data) => {
    if (output.push(data) || hasEnded) return;
    pty.pause();
    watch ??= setInterval(() => {
      if (sendSignal(pty.pid, 0)) return;
      hasEnded = true;
      resume();
    }, WATCH_MS).unref();
  });
  void exit.then(() => {
    clearInterval(watch);
    output.push(null);
  });
  return output;
}

const WATCH_MS = 25;

/** Limits a dimension to 16 bits, as the system stores it. */
function size(value: number | undefined, otherwise: number): number {
  return value === undefined || !Number.isFinite(value) ? otherwise : Math.min(Math.max(1, Math.trunc(value)), 65_535);
}
