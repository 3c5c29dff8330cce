import { spawn } from "@lydell/node-pty";
import { type TextPattern, VirtualTerminal } from "../terminal/index.ts";
import { TestkitError } from "../testkit-error.ts";
import { keySequence } from "./keys.ts";

export interface PtyOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Whether the terminal answers what the program asks it. Default: true. */
  readonly answers?: boolean;
  /** Lines kept above the screen; 100,000 if absent. A program that runs for minutes needs a bound. */
  readonly scrollback?: number;
  /** How many characters at the end of the output are kept; all of them if absent. */
  readonly outputLimit?: number;
}

export interface PtyExit {
  readonly exitCode: number;
  /** 0 where the program ended by itself. */
  readonly signal: number;
}

/** A program that believes it has a terminal. What it draws is on `terminal`; what the terminal answers reaches the program. */
export interface PtyProgram extends AsyncDisposable {
  readonly pid: number;
  readonly terminal: VirtualTerminal;
  readonly exited: Promise<PtyExit>;
  /** Everything the program has written so far, or the end of it, as it was written. */
  output(): string;
  /** Bytes as they are: typed text, a paste, an escape sequence. */
  send(data: string): void;
  /** By name ("enter", "ctrl+c", "up"); anything else is typed. */
  press(...keys: string[]): void;
  /** Fails with the screen in its message; also as soon as the program has ended without showing it. */
  waitForText(pattern: TextPattern, timeoutMs?: number): Promise<void>;
  resize(columns: number, rows: number): void;
  kill(signal?: NodeJS.Signals): Promise<PtyExit>;
}

export function startPty(options: PtyOptions): PtyProgram {
  const { command, args = [], cwd, env, columns = 100, rows = 30, answers = true } = options;
  const { scrollback, outputLimit = Number.POSITIVE_INFINITY } = options;
  const terminal = new VirtualTerminal({ columns, rows, ...(scrollback === undefined ? {} : { scrollback }) });
  const environment = { TERM: "xterm-256color", COLORTERM: "truecolor", ...env };
  const child = spawn(command, [...args], { name: environment.TERM, cols: columns, rows, cwd, env: environment });
  let isAlive = true;
  const exited = new Promise<PtyExit>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      isAlive = false;
      resolve({ exitCode, signal });
    });
  });
  let output = "";
  child.onData((data) => {
    output += data;
    // Cut now and then only: a cut copies what stays.
    if (output.length > 2 * outputLimit) output = output.slice(-outputLimit);
    terminal.write(data);
  });
  terminal.onReply((data) => {
    if (isAlive && answers) child.write(data);
  });
  // Keys for a program that has just left are nobody's.
  const send = (data: string) => {
    if (isAlive) child.write(data);
  };
  const kill = async (signal: NodeJS.Signals = "SIGKILL"): Promise<PtyExit> => {
    if (isAlive) child.kill(signal);
    return await exited;
  };
  return {
    pid: child.pid,
    terminal,
    exited,
    output: () => output,
    send,
    press: (...keys) => send(keys.map(keySequence).join("")),
    waitForText: async (pattern, timeoutMs) => {
      await Promise.race([terminal.waitForText(pattern, timeoutMs), failOnExit(exited, terminal, pattern)]);
    },
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      if (isAlive) child.resize(newColumns, newRows);
    },
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
      terminal[Symbol.dispose]();
    },
  };
}

/** Never resolves: it rejects once the program is gone and its last words do not match either. */
async function failOnExit(exited: Promise<PtyExit>, terminal: VirtualTerminal, pattern: TextPattern): Promise<never> {
  const { exitCode, signal } = await exited;
  // The last output may still be on its way to the screen.
  await terminal.waitForText(pattern, 200).catch((cause: unknown) => {
    const how = signal === 0 ? `with code ${exitCode}` : `by signal ${signal}`;
    const message = `The program ended ${how} before showing ${String(pattern)}. Its screen:\n${terminal.text()}`;
    throw new TestkitError("exited", message, { cause });
  });
  return await new Promise<never>(() => undefined);
}
